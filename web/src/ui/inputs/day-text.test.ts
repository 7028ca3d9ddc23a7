import { expect, test } from "vitest";
import { dayOfText, textOfDay } from "./day-text.ts";

test("formats dates as DD.MM.YYYY and parses common spellings", () => {
  expect(textOfDay("2026-05-03")).toBe("03.05.2026");
  expect(textOfDay(null)).toBe("");
  for (const text of ["03.05.2026", "3.5.2026", "3.5.26", "03052026", " 3/5/2026 ", "2026-05-03"]) {
    expect([text, dayOfText(text)]).toEqual([text, "2026-05-03"]);
  }
});

test("rejects text that is not a valid date", () => {
  for (const text of ["", "3.5.", "31.02.2026", "0.1.2026", "1.13.2026", "morgen", "2026-02-30"]) {
    expect([text, dayOfText(text)]).toEqual([text, null]);
  }
});
