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
  await closeBrowser();
});

const dialog = () => page.getByRole("dialog");
const row = (text: string) => page.getByRole("row").filter({ hasText: text });

/** Imports lines of October 2024, a month in which the demo booked nothing. */
async function importLines(lines: string[]): Promise<void> {
  await page.goto("/admin/exchange-invoices");
  await page.getByRole("button", { name: "Import invoice" }).click();
  await dialog().getByLabel("Exchange", { exact: true }).fill("sandbox");
  await dialog().getByLabel("Month", { exact: true }).fill("2024-10");
  const csv = ["day,currency,site,campaign,impressions,media,fee", ...lines].join("\n");
  await dialog()
    .locator('input[type="file"]')
    .setInputFiles({ name: "invoice.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await dialog().getByRole("button", { name: "Import invoice" }).click();
}

test("an accountant imports an exchange's invoice, sees each difference with its reason, and accepts it", async () => {
  await visitor.signIn("accountant");
  await importLines(["2024-10-10,CHF,news.example,7,1000,five,0.50"]);
  await dialog()
    .getByText(/line 2/i)
    .waitFor();
  await page.keyboard.press("Escape");

  await importLines(["2024-10-10,CHF,news.example,7,1000,5.00,0", "2024-10-11,CHF,blog.example,8,1100,5.50,0"]);
  await row("October 2024").getByRole("link").click();
  await page.getByRole("heading", { name: "sandbox, October 2024" }).waitFor();
  await row("11.10.2024").waitFor();
  expect(await row("11.10.2024").innerText()).toContain("Impressions without a notice 5.50");
  expect(await page.getByRole("main").innerText()).toContain("10.50");
  expect(await visitor.accessibility()).toEqual([]);

  await page.getByRole("button", { name: "Accept" }).click();
  await dialog().getByText("CHF\u00a010.50").waitFor();
  await dialog().getByRole("button", { name: "Accept" }).click();
  await page.getByText("Invoice accepted").waitFor();
  await page.getByText("Accepted", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Accept" }).count()).toBe(0);
});
