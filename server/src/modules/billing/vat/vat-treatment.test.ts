import { demoCompany } from "@litfass/contract/settings/demo-company";
import { expect, test } from "vitest";
import { pdfText } from "../../../testing/pdf-text.ts";
import { eInvoice } from "../invoices/e-invoice.ts";
import { drawInvoice } from "../invoices/invoice-pdf.ts";
import { testInvoice } from "../invoices/testing-invoice.ts";
import { vatRateFor } from "./vat.ts";
import { vatTreatmentOf } from "./vat-treatment.ts";

const swiss = "CHE-123.456.788 MWST";
const german = "DE123456789";

/** Seller and buyer as country and VAT number, and what a page says and an e-invoice states at 0%. */
test.each([
  ["CH", swiss, "DE", german, "reverse_charge", "AE", "Steuerschuldnerschaft"],
  ["CH", swiss, "NO", "123456789MVA", "reverse_charge", "AE", "Steuerschuldnerschaft"],
  ["CH", swiss, "DE", null, "abroad", "E", "Leistung an einen Empfänger im Ausland"],
  ["CH", swiss, "US", "12-3456789", "export", "G", "Export von Dienstleistungen"],
  ["CH", swiss, "US", null, "export", "G", "Export von Dienstleistungen"],
  ["CH", swiss, "CH", "CHE-116.281.710", "zero_rated", "Z", "Satz 0%"],
  ["CH", swiss, "LI", "52839", "zero_rated", "Z", "Satz 0%"],
  ["DE", german, "FR", "FR40303265045", "reverse_charge", "AE", "Steuerschuldnerschaft"],
  ["DE", german, "DE", german, "zero_rated", "Z", "Satz 0%"],
  ["DE", german, "CH", "CHE-116.281.710", "reverse_charge", "AE", "Steuerschuldnerschaft"],
  ["DE", null, "FR", "FR40303265045", "unregistered", "O", "§ 19 UStG"],
] as const)("a seller in %s (%s) charges a buyer in %s (%s) no VAT: %s, category %s", async (...row) => {
  const [home, sellerNumber, country, vatNumber, treatment, category, sentence] = row;
  const plain = testInvoice({
    currency: "EUR",
    netMicros: 1_500_000_000n,
    vatRate: 0,
    countryCode: country,
    vatNumber,
  });
  const invoice = { ...plain, seller: { ...plain.seller, countryCode: home, vatNumber: sellerNumber } };
  expect(vatTreatmentOf(invoice)).toBe(treatment);
  const xml = eInvoice(invoice);
  expect(new Set([...xml.matchAll(/<ram:CategoryCode>(\w+)</g)].map(([, code]) => code))).toEqual(new Set([category]));
  const text = pdfText(await drawInvoice(invoice)).replaceAll(/\s+/g, " ");
  expect(text).toContain(sentence);
  expect(/reverse.?charge/i.test(text + xml)).toBe(treatment === "reverse_charge");
});

test("a rate above zero is taxed wherever the customer is", () => {
  const [seller, buyer] = [
    { countryCode: "DE", vatNumber: german },
    { countryCode: "FR", vatNumber: "FR40303265045" },
  ];
  expect(vatTreatmentOf({ vatRate: 2000, seller, buyer })).toBe("taxed");
});

test("a stored country that does not exist is taxed like one at home", () => {
  expect([null, "ZZ", "DE"].map((country) => vatRateFor(country, "2026-11-21", demoCompany))).toEqual([810, 810, 0]);
});
