import PDFDocument from "pdfkit";
import { expect, test, vi } from "vitest";
import { drawInvoice } from "./invoice-pdf.ts";
import { testInvoice } from "./testing-invoice.ts";

/** The texts of an invoice without VAT from a seller of a country; a registered one has a business as its customer. */
async function textsFrom(countryCode: string, vatNumber: string | null): Promise<string> {
  const buyer = { countryCode: "FR", vatNumber: vatNumber && "FR40303265045" };
  const invoice = testInvoice({ currency: "EUR", netMicros: 800_000_000n, vatRate: 0, ...buyer });
  const write = vi.spyOn(PDFDocument.prototype, "text");
  await drawInvoice({ ...invoice, seller: { ...invoice.seller, countryCode, vatNumber } });
  const texts = write.mock.calls.map(([text]) => text).join("\n");
  write.mockRestore();
  return texts;
}

const reverseCharge = "Reverse Charge";

test.each([
  ["DE", "§ 19 UStG"],
  ["AT", "§ 6 Abs. 1 Z 27 UStG"],
  ["FR", "TVA non applicable, art. 293 B du CGI"],
  ["IT", "art. 1, commi 54-89, legge 190/2014"],
])("an invoice of an exempt seller in %s names the law", async (country, law) => {
  const texts = await textsFrom(country, null);
  expect(texts).toContain(law);
  expect(texts.toLowerCase()).not.toContain(reverseCharge.toLowerCase());
  expect(texts).not.toContain("null");
});

test("an invoice of an exempt seller in Switzerland mentions no tax at all", async () => {
  const texts = await textsFrom("CH", null);
  expect(texts).not.toMatch(/reverse.charge|MWST|Mehrwertsteuer|UStG/i);
});

test("an invoice of a registered seller to a business abroad says that the recipient owes the tax", async () => {
  const texts = await textsFrom("DE", "DE123456789");
  expect(texts).toMatch(/reverse.charge|schuldet/i);
  expect(texts).not.toContain("§ 19 UStG");
});
