import { randomInt } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { defaultCpmMinor } from "../settings/default-settings.ts";
import { fieldErrors } from "./field-errors.ts";
import {
  amountBetween,
  amountSchema,
  formatMinor,
  impressionsFor,
  microsOfMinor,
  minorFloorOfMicros,
  minorOfMicros,
  moneyText,
} from "./money.ts";

const seed = randomInt(2 ** 31 - 1);
console.log(`money property tests: seed ${seed}`);

test("amounts are formatted with an apostrophe between thousands and two decimals", () => {
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

test("an amount never breaks from its currency", () => {
  expect(moneyText(54_050, "CHF")).toBe("CHF\u00a0540.50");
});

test("500.00 buys 20'000 impressions", () => {
  expect(impressionsFor(50_000, defaultCpmMinor)).toBe(20_000);
  expect(impressionsFor(2, defaultCpmMinor)).toBe(0);
});

test("micros are rounded half away from zero, and down for money left to spend", () => {
  expect([4_999n, 5_000n, -4_999n, -5_000n, 25_000n].map(minorOfMicros)).toEqual([0, 1, 0, -1, 3]);
  expect([9_999n, 10_000n, -1n, -10_000n].map(minorFloorOfMicros)).toEqual([0, 1, -1, -1]);
});

test("whole minor units survive the conversion to micros and back", () => {
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

test("an amount is decimal in the API and minor units inside, in both directions", () => {
  expect([500, 500.5, 0.01, -19.99, 0.29, 1.15].map((amount) => amountSchema.parse(amount))).toEqual([
    50_000, 50_050, 1, -1_999, 29, 115,
  ]);
  fc.assert(
    fc.property(fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 }), (minor) => {
      const wire: unknown = JSON.parse(JSON.stringify(z.encode(amountSchema, minor)));
      expect(amountSchema.parse(wire)).toBe(minor);
    }),
    { seed },
  );
});

test("rejects an amount out of bounds, with a third decimal or as a text, with its reason", () => {
  const message = (amount: unknown) => {
    const { error } = amountBetween(1, 1_000_000_000).safeParse(amount, { reportInput: true });
    return error && fieldErrors(error, "en")[""]?.[0];
  };
  expect(message(10_000_000)).toBeUndefined();
  expect(message(10_000_000.01)).toContain("10000000");
  expect(message(0)).toContain("0.01");
  expect(message(1.005)).toContain("valid decimal");
  expect(message("1.5")).toContain("valid decimal");
});

test("documents describe an amount as a decimal number in requests and responses", () => {
  for (const io of ["input", "output"] as const) {
    const document = z.toJSONSchema(amountBetween(0, 150_050), { io });
    expect(document).toMatchObject({ type: "number", minimum: 0, maximum: 1500.5 });
  }
});
