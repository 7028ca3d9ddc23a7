import { expect, test } from "vitest";
import type { InvoiceRow } from "../tables.ts";
import { eInvoice } from "./e-invoice.ts";
import { drawInvoice } from "./invoice-pdf.ts";

const invoice: InvoiceRow = {
  number: "T-2026-00412",
  year: 2026,
  sequence: 412,
  kind: "invoice",
  ownerUid: "owner",
  currency: "EUR",
  netMicros: 1_500_000_000n,
  vatMicros: 0n,
  grossMicros: 1_500_000_000n,
  vatRate: 0,
  nameEn: "Starter package, 3 months",
  nameDe: "Paket Starter, 3 Monate",
  names: {},
  paidBy: "order",
  language: "de",
  seller: {
    name: "Müller & Söhne AG",
    street: "Säulenstrasse",
    houseNumber: "7",
    postalCode: "8000",
    city: "Zürich",
    countryCode: "CH",
    vatNumber: "CHE-123.456.788 MWST",
    iban: "CH9300762011623852957",
    email: "billing@pillar.example",
  },
  buyer: {
    uid: "owner",
    company: "Bäckerei <Morgenrot> GmbH",
    name: "Jana Weiss",
    street: "Kastanienallee",
    houseNumber: "3",
    postalCode: "10435",
    city: "Berlin",
    countryCode: "DE",
    vatNumber: "DE 123 456 789",
    email: "jana@morgenrot.example",
  },
  lines: [{ textEn: "Starter package, 3 months", textDe: "Paket Starter, 3 Monate", netMicros: "1500000000" }],
  corrects: null,
  issuedAt: new Date("2026-11-21T10:00:00Z"),
  dueOn: "2026-12-21",
};

/** The content of the first element of a name. */
const textOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)</ram:${name}>`).exec(xml)?.[1];

test("an invoice in EUR has the same content in EN 16931 as on its page", () => {
  const xml = eInvoice(invoice);
  expect(textOf(xml, "TypeCode")).toBe("380");
  expect(textOf(xml, "GrandTotalAmount")).toBe("1500.00");
  expect(textOf(xml, "DuePayableAmount")).toBe("1500.00");
  expect(textOf(xml, "TotalPrepaidAmount")).toBe("0.00");
  expect(textOf(xml, "ExemptionReason")).toBe("Reverse charge");
  expect(textOf(xml, "PaymentReference")).toMatch(/^RF\d\dT202600412$/);
  expect(xml).toContain('<ram:ID schemeID="VA">DE123456789</ram:ID>');
  expect(xml).toContain('<ram:ID schemeID="VA">CHE123456788MWST</ram:ID>');
  expect(xml).toContain("Bäckerei &lt;Morgenrot&gt; GmbH");
  expect(xml.match(/<ram:CategoryCode>AE</g)).toHaveLength(2);
});

test("reports payments by card or TWINT as prepaid at an online payment service, with nothing due", () => {
  const xml = eInvoice({ ...invoice, paidBy: "card", dueOn: null });
  expect([textOf(xml, "TotalPrepaidAmount"), textOf(xml, "DuePayableAmount")]).toEqual(["1500.00", "0.00"]);
  expect(xml).not.toContain("DueDateDateTime");
  expect(xml).toContain("<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>68</ram:TypeCode>");
});

test("a credit note has type 381, positive amounts and a reference to the corrected invoice", () => {
  const credit = { netMicros: -500_000n * 1000n, grossMicros: -500_000n * 1000n };
  const lines = [{ ...invoice.lines[0]!, netMicros: "-500000000" }];
  const xml = eInvoice({ ...invoice, ...credit, lines, kind: "credit_note", corrects: "T-2026-00400", dueOn: null });
  expect(textOf(xml, "TypeCode")).toBe("381");
  expect(textOf(xml, "GrandTotalAmount")).toBe("500.00");
  expect(textOf(xml, "IssuerAssignedID")).toBe("T-2026-00400");
  expect(xml).not.toContain(">-");
});

test("marks the service as exempt if the customer has no VAT number", () => {
  const xml = eInvoice({ ...invoice, buyer: { ...invoice.buyer, vatNumber: null } });
  expect(xml.match(/<ram:CategoryCode>E</g)).toHaveLength(2);
  expect(textOf(xml, "ExemptionReason")).toBe("Leistung an einen Empfänger im Ausland");
});

test("an invoice in EUR has the objects of a PDF/A-3 and embeds the XML; one in CHF does not", async () => {
  const file = await drawInvoice(invoice);
  const pdf = file.toString("latin1");
  const objects = [...pdf.matchAll(/\d+ 0 obj\n([\s\S]*?)endobj/g)].map(([, body]) => body ?? "");
  const one = (sign: string | RegExp): string => {
    const found = objects.filter((each) => (typeof sign === "string" ? each.includes(sign) : sign.test(each)));
    expect(found, String(sign)).toHaveLength(1);
    return found[0]!;
  };
  expect(pdf).toMatch(/^%PDF-1\.[4-7]\n%[\x80-\xff]{4}/);
  expect(pdf).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/);
  expect(pdf).not.toMatch(/\/Encrypt|\/JavaScript|\/Launch|\/SMask/);
  const root = one("/Type /Catalog");
  for (const key of ["/Metadata", "/OutputIntents", "/Lang", "/AF "]) expect(root).toContain(key);
  const metadata = one("/Subtype /XML");
  expect(metadata).toContain("/Type /Metadata");
  expect(metadata).not.toContain("/Filter");
  expect(metadata).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B<\/pdfaid:conformance>/);
  for (const fact of [
    "<fx:DocumentFileName>factur-x.xml<",
    "<fx:ConformanceLevel>EN 16931<",
    "<pdfaExtension:schemas>",
  ]) {
    expect(metadata).toContain(fact);
  }
  expect(one("/Type /OutputIntent")).toMatch(/\/S \/GTS_PDFA1[\s\S]*\/DestOutputProfile/);
  const specification = one("/Type /Filespec");
  expect(specification).toContain("/AFRelationship /Alternative");
  expect(specification).toMatch(/\/UF \(factur-x\.xml\)/);
  const embedded = one("/Type /EmbeddedFile");
  expect(embedded).toMatch(/\/Subtype \/(text|application)#2Fxml/);
  expect(embedded).toContain("/ModDate");
  for (const font of objects.filter((each) => each.includes("/Type /FontDescriptor"))) {
    expect(font).toMatch(/\/FontFile[23]/);
  }
  const nowhere = { ...invoice, buyer: { ...invoice.buyer, countryCode: "" } };
  expect((await drawInvoice(nowhere)).toString("latin1")).not.toContain("AFRelationship");
  const swiss = { ...invoice, currency: "CHF" as const, vatRate: 810, paidBy: "card" as const };
  expect((await drawInvoice(swiss)).toString("latin1")).not.toContain("AFRelationship");
});
