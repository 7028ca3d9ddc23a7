import { expect, test } from "vitest";
import { pdfText } from "../../../testing/pdf-text.ts";
import type { InvoiceRow } from "../tables.ts";
import { epcPayload } from "./epc-code.ts";
import { drawInvoice } from "./invoice-pdf.ts";
import { testInvoice } from "./testing-invoice.ts";
import { readCode } from "./testing-qr-bill.ts";

const order = testInvoice({
  currency: "EUR",
  netMicros: 1_500_050_000n,
  vatRate: 0,
  countryCode: "DE",
  vatNumber: "DE123456789",
});
const paidTo = (seller: Partial<InvoiceRow["seller"]>): InvoiceRow => ({
  ...order,
  seller: { ...order.seller, ...seller },
});
const german = paidTo({ iban: "DE89370400440532013000", bic: "COBADEFFXXX" });

test("the printed code decodes to the data elements of EPC069-12", async () => {
  const code = await readCode(await drawInvoice(german));
  expect(code?.split("\n")).toEqual([
    "BCD",
    "002",
    "1",
    "SCT",
    "COBADEFFXXX",
    "Müller & Söhne AG",
    "DE89370400440532013000",
    "EUR1500.05",
    "",
    expect.stringMatching(/^RF\d\dT202600412$/),
  ]);
});

test("the code of an account without a BIC leaves it empty, and the name has 70 characters at most", async () => {
  const name = `${"Ü".repeat(69)} Żółw & Co. KG`;
  const code = await readCode(await drawInvoice(paidTo({ name, bic: null })));
  const elements = code?.split("\n") ?? [];
  expect(elements.slice(4, 7)).toEqual(["", "Ü".repeat(69), "CH9300762011623852957"]);
});

test("the longest payload fits into a symbol of version 13", () => {
  const longest = paidTo({ name: "Ü".repeat(90), bic: "COBADEFFXXX", iban: "MT84MALT011000012345MTLCAST001S" });
  const payload = epcPayload({ ...longest, sequence: 999_999_999, grossMicros: 999_999_999_990_000n });
  expect(payload).toContain("\nEUR999999999.99\n");
  expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(331);
});

test.each([
  ["is paid by card", { ...german, paidBy: "card" as const, dueOn: null }],
  ["goes to an account outside SEPA", paidTo({ iban: "TR330006100519786457841326" })],
  ["goes to a QR-IBAN", paidTo({ iban: "CH4431999123000889012" })],
  ["is in another currency", { ...german, currency: "GBP" as const }],
  ["is a credit note", { ...german, kind: "credit_note" as const }],
  ["exceeds what a transfer can carry", { ...german, grossMicros: 1_000_000_000_000_000n }],
])("an invoice that %s has no code", async (_what, invoice) => {
  const page = await drawInvoice(invoice);
  expect(await readCode(page)).toBeNull();
  expect(pdfText(page)).not.toContain("Banking-App");
});
