import { expect, test } from "vitest";
import { epcCode } from "./epc-code.ts";
import { drawInvoice } from "./invoice-pdf.ts";
import { testInvoice } from "./testing-invoice.ts";
import { readCode } from "./testing-qr-bill.ts";

const order = testInvoice({ currency: "EUR", netMicros: 1_500_000_000n, vatRate: 1900, countryCode: "DE" });
const seller = { ...order.seller, name: "Müller\n& Söhne GmbH", iban: "DE89370400440532013000", countryCode: "DE" };
const german = { ...order, seller };

test("the printed code decodes to a SEPA transfer of the sum to the seller, with the creditor reference", async () => {
  const reference = expect.stringMatching(/^RF\d\dT202600412$/);
  const code = await readCode(await drawInvoice(german));
  expect(code?.split("\n")).toEqual([
    ...["BCD", "002", "1", "SCT", "", "Müller & Söhne GmbH", "DE89370400440532013000", "EUR1785.00"],
    ...["", reference, "", "T-2026-00412"],
  ]);
});

test("an account outside of the European Economic Area needs its BIC", async () => {
  const swiss = { ...german, seller: { ...seller, iban: "CH9300762011623852957", bic: "POFICHBEXXX" } };
  expect((await readCode(await drawInvoice(swiss)))?.split("\n").slice(3, 5)).toEqual(["SCT", "POFICHBEXXX"]);
  expect(epcCode({ ...swiss, seller: { ...swiss.seller, bic: "" } })).toBeNull();
});

test("no code is printed for what no SEPA transfer pays", async () => {
  const outside = { ...seller, iban: "AE070331234567890123456", bic: "EBILAEAD" };
  const qrIban = { ...seller, iban: "CH4431999123000889012", bic: "POFICHBEXXX" };
  expect(epcCode({ ...german, seller: outside })).toBeNull();
  expect(epcCode({ ...german, seller: qrIban })).toBeNull();
  expect(epcCode({ ...german, currency: "GBP" })).toBeNull();
  expect(epcCode({ ...german, grossMicros: 0n })).toBeNull();
  for (const change of [{ paidBy: "card" as const, dueOn: null }, { kind: "credit_note" as const }]) {
    expect(await readCode(await drawInvoice({ ...german, ...change }))).toBeNull();
  }
});

test("the largest fields fit into the code", async () => {
  const longest = {
    ...german,
    grossMicros: 999_999_999_990_000n,
    seller: { ...seller, name: "Ä".repeat(90), bic: "POFICHBEXXX", iban: "MT84MALT011000012345MTLCAST001S" },
  };
  const code = epcCode(longest)!;
  expect(Buffer.byteLength(code)).toBeLessThanOrEqual(331);
  const pdf = await drawInvoice(longest);
  expect(await readCode(pdf)).toBe(code);
  expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(epcCode({ ...longest, grossMicros: 1_000_000_000_000_000n })).toBeNull();
});
