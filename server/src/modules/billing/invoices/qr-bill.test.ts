import { expect, test } from "vitest";
import { pdfText } from "../../../testing/pdf-text.ts";
import type { UserRow } from "../../users/index.ts";
import { buyerOf } from "./invoice.ts";
import { drawInvoice } from "./invoice-pdf.ts";
import { paymentReference } from "./qr-bill.ts";
import { testInvoice } from "./testing-invoice.ts";
import { fieldsOf, readCode } from "./testing-qr-bill.ts";

const order = testInvoice({ currency: "CHF", netMicros: 1_500_000_000n, vatRate: 810, countryCode: "CH" });

test("the printed code decodes to the seller, the customer, the amount and the reference", async () => {
  const code = await readCode(await drawInvoice(order));
  expect(code).not.toBeNull();
  expect(fieldsOf(code!)).toEqual({
    head: ["SPC", "0200", "1"],
    account: "CH9300762011623852957",
    creditor: ["S", "Müller & Söhne AG", "Säulenstrasse", "7", "8000", "Zürich", "CH"],
    ultimateCreditor: ["", "", "", "", "", "", ""],
    amount: "1621.50",
    currency: "CHF",
    debtor: ["S", "Bäckerei Capek GmbH", "Gerberngasse", "27", "3011", "Bern", "CH"],
    referenceType: "SCOR",
    reference: expect.stringMatching(/^RF\d\dT202600412$/),
    message: "T-2026-00412",
    trailer: "EPD",
  });
});

test("uses a reference of 27 digits with a QR-IBAN", async () => {
  const seller = { ...order.seller, iban: "CH4431999123000889012" };
  const fields = fieldsOf((await readCode(await drawInvoice({ ...order, seller })))!);
  expect([fields.referenceType, fields.reference]).toEqual(["QRR", expect.stringMatching(/^\d{27}$/)]);
});

test("the code names a foreign customer and is absent from paid invoices", async () => {
  const abroad = testInvoice({ currency: "CHF", netMicros: 2_000_500_000n, vatRate: 0, countryCode: "LI" });
  const fields = fieldsOf((await readCode(await drawInvoice(abroad)))!);
  expect([fields.currency, fields.amount, fields.debtor[6]]).toEqual(["CHF", "2000.50", "LI"]);
  expect(await readCode(await drawInvoice({ ...order, paidBy: "card", dueOn: null }))).toBeNull();
});

test("only an account in Switzerland or Liechtenstein has a code, others state IBAN, BIC and creditor reference", async () => {
  const seller = { ...order.seller, iban: "GB29NWBK60161331926819", bic: "NWBKGB2L" };
  for (const currency of ["CHF", "GBP", "DKK"] as const) {
    const page = await drawInvoice({ ...order, currency, seller });
    expect(await readCode(page)).toBeNull();
    const text = pdfText(page);
    for (const part of ["GB29 NWBK 6016 1331 9268 19", "BIC NWBKGB2L", /RF\d\d T202 6004 12/]) {
      expect(text.replaceAll(/\s+/g, " ")).toMatch(part);
    }
    expect(text).toContain(`${currency}\u00a01'621.50`);
  }
});

test("an invoice names no country where the stored one is none", () => {
  const user = { uid: "u", fullName: "Nora Zbinden", email: "nora@example.com", vatNumber: null };
  expect(buyerOf({ ...user, countryCode: "ZZ" } as UserRow).countryCode).toBe("");
  expect(buyerOf({ ...user, countryCode: "DE" } as UserRow).countryCode).toBe("DE");
});

test.each([
  ["Crédit Agricole", "FR7630006000011234567890189"],
  ["BNP Paribas", "FR1430004000031234567890143"],
  ["Deutsche Bank Düsseldorf", "DE44300700100123456789"],
])("an account at %s gets a creditor reference, though its bank number begins like a QR-IBAN's", (_bank, iban) => {
  expect(paymentReference(iban, 2026, 12)).toMatch(/^RF\d{2}T202600012$/);
  expect(paymentReference("CH4431999123000889012", 2026, 12)).toMatch(/^\d{27}$/);
});
