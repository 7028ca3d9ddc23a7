import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";

let visitor: Visitor;
let page: Page;
const dialog = () => page.getByRole("dialog", { name: "Leave without saving?" });
const place = () => new URL(page.url()).pathname + new URL(page.url()).search;

beforeAll(async () => {
  visitor = await newVisitor();
  page = visitor.page;
  await visitor.signIn("super_admin", "/settings/exchanges");
});
afterAll(async () => {
  await visitor.leave();
  closeBrowser();
});

test("a link, the back button and another tab ask before they discard input; staying loses nothing", async () => {
  await page.goto("/settings/exchanges");
  await page.getByRole("link", { name: "sandbox" }).first().click();
  const field = page.getByLabel("Network reserve");
  await field.fill("35");
  const menu = page.locator("#side-menu").getByRole("link", { name: "Advertisers" });
  await menu.click();
  await dialog().waitFor();
  expect(await visitor.accessibility()).toEqual([]);
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await dialog().waitFor({ state: "hidden" });
  expect([place(), await field.inputValue()]).toEqual(["/settings/exchanges/edit/sandbox", "35"]);

  await page.goBack();
  await dialog().waitFor();
  expect(place()).toBe("/settings/exchanges/edit/sandbox");
  await dialog().getByRole("button", { name: "Cancel" }).click();
  expect(await field.inputValue()).toBe("35");

  await page.goBack();
  await dialog().getByRole("button", { name: "Leave without saving" }).click();
  await page.waitForURL("**/settings/exchanges");
  await page.getByRole("link", { name: "sandbox" }).first().click();
  expect(await field.inputValue()).toBe("20");
  await menu.click();
  await page.waitForURL("**/users**");
});

test("a section of the settings asks too, the browser asks before a reload, and undone input leaves nothing to ask", async () => {
  await page.goto("/settings/operator");
  await page.getByRole("link", { name: "Company and VAT", exact: true }).click();
  const phone = page.getByLabel("Phone");
  await phone.fill("+41 31 000 00 00");
  await page.getByRole("link", { name: "Prices", exact: true }).click();
  await dialog().getByRole("button", { name: "Cancel" }).click();
  expect(await phone.inputValue()).toBe("+41 31 000 00 00");
  let asked = 0;
  page.once("dialog", (native) => {
    asked += 1;
    void native.dismiss();
  });
  await page.reload({ timeout: 3000 }).catch(() => {});
  expect(asked).toBe(1);
  expect(await phone.inputValue()).toBe("+41 31 000 00 00");
  await phone.fill("");
  await page.getByRole("link", { name: "Prices", exact: true }).click();
  await page.getByRole("heading", { name: "Prices", exact: true }).first().waitFor();
});
