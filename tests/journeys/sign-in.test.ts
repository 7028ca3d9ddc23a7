import { roles } from "@litfass/contract/kernel/roles";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";

let visitor: Visitor;
beforeEach(async () => {
  visitor = await newVisitor();
});
afterEach(() => visitor.leave());
afterAll(closeBrowser);

test("[NAV-003] the demo's users of all roles sign in, and a reload of a deep link keeps the session", async () => {
  const { page } = visitor;
  for (const role of roles) {
    await visitor.signIn(role);
    expect((await callApi<{ user_role: string }>(page, "GET", "/users/me")).user_role).toBe(role);
    await visitor.context.clearCookies();
  }
  await visitor.signIn("customer", "/account");
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  const { pathname, hash } = new URL(page.url());
  expect([pathname, hash]).toEqual(["/account", ""]);
  expect(visitor.complaints()).toEqual([]);
});

test("a restricted path redirects a visitor to sign in first", async () => {
  const errors: string[] = [];
  visitor.page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await visitor.page.goto("/account");
  await visitor.page.waitForURL(/\/login/);
  expect(await visitor.accessibility()).toEqual([]);
  // Nobody is signed in, so nobody is asked for.
  expect(errors).toEqual([]);
  expect(visitor.complaints()).toEqual([]);
});

test("Enter signs in right after the last letter, and the app attempts nothing that its security policy forbids", async () => {
  const { page } = visitor;
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`violation: ${violatedDirective} ${blockedURI}`),
    );
  });
  await page.goto("/login");
  await page.locator('input[type="email"]').fill("customer@demo.example");
  const password = page.locator('input[type="password"]');
  await password.fill("litfass-demo");
  // In one turn of the page, before the field is validated.
  await password.evaluate((field) => {
    const options = { key: "Enter", bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent("keydown", options));
  });
  await page.waitForURL("**/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  // The Tab key goes on from the heading, not through the menu.
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  await expect.poll(focused).toBe("H1");
  const start = page.getByRole("main").getByRole("link", { name: "New campaign" });
  await start.first().waitFor();
  for (let tabs = 0; tabs < 5 && !(await start.first().evaluate((link) => link === document.activeElement)); tabs++)
    await page.keyboard.press("Tab");
  await expect(start.first().evaluate((link) => link === document.activeElement)).resolves.toBe(true);
  // The first screen with schemas.
  await page.goto("/campaigns/create");
  await page.getByLabel("Name", { exact: true }).waitFor();
  expect(visitor.complaints()).toEqual([]);
});
