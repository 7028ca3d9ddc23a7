import { inflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";
import { eventually } from "../support/eventually.ts";
import { zurichDay } from "../support/zurich-day.ts";
import { mailsTo, openFreshAccount, read, send } from "./billing/fresh-account.ts";

let operator: Visitor;
let customer: Visitor;
let address = "";
beforeAll(async () => {
  [operator, customer] = [await newVisitor(), await newVisitor()];
  address = await openFreshAccount(customer.page);
}, 120_000);
afterAll(async () => {
  type Settings = { prices: { version: number; settings: { plans: { advanced: { discount: unknown } } } } };
  const { prices } = await callApi<Settings>(operator.page, "GET", "/settings/operator");
  prices.settings.plans.advanced.discount = null;
  await callApi(operator.page, "PUT", "/settings/operator/prices", { ...prices, note: "As before" });
  await operator.leave();
  await customer.leave();
  closeBrowser();
});

const dialogOf = (page: Page) => page.getByRole("dialog");
const typed = (day: string): string => day.split("-").reverse().join(".");
const inDays = zurichDay;
const fieldsOf = (page: Page) => page.getByRole("group", { name: "Discount on Advanced" });

async function save(page: Page, reason: string): Promise<void> {
  await page.getByLabel("Reason for the change").fill(reason);
  await page.getByRole("button", { name: "Save and apply" }).click();
}

test("an operator sets an introductory price; an ordinary discount is refused, because nobody has paid the list price", async () => {
  const { page } = operator;
  await operator.signIn("super_admin", "/settings/operator?section=prices");
  const fields = fieldsOf(page);
  await page.getByRole("group", { name: "Discounts" }).getByLabel("Advanced").click();
  await page.getByRole("option", { name: "Percentage" }).click();
  await fields.getByLabel("Percentage").fill("12.5");
  await fields.getByRole("textbox", { name: "First day" }).fill(typed(inDays(0)));
  await fields.getByRole("textbox", { name: "Last day" }).fill(typed(inDays(40)));
  await fields.getByLabel("What customers read (English)").fill("Launch offer");
  await fields.getByText("For 3 months: CHF/€ 11'812.50 instead of 13'500.00.").waitFor();
  await save(page, "Launch");
  await fields.getByText("The list price must have applied before").waitFor();
  expect(await operator.accessibility()).toEqual([]);
  await fields.getByLabel("Introductory price").check();
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.getByText("Packages, Advanced, discount, percentage: – → 12.5").first().waitFor();
});

test("visitors and customers see the list price struck through, and what is ordered agrees with invoice and mail", async () => {
  const { page } = customer;
  await page.goto("/en");
  await page.getByText("Launch offer · Introductory price −12.5%").waitFor();
  await page.getByText("CHF 11'812.50").waitFor();
  await page.goto("/invoices");
  const card = page.getByRole("region", { name: "Advanced" });
  await card.getByText("CHF/€ 11'812.50").waitFor();
  expect(await card.locator("s").innerText()).toContain("CHF/€\u00a013'500");
  await card.getByText("Launch offer · Introductory price −12.5%").waitFor();
  await card.getByRole("button", { name: "Subscribe" }).click();
  const dialog = dialogOf(page);
  expect((await dialog.locator("dl").innerText()).replaceAll(/\s+/g, " ")).toBe(
    "Advanced, 3 months CHF 13'500.00 Launch offer · Introductory price −12.5% CHF -1'687.50 Your price CHF 11'812.50 VAT 8.1% CHF 956.81 Total to pay CHF 12'769.31",
  );
  expect(await customer.accessibility()).toEqual([]);
  await dialog.getByLabel("I agree to the").check();
  await dialog.getByRole("button", { name: "Send invoice" }).click();
  await page.getByText("Invoice has been sent to mailbox").waitFor();
  const { data } = await read(page, "/billing/invoices");
  // 8.1% of 11'812.50 is 956.81.
  expect(data[0]).toMatchObject({ amount: 12_769.31 });
  const [mail] = await eventually(
    "the invoice by mail",
    () => mailsTo(address),
    (all) => all.some(({ attachments }) => attachments.length > 0),
    240_000,
  );
  expect(mail?.text).toMatch(
    /CHF\s13'500\.00[\s\S]*Launch offer · Introductory price \(12\.5%\)[\s\S]*1'687\.50[\s\S]*CHF\s12'769\.31/,
  );
});

/** The e-invoice that a PDF of an invoice in euros embeds. */
function eInvoiceOf(pdf: Buffer): string {
  for (let at = pdf.indexOf("stream\n"); at >= 0; at = pdf.indexOf("stream\n", at + 7)) {
    const end = pdf.indexOf("endstream", at);
    if (pdf.subarray(at - 3, at).toString() === "end" || end < 0) continue;
    const body = pdf.subarray(at + 7, end);
    const text = body[0] === 0x78 ? inflateSync(body).toString() : body.toString();
    if (text.includes("CrossIndustryInvoice")) return text;
  }
  throw new Error("The PDF has no e-invoice");
}

test("a customer in Germany orders at the discount: screen, invoice and e-invoice have the same amounts", async () => {
  const abroad = await newVisitor();
  const { page } = abroad;
  await openFreshAccount(page);
  await send(page, "POST", "/users/me", {
    first_name: "Jana",
    last_name: "Weiss",
    company_name: "Morgenrot GmbH",
    street: "Kastanienallee",
    house_number: "3",
    postal_code: "10435",
    city: "Berlin",
    country_code: "DE",
    vat_number: "DE123456789",
    is_terms_accepted: true,
  });
  await page.goto("/invoices");
  await page.getByRole("region", { name: "Advanced" }).getByRole("button", { name: "Subscribe" }).click();
  const dialog = dialogOf(page);
  await dialog.getByText("EUR 11'812.50").first().waitFor();
  expect((await dialog.locator("dl").innerText()).replaceAll(/\s+/g, " ")).toMatch(/Total to pay EUR 11'812\.50$/);
  await dialog.getByLabel("I agree to the").check();
  await dialog.getByRole("button", { name: "Send invoice" }).click();
  await page.getByText("Invoice has been sent to mailbox").waitFor();
  const { data } = await read(page, "/billing/invoices");
  expect(data[0]).toMatchObject({ amount: 11_812.5, currency: "EUR" });
  const xml = eInvoiceOf(await (await page.context().request.get(data[0].pdf)).body());
  const all = (name: string) =>
    [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)<`, "g"))].map((match) => match[1]);
  expect({ price: all("ChargeAmount"), allowance: all("ActualAmount"), percent: all("CalculationPercent") }).toEqual({
    price: ["13500.00"],
    allowance: ["1687.50"],
    percent: ["12.50"],
  });
  expect(all("Reason")).toEqual(["Launch offer · Introductory price"]);
  // The line, then the document.
  expect(all("LineTotalAmount")).toEqual(["11812.50", "11812.50"]);
  expect([...all("TaxBasisTotalAmount"), ...all("GrandTotalAmount"), ...all("DuePayableAmount")]).toEqual([
    "11812.50",
    "11812.50",
    "11812.50",
  ]);
  await abroad.leave();
});

test("the dialog shows a price that changes while it is open, and buys nothing before it is accepted again", async () => {
  const { page } = customer;
  await page.goto("/invoices");
  await page.getByRole("region", { name: "Advanced" }).getByRole("button", { name: "Subscribe" }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("I agree to the").check();
  await operator.page.reload();
  await fieldsOf(operator.page).getByLabel("Percentage").fill("10");
  await save(operator.page, "Less");
  await operator.page.getByText("Packages, Advanced, discount, percentage: 12.5 → 10").first().waitFor();
  const before = (await read(page, "/billing/invoices")).meta.total;
  await dialog.getByRole("button", { name: "Send invoice" }).click();
  await dialog
    .getByText("The price has changed and is now CHF 12'150.00 without VAT. Nothing was ordered or charged.")
    .waitFor();
  await dialog.getByText("CHF 12'150.00", { exact: true }).waitFor();
  expect(await dialog.getByLabel("I agree to the").isChecked()).toBe(false);
  expect((await read(page, "/billing/invoices")).meta.total).toBe(before);
  await dialog.getByLabel("I agree to the").check();
  await dialog.getByRole("button", { name: "Send invoice" }).click();
  await page.getByText("Invoice has been sent to mailbox").waitFor();
  const { data } = await read(page, "/billing/invoices");
  expect(data[0]).toMatchObject({ amount: 13_134.15 });
});

test("an admin agrees on a discount with a customer, who sees it under Billing", async () => {
  const { uid } = await read(customer.page, "/users/me");
  const admin = await newVisitor({ width: 390, height: 844 });
  const { page } = admin;
  await admin.signIn("admin", `/users/${uid}`);
  await page.getByRole("button", { name: "Agree on a discount" }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("On impressions (CPM)").fill("10");
  await dialog.getByLabel("On plans").fill("5");
  await dialog.getByRole("textbox", { name: "Last day" }).fill(typed(inDays(200)));
  await dialog.getByLabel("Reason").fill("Three campaigns a year");
  expect(await admin.accessibility()).toEqual([]);
  await dialog.getByRole("button", { name: "Agree", exact: true }).click();
  await page.getByText("Impressions −10%, plans −5%").waitFor();
  await customer.page.goto("/invoices");
  await customer.page.getByText("CHF 22.50 instead of CHF 25.00 for 1000 impressions").waitFor();
  const starter = customer.page.getByRole("region", { name: "Starter" });
  await starter.getByText("Agreed discount −5%").waitFor();
  await page.getByRole("button", { name: "End", exact: true }).click();
  await dialogOf(page).getByRole("button", { name: "End", exact: true }).click();
  await page.getByText("Ended", { exact: true }).waitFor();
  await customer.page.reload();
  await starter.getByText("CHF/€ 1'500").waitFor();
  await admin.leave();
  expect([...operator.complaints(), ...customer.complaints()]).toEqual([]);
});
