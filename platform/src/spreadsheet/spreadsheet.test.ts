import { strFromU8, unzipSync } from "fflate";
import { expect, onTestFinished, test, vi } from "vitest";
import { createSpreadsheet } from "./spreadsheet.ts";

const sheetOf = (file: Buffer): string => strFromU8(unzipSync(file)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());

test.each(["=SUM(A1)", "+1", "-1", "@x", "\t=1", "constructor", "__proto__"])("%j stays text in a cell", (text) => {
  const sheet = sheetOf(createSpreadsheet("Users", ["Name", "Count"], [[text, -3]]));
  expect(sheet).toContain(`<c r="A2" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`);
  expect(sheet).toContain('<c r="B2"><v>-3</v></c>');
  expect(sheet).not.toContain("<f");
});

test("equal rows give equal bytes on any day", () => {
  onTestFinished(() => void vi.useRealTimers());
  const [first, second] = ["2026-02-01", "2026-03-01"].map((day) => {
    vi.setSystemTime(day);
    return createSpreadsheet("Users", ["Name"], [["Zürich"]]);
  });
  expect(first).toEqual(second);
});
