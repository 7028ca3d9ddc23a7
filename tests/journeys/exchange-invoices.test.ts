import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";

let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  visitor = await newVisitor();
  page = visitor.page;
});
afterAll(async () => {
  await visitor.leave();
  closeBrowser();
});

const month = `${new Date().getUTCFullYear() - 2}-10`;
const monthName = `October ${month.slice(0, 4)}`;
const dialog = () => page.getByRole("dialog");
const row = (text: string) => page.getByRole("row").filter({ hasText: text });

/** Imports lines of a month of two years ago, in which the demo booked nothing. */
async function importLines(lines: string[]): Promise<void> {
  await page.goto("/admin/exchange-invoices");
  await page.getByRole("button", { name: "Import invoice" }).click();
  // Other journeys may have added exchanges whose names come first.
  await dialog().getByRole("combobox", { name: "Exchange" }).click();
  await page.getByRole("option", { name: "sandbox", exact: true }).click();
  await dialog().getByRole("combobox", { name: "Month" }).click();
  await page.getByRole("option", { name: monthName }).click();
  const csv = ["day,currency,site,campaign,impressions,media,fee", ...lines].join("\n");
  await dialog()
    .locator('input[type="file"]')
    .setInputFiles({ name: "invoice.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await dialog().getByRole("button", { name: "Import invoice" }).click();
}

test("an accountant imports an exchange's invoice, sees each difference with its reason, and accepts it", async () => {
  await visitor.signIn("accountant");
  await importLines([`${month}-10,CHF,news.example,7,1000,five,0.50`]);
  await dialog()
    .getByText(/line 2/i)
    .waitFor();
  await page.keyboard.press("Escape");

  await importLines([
    `${month}-10,CHF,news.example,7,1000,5.00,0`,
    `${month}-11,CHF,blog.example,8,1100,5.50,0`,
    `${month}-12,CHF,quiet.example,8,0,0,0`,
  ]);
  await row(monthName).getByRole("link").click();
  await page.getByRole("heading", { name: `sandbox, ${monthName}` }).waitFor();
  await row(`11.${month.slice(5)}.${month.slice(0, 4)}`).waitFor();
  expect(await row(`11.${month.slice(5)}.${month.slice(0, 4)}`).innerText()).toContain(
    "Impressions without a notice 5.50",
  );
  expect(await page.getByRole("main").innerText()).toContain("10.50");
  expect(await visitor.accessibility()).toEqual([]);

  expect(await row("quiet.example").count()).toBe(0);
  await page.getByRole("checkbox", { name: "Only differences" }).uncheck();
  await row("quiet.example").waitFor();
  await page.getByRole("button", { name: "Accept" }).click();
  await dialog().getByText("CHF\u00a010.50").waitFor();
  await dialog().getByRole("button", { name: "Accept" }).click();
  await page.getByText("Invoice accepted").waitFor();
  await page.getByText("Accepted", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Accept" }).count()).toBe(0);
});

test("a correction supersedes the invoice, which stays as history; others may not open the screen", async () => {
  await importLines([`${month}-10,CHF,news.example,7,1000,4.00,0`]);
  await row(monthName).getByRole("link").click();
  const history = page.getByRole("region", { name: "All imports of this month" });
  await history.getByText(/^Revision 2/).waitFor();
  await history.getByRole("link", { name: /^Revision 1/ }).click();
  await page.getByText("Replaced", { exact: true }).first().waitFor();
  const other = await newVisitor();
  await other.signIn("customer", "/admin/exchange-invoices");
  await other.page.waitForURL((url) => url.pathname !== "/admin/exchange-invoices");
  await other.leave();
});
