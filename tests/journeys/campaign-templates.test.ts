import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { expectAccessible } from "./campaign/accessibility.ts";
import { chooseFrom } from "./campaign/build-campaign.ts";
import { read } from "./campaign/figures.ts";

let staff: Visitor;
let customer: Visitor;
let page: Page;
const name = `Bakeries ${process.pid}`;

beforeAll(async () => {
  staff = await newVisitor();
  customer = await newVisitor();
  await staff.signIn("admin");
  await customer.signIn("customer");
  page = staff.page;
});
afterAll(async () => {
  await staff?.leave();
  await customer?.leave();
  closeBrowser();
});

test("[ROUTE-036] [ROUTE-037] [ROUTE-038] an admin creates a template and sees its saved form", async () => {
  await page.goto("/templates");
  await page.getByRole("heading", { name: "Campaign templates" }).waitFor();
  await page.getByRole("link", { name: "New template" }).click();
  await page.waitForURL((url) => url.pathname === "/templates/create");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await chooseFrom(page, "Categories", "Food", "Food & Drink");
  await page.keyboard.press("Escape");
  await chooseFrom(page, "Language of the audience", "German", "German");
  await page.getByLabel("Smartphone", { exact: true }).check();
  await page.getByLabel("Keywords").fill("brot\nzopf");
  await expectAccessible(page, "new template");
  await page.getByRole("button", { name: "Save template" }).click();
  await page.getByText(`${name} saved as a template`).waitFor();
  await page.getByRole("link", { name }).click();
  await page.waitForURL(/\/templates\/\d+$/);
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe(name);
  expect(await page.getByLabel("Keywords").inputValue()).toBe("brot\nzopf");
});

test("[API-USER-019] [FIELD-TPL-002] a template shared with a customer is offered there and fills a new campaign", async () => {
  const { email } = await read<{ email: string }>(customer.page, "/users/me");
  await page.goto("/templates");
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Make available" }).click();
  await chooseFrom(page, "Advertiser", email, email);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Remove / })
    .waitFor();
  await expectAccessible(page, "template made available");
  await page.getByRole("button", { name: "Done" }).click();

  const own = customer.page;
  await own.goto("/campaigns/create");
  await own.getByLabel("Name", { exact: true }).fill(`Bread ${process.pid}`);
  await own.getByRole("combobox", { name: "Template" }).click();
  await own.getByRole("option", { name }).click();
  await own.getByRole("button", { name: "Create draft" }).click();
  await own.waitForURL(/\/campaigns\/\d+\?step=basic/);
  await own.getByRole("button", { name: /^Remove Food & Drink/ }).waitFor();
  const id = Number(/campaigns\/(\d+)/.exec(own.url())?.[1]);
  expect(await read(own, `/user-campaigns/${id}`)).toMatchObject({
    categories: ["IAB8"],
    language: "de",
    targeting: { devices: ["smartphone"], keywords: ["brot", "zopf"] },
    total_budget: 500,
    creative_ids: [],
  });
});

test("a template is removed after a confirmation", async () => {
  await page.goto("/templates");
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await eventually(
    "a list without it",
    () => page.getByRole("link", { name }).count(),
    (count) => count === 0,
  );
  expect(staff.complaints()).toEqual([]);
});
