import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { openFreshAccount } from "./billing/fresh-account.ts";

let staff: Visitor;
let customer: Visitor;
beforeAll(async () => {
  [staff, customer] = [await newVisitor(), await newVisitor({ width: 390, height: 844 })];
  await openFreshAccount(customer.page);
}, 90_000);
afterAll(async () => {
  await staff.leave();
  await customer.leave();
  closeBrowser();
});

const code = `SPRING-${Date.now() % 1_000_000_000}`;
const dialogOf = (page: Page) => page.getByRole("dialog");
const row = () => staff.page.getByRole("row").filter({ hasText: code });

async function enter(typed: string): Promise<void> {
  const dialog = dialogOf(customer.page);
  await dialog.getByLabel("Promotion code", { exact: true }).fill(typed);
  await dialog.getByRole("button", { name: "Redeem", exact: true }).click();
}

test("a super admin creates a code whose terms are checked at their fields", async () => {
  const { page } = staff;
  await staff.signIn("super_admin", "/admin/promotion-codes");
  await page.getByRole("button", { name: "New code" }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("Code", { exact: true }).fill("SHORT");
  await dialog.getByLabel("Amount", { exact: true }).fill("75");
  await dialog.getByText("A code has 8 to 20 letters from A to Z, digits and hyphens").waitFor();
  await dialog.getByLabel("Code", { exact: true }).fill(code.toLowerCase());
  await dialog.getByLabel("Redemptions at most").fill("3");
  await dialog.getByText("Up to CHF 225.00 in all").waitFor();
  await dialog.getByRole("textbox", { name: "Last day" }).fill(`31.12.${new Date().getUTCFullYear() + 1}`);
  expect(await staff.accessibility()).toEqual([]);
  await dialog.getByRole("button", { name: "Create code" }).click();
  await row().waitFor();
  expect(await row().innerText()).toMatch(/Active[\s\S]*75\.00[\s\S]*0 of 3/);
});

test("a customer redeems it under Billing and sees the balance at once", async () => {
  const { page } = customer;
  await page.goto("/invoices");
  await page.getByRole("button", { name: "Have a promotion code?" }).click();
  await enter("NO-SUCH-CODE");
  await dialogOf(page).getByText("We do not know this code").waitFor();
  expect(await customer.accessibility()).toEqual([]);
  await enter(` ${code.toLowerCase()} `);
  await page.getByText("CHF 75.00 has been added to your budget").waitFor();
  await page.getByRole("heading", { name: "CHF 75.00 is available for your next campaign." }).waitFor();
  await page.getByText(`Promotion code: ${code}`).first().waitFor();
  await page.getByRole("button", { name: "Have a promotion code?" }).click();
  await enter(code);
  await dialogOf(page).getByText("You have redeemed this code already").waitFor();
});

test("staff see who redeemed it, and end it", async () => {
  const { page } = staff;
  await page.reload();
  await row()
    .getByRole("button", { name: `Actions for ${code}` })
    .click();
  await page.getByRole("menuitem", { name: "Show redemptions" }).click();
  await dialogOf(page).getByText("Velowerk Amsler AG").waitFor();
  expect(await staff.accessibility()).toEqual([]);
  await page.keyboard.press("Escape");
  await row()
    .getByRole("button", { name: `Actions for ${code}` })
    .click();
  await page.getByRole("menuitem", { name: "End code" }).click();
  await dialogOf(page).getByRole("button", { name: "End code" }).click();
  await row().getByText("Ended").waitFor();
  expect([...staff.complaints(), ...customer.complaints()]).toEqual([]);
});
