import { strFromU8, unzipSync } from "fflate";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { createWorkerPool } from "../worker/worker-pool.ts";
import { type Cell, createSpreadsheet } from "./spreadsheet.ts";

const workers = createWorkerPool({ threads: 1 });
afterAll(() => workers.close());

const sheetOf = (file: Buffer): string => strFromU8(unzipSync(file)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
const write = (rows: Iterable<Cell[]>, header = ["Name", "Count"]): Promise<Buffer> =>
  createSpreadsheet(workers, { name: "Users", header, rows, cellsOf: (row: Cell[]) => row });

test.each(["=SUM(A1)", "+1", "-1", "@x", "\t=1", "constructor", "__proto__"])(
  "%j stays text in a cell",
  async (text) => {
    const sheet = sheetOf(await write([[text, -3]]));
    expect(sheet).toContain(`<c r="A2" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`);
    expect(sheet).toContain('<c r="B2"><v>-3</v></c>');
    expect(sheet).not.toContain("<f");
  },
);

test("equal rows give equal bytes on any day", async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date"] });
  const files: Buffer[] = [];
  for (const day of ["2026-02-01", "2026-03-01"]) {
    vi.setSystemTime(day);
    files.push(await write([["Zürich"]], ["Name"]));
  }
  expect(files[0]).toEqual(files[1]);
});

test("numbers the rows of a long sheet through all its pages", async () => {
  const rows = Array.from({ length: 1_201 }, (_, at): Cell[] => [`n${at}`, at]);
  const sheet = sheetOf(await write(rows));
  expect([...sheet.matchAll(/<row r="(\d+)">/g)].map(([, row]) => Number(row))).toEqual(
    Array.from({ length: 1_202 }, (_, at) => at + 1),
  );
  expect(sheet).toContain('<c r="A1202" t="inlineStr"><is><t xml:space="preserve">n1200</t></is></c>');
  expect(sheet.endsWith("</sheetData></worksheet>")).toBe(true);
});
