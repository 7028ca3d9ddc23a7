import { expect, test } from "vitest";
import { bestConverting } from "./best-converting.ts";

const row = (key: string, conversions: number | null, conversion_rate: number | null) => ({
  key,
  conversions,
  conversion_rate,
});

test("the creative with the highest conversion rate is best, once enough visitors converted", () => {
  expect(bestConverting([row("a", 9, 3), row("b", 5, 8), row("c", 0, null)])).toBe("b");
  expect(bestConverting([row("a", 9, 3), row("b", 4, 8)])).toBeUndefined();
  expect(bestConverting([row("a", 9, 3), row("b", 9, 3)])).toBeUndefined();
  expect(bestConverting([row("a", 9, 3)])).toBeUndefined();
  expect(bestConverting([row("a", null, null), row("b", null, null)])).toBeUndefined();
});
