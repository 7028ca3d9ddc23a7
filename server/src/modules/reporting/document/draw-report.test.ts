import { languages } from "@litfass/contract/kernel/language";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { afterEach, expect, test, vi } from "vitest";
import { pdfPages, pdfText } from "../../../testing/pdf-text.ts";
import { axisSteps } from "./draw-columns.ts";
import { drawReport } from "./draw-report.ts";
import type { PrintedReport } from "./printed-report.ts";
import { testReport, testRow } from "./testing-report.ts";

afterEach(() => vi.restoreAllMocks());

type Block = { page: object; text: string; left: number; right: number; top: number; bottom: number };

/** Positions of a report's texts, in points. Labels of charts are centered in wider boxes and not compared. */
async function blocksOf(report: PrintedReport): Promise<Block[]> {
  const blocks: Block[] = [];
  const write = PDFDocument.prototype.text;
  vi.spyOn(PDFDocument.prototype, "text").mockImplementation(function (
    this: PDFKit.PDFDocument,
    text: string,
    x: number,
    y: number,
    options: PDFKit.Mixins.TextOptions,
  ) {
    const written = Math.min(this.widthOfString(text, options), options.width ?? Number.POSITIVE_INFINITY);
    const from = options.align === "right" ? x + options.width! - written : x;
    const height = Math.min(this.heightOfString(text, options), options.height ?? Number.POSITIVE_INFINITY);
    if (options.align !== "center" && text !== "")
      blocks.push({ page: this.page, text, left: from, right: from + written, top: y, bottom: y + height - 3 });
    return write.call(this, text, x, y, options);
  } as typeof write);
  await drawReport(report);
  vi.restoreAllMocks();
  return blocks;
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

/** The same report of campaigns that measure conversions. */
const measured = ({ totals, campaigns }: PrintedReport): Partial<PrintedReport> => {
  const conversions = {
    conversions: 12_345,
    conversion_rate: 4.25,
    cost_per_conversion: 12_34,
    conversion_value: 987_654_321,
  };
  const rows = campaigns?.rows.map((row) => ({ ...row, conversions: 1_234 })) ?? [];
  return { totals: { ...totals, ...conversions }, campaigns: { rows, more: 0 } };
};

test("conversions are printed where they are measured, without amounts if costs are hidden", async () => {
  const [one] = measured(testReport()).campaigns?.rows ?? [];
  const campaigns = { rows: [one!, testRow("Not measured")], more: 0 };
  const printed = async (change: Partial<PrintedReport>) =>
    pdfText(await drawReport(testReport({ ...measured(testReport()), campaigns, ...change })));
  const all = await printed({});
  expect(all).toMatch(/Conversions\n12'345\n4\.25% of clicks\nCHF\s9'876'543\.21 in orders/);
  expect(all).toMatch(/CHF\s12\.34 per conversion/);
  expect(all).toMatch(/Not measured\n1'234'567\n[\d.%]+\n12'345\n[\d.%]+\n–\n/);
  expect(all).toContain("Orders, inquiries or sign-ups");
  expect(await printed({ showsCosts: false })).not.toMatch(/in orders|per conversion/);
  expect(pdfText(await drawReport(testReport()))).not.toContain("onversion");
});

test.each(languages)("long names and large figures stay on the page and apart: %s", async (lang) => {
  for (const report of [
    testReport({ lang }),
    testReport({ lang, ...measured(testReport()) }),
    testReport({ lang, campaigns: null, showsCosts: false }, 400),
  ]) {
    const blocks = await blocksOf(report);
    expect(overlaps(blocks)).toEqual([]);
    const outside = blocks.filter(
      ({ left, right, top, bottom }) => left < 40 || right > 556 || top < 30 || bottom > 815,
    );
    expect(outside.map(({ text }) => text)).toEqual([]);
  }
});

test("the last page of a table never has a single row", async () => {
  const bare = { campaigns: null, banners: [], funnel: null, reach: null, regions: null, weekdays: null, hours: null };
  const rowsByPage = async (count: number): Promise<number[]> => {
    const rows = Array.from({ length: count }, (_, at) => testRow(`site-${at}.example`));
    const pages = pdfPages(await drawReport(testReport({ ...bare, sites: { rows, more: 0 } }, 1)));
    return pages.map((page) => page.split("\n").filter((line) => line.startsWith("site-")).length).filter(Boolean);
  };
  const [first = 0, second = 0] = await rowsByPage(100);
  const lastRows: (number | undefined)[] = [];
  for (let count = first + second - 2; count <= first + second + 2; count += 1)
    lastRows.push((await rowsByPage(count)).at(-1));
  expect(lastRows).not.toContain(1);
  expect(lastRows).toContain(2);
  expect(lastRows).toContain(second - 1);
});

test("the heading of a table is on the page of its first rows, wherever it begins", async () => {
  const bare = { banners: [], funnel: null, reach: null, regions: null, weekdays: null, hours: null };
  const long = (name: string) =>
    testRow(`${name} of the associated bakeries of the Bernese Oberland and of the Valais`);
  const sites = { rows: [long("first site"), long("last site")], more: 0 };
  for (let count = 1; count <= 30; count += 1) {
    const rows = Array.from({ length: count }, (_, at) => testRow(`campaign ${at}`));
    const pages = pdfPages(await drawReport(testReport({ ...bare, campaigns: { rows, more: 0 }, sites }, 1)));
    const start = pages.find((page) => page.includes("Websites and apps")) ?? "";
    expect([count, start.includes("first site"), start.includes("last site")]).toEqual([count, true, true]);
  }
});

test("a table continues on further pages below its heading row", async () => {
  const rows = Array.from({ length: 100 }, (_, at) => testRow(`site-${at}.example`));
  const pages = pdfPages(await drawReport(testReport({ campaigns: null, sites: { rows, more: 3 } })));
  const counts = pages.map((page) => page.split("\n").filter((line) => line.startsWith("site-")).length);
  const used = counts.filter((count) => count > 0);
  expect(used.length).toBeGreaterThan(2);
  expect(used.reduce((sum, count) => sum + count, 0)).toBe(100);
  for (const [at, count] of counts.entries()) {
    expect(pages[at]!.split("\n").includes("Website or app")).toBe(count > 0);
    expect(pages[at]).toContain(`Page ${at + 1} of ${pages.length}`);
  }
  expect(pages.join("\n")).toContain("and 3 more");
});

test("every text and picture is tagged, or marked as decoration", async () => {
  const jpeg = await sharp({ create: { width: 30, height: 25, channels: 3, background: "#FF0000" } })
    .jpeg()
    .toBuffer();
  const [banner] = testReport().banners;
  const pdf = await drawReport(testReport({ campaigns: null, banners: [{ ...banner!, picture: jpeg }] }));
  const raw = pdf.toString("latin1");
  expect(raw).toContain("/StructTreeRoot");
  expect(raw).toContain("/Marked true");
  expect(raw).toContain("/Lang (en-GB)");
  for (const type of ["H1", "H2", "Table", "TR", "TH", "TD", "Figure"]) expect(raw).toContain(`/S /${type}\n`);
  expect(raw).toContain("/Scope /Column");
  expect(raw.match(/\/S \/Figure/g)?.length).toBe(raw.match(/\/S \/Figure\n\/Alt /g)?.length);
  expect(pdfPages(pdf, "untagged").join("").trim()).toBe("");
});

test("a period of more than 100 days is shown by month, a single day without a course", async () => {
  const long = pdfText(await drawReport(testReport({}, 400)));
  expect(long).toContain("Impressions per month");
  expect(long).toContain("Jan 26");
  expect(long).not.toContain("Figures by day");
  const short = pdfText(await drawReport(testReport({}, 1)));
  expect(short).not.toMatch(/Impressions per (day|month)/);
  expect(short).toContain("on 01.01.2026");
});

test("an axis starts at zero and ends above the highest column in round steps", () => {
  expect(axisSteps(1)).toEqual([0, 1]);
  expect(axisSteps(7)).toEqual([0, 2, 4, 6, 8]);
  expect(axisSteps(1_234)).toEqual([0, 500, 1_000, 1_500]);
  expect(axisSteps(9_999)).toEqual([0, 2_500, 5_000, 7_500, 10_000]);
});
