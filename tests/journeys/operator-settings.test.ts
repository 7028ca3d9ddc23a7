import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";

let visitor: Visitor;
let page: Page;
beforeEach(async () => {
  visitor = await newVisitor({});
  page = visitor.page;
});
afterEach(() => visitor.leave());
afterAll(closeBrowser);

test("an operator changes the company and a VAT rate, and the imprint and the site's footer name it", async () => {
  await visitor.signIn("super_admin", "/settings/operator?section=company");
  await expect.poll(() => page.getByLabel("Company name").inputValue()).toBe("Litfass Demo AG");
  await page.goto("/settings/launch");
  await page.getByText("Invoices and the imprint name the demo company").waitFor();
  await page.goto("/settings/operator?section=company");
  const name = page.getByLabel("Company name");
  await expect.poll(() => name.inputValue()).toBe("Litfass Demo AG");
  try {
    await page.getByLabel("IBAN or QR-IBAN").fill("CH93 0000");
    await page.getByLabel("Reason for the change").fill("New company");
    await page.getByRole("button", { name: "Save and apply" }).click();
    await page.getByText("Enter a valid IBAN of Switzerland or Liechtenstein").waitFor();

    await page.getByLabel("IBAN or QR-IBAN").fill("CH44 3199 9123 0008 8901 2");
    await name.fill("Plakat Nord AG");
    await page.getByLabel("Commercial register").fill("Basel-Stadt, CHE-116.281.710");
    const rates = page.getByLabel("VAT rates");
    await rates.fill(`${await rates.inputValue()}\nCH 2099-01-01 8.7`);
    await page.getByRole("button", { name: "Save and apply" }).click();
    await page.getByText("name: Litfass Demo AG → Plakat Nord AG").waitFor();

    await page.goto("/en/imprint");
    const imprint = await page.locator("body").innerText();
    expect(imprint).toContain("Basel-Stadt, CHE-116.281.710");
    expect(imprint).toMatch(/© Plakat Nord AG/);
    expect(imprint).not.toContain("Litfass Demo AG");

    await page.goto("/settings/launch");
    await page.getByText("Plakat Nord AG issues the invoices").waitFor();
    expect(await visitor.accessibility()).toEqual([]);
    await page.getByRole("link", { name: "Change the company and VAT" }).click();
    await page.getByLabel("VAT number (UID)").fill("");
    await page.getByLabel("Reason for the change").fill("Exempt");
    await page.getByRole("button", { name: "Save and apply" }).click();
    await page.getByText("A company without a VAT number charges no VAT: remove the rates").waitFor();
    await page.getByLabel("VAT rates").fill("");
    await page.getByRole("button", { name: "Save and apply" }).click();
    await page.getByText("The settings are saved").first().waitFor();
    await page.goto("/en/imprint");
    expect(await page.locator("body").innerText()).not.toContain("VAT number");
  } finally {
    type Current = { company: { version: number } };
    const { company } = await callApi<Current>(page, "GET", "/settings/operator");
    const body = { version: company.version, restore: 0, note: "As before" };
    await callApi(page, "POST", "/settings/operator/company/restore", body);
  }
});
