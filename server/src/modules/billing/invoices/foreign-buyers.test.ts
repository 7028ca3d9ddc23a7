import { printableText } from "@litfass/platform/pdf/printable-text";
import PDFDocument from "pdfkit";
import { expect, test, vi } from "vitest";
import type { InvoiceRow } from "../tables.ts";
import { eInvoice } from "./e-invoice.ts";
import { drawInvoice } from "./invoice-pdf.ts";
import { qrBillData } from "./qr-bill.ts";
import { testInvoice } from "./testing-invoice.ts";

const netMicros = 1_500_000_000n;
const inEuros = (countryCode: string, vatNumber: string) =>
  testInvoice({ currency: "EUR", netMicros, vatRate: 0, countryCode, vatNumber });
const inFrancs = (buyer: Partial<InvoiceRow["buyer"]>): InvoiceRow => {
  const invoice = testInvoice({ currency: "CHF", netMicros, vatRate: 810, countryCode: "CH" });
  return { ...invoice, buyer: { ...invoice.buyer, ...buyer } };
};
const buyerOf = (xml: string): string => /<ram:BuyerTradeParty>.*<\/ram:BuyerTradeParty>/.exec(xml)?.[0] ?? "";

test.each([
  ["US", "12-3456789", "123456789"],
  ["NO", "123456789MVA", "123456789MVA"],
  ["JP", "T1234567890123", "T1234567890123"],
])("writes a tax number of %s that is not a VAT identifier as the buyer's registration", (country, given, written) => {
  const buyer = buyerOf(eInvoice(inEuros(country, given)));
  expect(buyer).not.toContain("SpecifiedTaxRegistration");
  expect(buyer).toMatch(
    new RegExp(
      `<ram:SpecifiedLegalOrganization><ram:ID>${written}</ram:ID></ram:SpecifiedLegalOrganization><ram:Postal`,
    ),
  );
});

test.each([
  ["DE", "DE 123 456 789", "DE123456789"],
  ["GR", "EL123456789", "EL123456789"],
  ["NO", "NO 123 456 789 MVA", "NO123456789MVA"],
])("writes a VAT identifier of %s as such", (country, given, written) => {
  const buyer = buyerOf(eInvoice(inEuros(country, given)));
  expect(buyer).toContain(`<ram:ID schemeID="VA">${written}</ram:ID>`);
  expect(buyer).not.toContain("SpecifiedLegalOrganization");
});

test("transliterates a debtor's name in the QR code to Latin letters", () => {
  const { debtor } = qrBillData(inFrancs({ company: "Пекарня Москва", city: "Łódź" }));
  expect(debtor).toMatchObject({ name: "Pekarnya Moskva", city: "Lódz" });
});

test.each([
  ["a name of pictures alone", { company: "\u{1F354}\u{1F35F}", name: "\u{1F354}" }],
  ["a city of pictures alone", { city: "\u{1F3D4}" }],
  ["a name of control characters", { company: "\u0007\u0085", name: "" }],
])("omits a debtor with %s from the QR code", (_what, buyer) => {
  expect(qrBillData(inFrancs(buyer))).not.toHaveProperty("debtor");
});

test("removes control characters from the QR code", () => {
  expect(qrBillData(inFrancs({ company: "Bäckerei\u0007\u0085Bern" })).debtor).toMatchObject({ name: "Bäckerei Bern" });
});

test("transliterates only characters missing from the typeface", () => {
  expect(printableText("Bäckerei Ζεύς, Київ, Łódź")).toBe("Bäckerei Ζεύς, Київ, Łódź");
  expect(printableText("北京 GmbH \u{1F354}").trim()).toMatch(/^[A-Z][A-Za-z]+ GmbH$/);
});

test("transliterates names in other scripts and says so on the invoice", async () => {
  const textsOf = async (company: string): Promise<string> => {
    const write = vi.spyOn(PDFDocument.prototype, "text");
    await drawInvoice(inFrancs({ company }));
    const texts = write.mock.calls.map(([text]) => text).join("\n");
    write.mockRestore();
    return texts;
  };
  const notice = "Namen in anderen Schriften stehen hier in lateinischen Buchstaben.";
  const chinese = await textsOf("北京广告 GmbH");
  expect(chinese).toContain("BeiJingGuangGao GmbH");
  expect(chinese).not.toContain("北");
  expect(chinese).toContain(notice);
  expect(await textsOf("Łódź Zürich GmbH")).not.toContain(notice);
});
