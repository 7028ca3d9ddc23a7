import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("quotes texts and keeps numbers as numbers", () => {
  const rows = [
    ["Reason", "Impressions"],
    ['Bots, "declared"', 12],
    ["a\nb", -0.5],
    [null, ""],
  ];
  expect(csvOf(rows)).toBe('\uFEFF"Reason","Impressions"\r\n"Bots, ""declared""",12\r\n"a\nb",-0.5\r\n,\r\n');
  expect(csvOf([["a", 1]], ";")).toBe('\uFEFF"a";1\r\n');
});

test.each(["=SUM(A1)", "+1", "-1", "@x", "\t=1", "\r=1"])(
  "%j is not a formula, at the start and after a separator",
  (text) => {
    for (const before of ["", "ACME;", "ACME,", "ACME\n", "ACME\t"]) {
      const [, cell = ""] = /^\uFEFF"([\s\S]*)"\r\n$/.exec(csvOf([[`${before}${text}`]])) ?? [];
      for (const part of cell.split(/[;,\n]/)) expect(part).not.toMatch(/^[=+\-@\t\r]/);
      expect(cell.replaceAll("'", "")).toBe(`${before}${text}`);
    }
  },
);
