import { randomInt } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMinor, impressionsFor, microsOfMinor, minorFloorOfMicros, minorOfMicros } from "./money.ts";

const seed = randomInt(2 ** 31 - 1);
console.log(`money property tests: seed ${seed}`);

test("amounts read with an apostrophe between thousands and two digits", () => {
  expect([0, 5, 99, 100, 150_000, 123_456_750, -1_050, -99_999_999].map(formatMinor)).toEqual([
    "0.00",
    "0.05",
    "0.99",
    "1.00",
    "1'500.00",
    "1'234'567.50",
    "-10.50",
    "-999'999.99",
  ]);
});

test("500.00 buys 20'000 impressions", () => {
  expect(impressionsFor(50_000)).toBe(20_000);
  expect(impressionsFor(2)).toBe(0);
});

test("micros are rounded half away from zero, and down where it is money left to spend", () => {
  expect([4_999n, 5_000n, -4_999n, -5_000n, 25_000n].map(minorOfMicros)).toEqual([0, 1, 0, -1, 3]);
  expect([9_999n, 10_000n, -1n, -10_000n].map(minorFloorOfMicros)).toEqual([0, 1, -1, -1]);
});

test("whole minor units survive the way to micros and back", () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_000_000_000, max: 9_000_000_000 }), (minor) => {
      const micros = microsOfMinor(minor);
      expect([minorOfMicros(micros), minorFloorOfMicros(micros)]).toEqual([minor, minor]);
    }),
    { seed },
  );
});

test("the rounded amount is never further than half a minor unit away, the floor never above", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (micros) => {
      const away = microsOfMinor(minorOfMicros(micros)) - micros;
      expect(away <= 5_000n && away >= -5_000n).toBe(true);
      expect(microsOfMinor(minorFloorOfMicros(micros)) <= micros).toBe(true);
    }),
    { seed },
  );
});
