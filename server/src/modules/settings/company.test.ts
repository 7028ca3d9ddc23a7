import { roles } from "@litfass/contract/kernel/roles";
import { demoCompany } from "@litfass/contract/settings/demo-company";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { readSettings } from "@litfass/platform/settings/read-settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { findInvoice } from "../billing/invoices/invoice-sql.ts";
import { qrBillData } from "../billing/invoices/qr-bill.ts";

let stack: Stack;
let boss: TestClient;
let customer: TestClient;
beforeAll(async () => {
  stack = await startStack();
  boss = await stack.signIn("super_admin");
  customer = await stack.signIn("customer");
});
afterAll(() => stack.close());

const currentCompany = async () => (await boss.get("/settings/operator")).body.company;
const changeCompany = async (changes: object, note = "Moved") => {
  const { version, settings } = await currentCompany();
  return boss.put("/settings/operator/company", { version, note, settings: { ...settings, ...changes } });
};

/** An invoice of 800.00, as its row. */
async function invoiceNow() {
  const path = "/billing/admin/manual-invoices";
  const order = { user: customer.uid, description: "Spring fair", amount: 800, note: "by phone" };
  const { id } = (await boss.post(path, order)).body;
  expect((await boss.put(`${path}/${id}/change-status`, { status: "approved" })).status).toBe(200);
  const { body } = await boss.get(`${path}?sort=id&direction=desc`);
  const number = body.data[0].invoice;
  const invoice = await findInvoice(stack.platform.db, number);
  if (!invoice) throw new Error(`No invoice ${number}: ${JSON.stringify(body.data[0])}`);
  return invoice;
}

const pageOf = async (path: string): Promise<string> =>
  (await stack.app.inject({ url: path, headers: { accept: "text/html" } })).body;

test("a changed company applies to the next invoice, QR-bill, imprint, terms and site status, not to issued invoices", async () => {
  const issued = await invoiceNow();
  expect(issued.seller.name).toBe(demoCompany.name);
  const company = {
    name: "Plakat Nord AG",
    street: "Rheinweg",
    house_number: "12a",
    postal_code: "4051",
    city: "Basel",
    vat_number: "CHE-116.281.710 MWST",
    register: "Handelsregister Basel-Stadt, CHE-116.281.710",
    iban: "ch44 3199 9123 0008 8901 2",
    email: "hallo@plakat-nord.example",
    phone: "+41 61 555 01 02",
    vat_rates: [
      ...demoCompany.vat_rates,
      { country_code: "CH", from_on: stack.clock.now().toISOString().slice(0, 10), percent: 8.5 },
    ],
  };
  expect((await changeCompany(company)).status).toBe(200);

  const next = await invoiceNow();
  expect(next.seller).toMatchObject({
    name: "Plakat Nord AG",
    iban: "CH4431999123000889012",
    register: company.register,
  });
  expect([next.vatRate, next.vatMicros]).toEqual([850, 68_000_000n]);
  expect(qrBillData(next)?.creditor).toMatchObject({ account: "CH4431999123000889012", name: "Plakat Nord AG" });
  const unchanged = await findInvoice(stack.platform.db, issued.number);
  expect(unchanged?.seller).toEqual(issued.seller);
  expect([unchanged?.vatRate, unchanged?.vatMicros]).toEqual([810, 64_800_000n]);

  const imprint = await pageOf("/en/imprint");
  for (const text of [company.name, "Rheinweg 12a", "CH-4051 Basel", company.register, company.email, company.phone]) {
    expect(imprint).toContain(text);
  }
  expect(imprint).not.toContain(demoCompany.name);
  expect(await pageOf("/de/terms")).toContain("Plakat Nord AG");
  expect((await stack.visitor().get("/site/status")).body.operator_name).toBe("Plakat Nord AG");
});

test("an earlier company is restored as a new version, and each version shows what changed", async () => {
  const { version } = await currentCompany();
  const body = { version, restore: 0, note: "Back" };
  expect((await boss.post("/settings/operator/company/restore", body)).body.company.settings).toEqual(demoCompany);
  const [newest] = (await boss.get("/settings/operator/company/versions")).body.data;
  expect(newest.changes).toContainEqual({ field: "name", before: "Plakat Nord AG", after: demoCompany.name });
  const rates = newest.changes.find(({ field }: { field: string }) => field === "vat_rates");
  expect(rates.before).toContain("CH 2024-01-01 8.1");
});

test.each([
  ["iban", { iban: "CH93 0076 2011 6238 5295 8" }],
  ["iban", { iban: "US98123456789012345678" }],
  ["bic", { bic: "NWBK" }],
  ["accounts.0.iban", { accounts: [{ currency: "GBP", iban: "GB28NWBK60161331926819", bic: null }] }],
  ["country_code", { country_code: "XX" }],
  ["name", { name: "x".repeat(71) }],
  ["email", { email: "nobody" }],
  ["vat_rates.0.percent", { vat_rates: [{ country_code: "CH", from_on: "2024-01-01", percent: 8.123 }] }],
  ["vat_rates", { vat_rates: [demoCompany.vat_rates[0], demoCompany.vat_rates[0]] }],
  ["vat_rates", { vat_rates: [] }],
  ["vat_rates", { vat_number: null }],
])("an invalid %s is refused at its field", async (field, changes) => {
  const refused = await changeCompany(changes);
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.errors)).toEqual([`settings.${field}`]);
});

test("a company without a VAT number charges no VAT, and the imprint names none", async () => {
  const before = (await currentCompany()).version;
  expect((await changeCompany({ vat_number: null, vat_rates: [] })).status).toBe(200);
  const invoice = await invoiceNow();
  expect([invoice.seller.vatNumber, invoice.vatRate, invoice.vatMicros]).toEqual([null, 0, 0n]);
  expect(qrBillData(invoice)?.amount).toBe(800);
  const imprint = await pageOf("/en/imprint");
  expect(imprint).not.toContain("VAT number");
  expect(imprint).not.toContain("Value added tax");
  const back = { version: before + 1, restore: 0, note: "Registered" };
  expect((await boss.post("/settings/operator/company/restore", back)).status).toBe(200);
  expect(await pageOf("/en/imprint")).toContain("VAT number");
});

test("the footer of the site links to the operator's profiles, named after their hosts", async () => {
  const { version, settings } = (await boss.get("/settings/operator")).body.brand;
  const social_links = ["https://www.linkedin.example/company/plakat", "https://social.example:bad/@plakat"];
  const body = { version, note: "Profiles", settings: { ...settings, social_links } };
  expect((await boss.put("/settings/operator/brand", body)).status).toBe(200);
  const page = await pageOf("/en/imprint");
  expect(page).toContain(
    `<a href="https://www.linkedin.example/company/plakat" rel="me noopener">linkedin.example</a>`,
  );
  expect(page).not.toContain("social.example");
});

test("a section that a newer release stored does not break reading the others", async () => {
  const rows = [
    { section: "later", version: 1, settings: {} },
    { section: "company", version: 3, settings: { ...demoCompany, city: "Basel" } },
  ];
  const db = { execute: async () => ({ rows }) } as unknown as Executor;
  const { settings, versions } = await readSettings(db, stack.platform.settings.current());
  expect(settings.company.city).toBe("Basel");
  expect(versions).toMatchObject({ brand: 0, company: 3, prices: 0, legal: 0, site: 0 });
  expect(versions).not.toHaveProperty("later");
});

test("only a super_admin changes the company", async () => {
  const { version, settings } = await currentCompany();
  for (const role of roles.filter((each) => each !== "super_admin")) {
    const other = await stack.signIn(role);
    expect((await other.put("/settings/operator/company", { version, note: "Mine", settings })).status).toBe(403);
  }
});
