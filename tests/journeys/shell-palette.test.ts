import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callFrom } from "../support/call-api.ts";

let visitor: Visitor;
let page: Page;
beforeEach(async () => {
  visitor = await newVisitor();
  page = visitor.page;
});
afterEach(() => visitor.leave());
afterAll(closeBrowser);

const input = () => page.getByRole("combobox", { name: "Go to" });
const options = (group: string) => page.getByRole("group", { name: group }).getByRole("option");
const soon = <Answer>(ask: () => Promise<Answer>) => expect.poll(ask, { timeout: 15_000 });
const goesTo = (target: string): Promise<void> => page.waitForURL((url) => url.pathname === target);
const current = () => page.getByRole("option", { selected: true }).or(page.locator("[role=option][data-highlighted]"));

async function summon(of = page): Promise<void> {
  await of.getByRole("button", { name: "Go to a screen, customer or campaign" }).waitFor();
  await of.keyboard.press("Control+k");
}

test("Ctrl-K and the button open the palette; the keyboard leads to a screen; Escape closes it", async () => {
  await visitor.signIn("customer", "/account");
  await summon();
  await input().waitFor();
  expect(await options("Screens").allInnerTexts()).toEqual(
    await page.getByRole("navigation", { name: "Main" }).getByRole("link").allInnerTexts(),
  );
  await page.keyboard.type("bill");
  await soon(() => options("Screens").allInnerTexts()).toEqual(["Billing"]);
  await page.keyboard.press("Enter");
  await goesTo("/invoices");
  await input().waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Go to a screen, customer or campaign" }).click();
  await input().waitFor();
  await page.keyboard.press("ArrowDown");
  const second = await current().first().innerText();
  expect(second).toBe((await options("Screens").allInnerTexts())[1]);
  await page.keyboard.press("Escape");
  await input().waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/invoices");
  expect(visitor.complaints()).toEqual([]);
});

test("keeps text typed right after Ctrl-K, before the palette has loaded", async () => {
  let bring = (): void => undefined;
  const wanted = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.route(/\/assets\/palette-[\w-]+\.js$/, async (route) => {
    await wanted;
    await route.continue();
  });
  await visitor.signIn("customer", "/account");
  await summon();
  await page.keyboard.type("billx");
  await page.keyboard.press("Backspace");
  bring();
  await soon(() => input().inputValue()).toBe("bill");
  await page.keyboard.type("ing");
  expect(await input().inputValue()).toBe("billing");
  await soon(() => options("Screens").allInnerTexts()).toEqual(["Billing"]);
  await page.keyboard.press("Enter");
  await goesTo("/invoices");
  // Now it is loaded and receives the keys immediately.
  await summon();
  await page.keyboard.type("accou");
  await soon(() => options("Screens").allInnerTexts()).toEqual(["Account"]);
});

test("finds a campaign by name, limited to own ones", async () => {
  await visitor.signIn("advanced_advertiser", "/account");
  const name = `Palette ${process.pid} ${Date.now()}`;
  const { body } = await callFrom(page, "POST", "/user-campaigns", { name });
  await summon();
  await input().fill(name);
  await options("Campaigns").filter({ hasText: name }).waitFor();
  await page.keyboard.press("Enter");
  await goesTo(`/campaigns/${body.id}`);
  await callFrom(page, "DELETE", `/user-campaigns/${body.id}`);
  const other = await newVisitor();
  await other.signIn("customer", "/account");
  await summon(other.page);
  await other.page.getByRole("combobox", { name: "Go to" }).fill(name);
  await other.page.getByText(`No results for “${name}”`).waitFor();
  await other.leave();
});

test("staff find customers; an account manager only assigned ones", async () => {
  await visitor.signIn("super_admin", "/account");
  await summon();
  await input().fill("demo.example");
  await soon(() => options("Customers").count()).toBeGreaterThan(1);
  await options("Customers").filter({ hasText: "advanced-advertiser@demo.example" }).click();
  await page.waitForURL(/\/users\/[\w-]+$/);
  const manager = await newVisitor();
  await manager.signIn("sales", "/account");
  await summon(manager.page);
  await manager.page.getByRole("combobox", { name: "Go to" }).fill("demo.example");
  const found = manager.page.getByRole("group", { name: "Customers" }).getByRole("option");
  await found.filter({ hasText: "customer@demo.example" }).waitFor();
  expect(await found.filter({ hasText: "advanced-advertiser@demo.example" }).count()).toBe(0);
  await manager.leave();
});

test("Escape in a closed multi-select keeps the selection", async () => {
  await visitor.signIn("super_admin");
  const { body } = await callFrom(page, "GET", "/users?group=account_managers");
  const [manager] = (body as { data: { uid: string }[] }).data;
  await page.goto(`/users/${manager?.uid}/customers`);
  const field = page.getByRole("combobox", { name: "Advertisers" });
  await field.click();
  await page.locator("[role=option]").first().click();
  const chips = page.locator("form").getByRole("button", { name: /^Remove / });
  await soon(() => chips.count()).toBe(1);
  for (let times = 0; times < 3; times++) await page.keyboard.press("Escape");
  await soon(() => page.locator("[role=option]").count()).toBe(0);
  expect(await chips.count()).toBe(1);
});
