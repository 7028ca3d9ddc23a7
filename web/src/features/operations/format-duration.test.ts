import i18next from "i18next";
import { expect, test } from "vitest";
import { formatDuration } from "./format-duration.ts";

test("a duration is given in its largest unit of which it has two", () => {
  expect([0, 1_240, 12_400, 119_000, 120_000, 7_200_000, 172_800_000].map(formatDuration)).toEqual([
    "0 secs",
    "1.2 secs",
    "12 secs",
    "119 secs",
    "2 mins",
    "2 hrs",
    "2 days",
  ]);
});

test("[CONST-038] French has a decimal point too, and its own unit", () => {
  const before = i18next.language;
  i18next.language = "fr";
  expect([1_100, 12_400].map(formatDuration).map((text) => text.replace(/\s/g, " "))).toEqual(["1.1 s", "12 s"]);
  i18next.language = before;
});
