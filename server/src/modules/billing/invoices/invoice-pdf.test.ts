import PDFDocument from "pdfkit";
import { afterEach, expect, test, vi } from "vitest";
import type { InvoiceRow } from "../tables.ts";
import { drawInvoice } from "./invoice-pdf.ts";
import { testInvoice } from "./testing-invoice.ts";

afterEach(() => vi.restoreAllMocks());

type Block = { page: object; text: string; left: number; right: number; top: number; bottom: number };

/** Positions of an invoice's texts, in points. */
async function blocksOf(invoice: InvoiceRow): Promise<Block[]> {
  const blocks: Block[] = [];
  const write = PDFDocument.prototype.text;
  vi.spyOn(PDFDocument.prototype, "text").mockImplementation(function (
    this: PDFKit.PDFDocument,
    text: string,
    x: number,
    y: number,
    options?: PDFKit.Mixins.TextOptions,
  ) {
    // The payment part is drawn by the library.
    if (!options) return write.call(this, text, x, y);
    const { page } = this;
    const written = Math.min(this.widthOfString(text, options), options.width ?? Number.POSITIVE_INFINITY);
    const from = options.align === "right" ? x + options.width! - written : x;
    const height = this.heightOfString(text, options);
    const bottom = y + Math.min(height, options.height ?? height) - 3;
    blocks.push({ page, text, left: from, right: from + written, top: y, bottom });
    return write.call(this, text, x, y, options);
  } as typeof write);
  await drawInvoice(invoice);
  vi.restoreAllMocks();
  return blocks.filter(({ text }) => text !== "");
}

const overlaps = (blocks: Block[]): string[] =>
  blocks.flatMap((one, index) =>
    blocks
      .slice(index + 1)
      .filter((other) => one.page === other.page)
      .filter((other) => one.left < other.right - 0.5 && other.left < one.right - 0.5)
      .filter((other) => one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5)
      .map((other) => `${one.text} | ${other.text}`),
  );

const netMicros = 1_500_000_000n;
const swiss = testInvoice({ currency: "CHF", netMicros, vatRate: 810, countryCode: "CH" });
const german = testInvoice({ currency: "EUR", netMicros, vatRate: 0, countryCode: "DE", vatNumber: "DE123456789" });
const longText =
  "Herbstkampagne für Säulenwerbung in der Agglomeration Zürich-Nord, Winterthur und Schaffhausen, mit Gestaltung aller Banner, Übersetzung in drei Landessprachen und Abnahme durch die Genossenschaft";
const withLines = (invoice: InvoiceRow, texts: string[]): InvoiceRow => ({
  ...invoice,
  lines: texts.map((text) => ({ textEn: text, textDe: text, netMicros: "25000000" })),
});
const longNames: InvoiceRow = {
  ...withLines(swiss, [longText]),
  buyer: {
    ...swiss.buyer,
    company:
      "Vereinigte Genossenschaft der Bäckereien, Konditoreien und Confiserien der Zürcher Oberländer Gemeinden AG",
    name: "Dr. Maximiliana-Theodora Freifrau von Schwarzenbach-Müller zu Greifensee und Uster",
    street: "Obere Ringstrasse hinter der alten Säulenhalle",
  },
};
const sixty = Array.from({ length: 60 }, (_, index) => `Bannersatz Nr. ${index + 1}`);

test.for([
  ["with a QR-bill", swiss, 1],
  ["in euros, to be transferred, without tax", german, 1],
  ["with the longest names", longNames, 1],
  ["with sixty positions and a QR-bill", withLines(swiss, sixty), 5],
  ["with sixty positions in euros", withLines(german, sixty), 4],
] as const)("an invoice %s has no overlapping or clipped texts", async ([, invoice, pages]) => {
  const blocks = await blocksOf(invoice);
  expect(blocks.length).toBeGreaterThan(15);
  expect(overlaps(blocks)).toEqual([]);
  expect(blocks.filter((each) => each.left < 0 || each.right > 595.28 || each.bottom > 841.89)).toEqual([]);
  expect(new Set(blocks.map(({ page }) => page)).size).toBe(pages);
});

test("an invoice in French or Italian has its subject and payment part in that language", async () => {
  const subjects = { fr: "Forfait Starter, 3 mois", it: "Pacchetto Starter, 3 mesi" };
  for (const [language, name, receipt] of [
    ["fr", subjects.fr, "Récépissé"],
    ["it", subjects.it, "Ricevuta"],
  ] as const) {
    const line = { textEn: "Starter package, 3 months", textDe: "Paket Starter, 3 Monate", texts: subjects };
    const written = vi.spyOn(PDFDocument.prototype, "text");
    await drawInvoice({ ...swiss, language, lines: [{ ...line, netMicros: "1500000000" }] });
    const texts = written.mock.calls.map(([text]) => text);
    expect(texts).toContain(name);
    expect(texts).toContain(receipt);
    vi.restoreAllMocks();
  }
});

test("lines of budget name impressions; lines of services name neither impressions nor budget", async () => {
  const texts = async (invoice: InvoiceRow) => (await blocksOf(invoice)).map(({ text }) => text).join("\n");
  const budget = await texts({ ...swiss, language: "en" });
  expect(budget).toContain("Buys 60'000 impressions at CHF\u00a025.00 per 1'000");
  expect(budget).toContain("Your budget is credited");
  const work = await texts({ ...swiss, language: "en", lines: [{ ...swiss.lines[0]!, isService: true }] });
  expect(work).toContain("Payable without deduction by 21.12.2026.");
  expect(work).not.toMatch(/impressions|budget/);
});

test("a discount is printed between the list price and the sums, which are those of the row", async () => {
  const discount = { micros: "187500000", percent: 12.5, textEn: "Spring offer", textDe: "Frühlingsangebot" };
  const row = testInvoice({ currency: "CHF", netMicros: 1_312_500_000n, vatRate: 810, countryCode: "CH" });
  const blocks = await blocksOf({ ...row, lines: row.lines.map((line) => ({ ...line, cpmMinor: 2_500, discount })) });
  const texts = blocks.sort((a, b) => a.top - b.top || a.left - b.left).map(({ text }) => text);
  const from = texts.indexOf("Paket Starter, 3 Monate");
  expect(texts.slice(from, from + 12)).toEqual([
    "Paket Starter, 3 Monate",
    "1'500.00",
    "Reicht für 60'000 Einblendungen zu CHF\u00a025.00 pro 1'000",
    "Frühlingsangebot (12.5%)",
    "-187.50",
    "Ohne MWST",
    "1'312.50",
    "MWST 8.1%",
    "106.31",
    "CHF\u00a01'418.81",
    "Zu bezahlen",
    expect.any(String),
  ]);
  expect(overlaps(blocks)).toEqual([]);
});
