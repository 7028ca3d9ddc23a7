import { expect, test } from "vitest";
import { bandScale, linearScale, valueAxis } from "./scales.ts";

test("columns fill the range, with the outer space at both ends", () => {
  const { start, bandwidth, step } = bandScale(4, [40, 240], { inner: 0.5, outer: 0.25 });
  expect([step, bandwidth]).toEqual([50, 25]);
  expect([0, 1, 2, 3].map(start)).toEqual([52.5, 102.5, 152.5, 202.5]);
  expect(start(3) + bandwidth + step * 0.25).toBe(240);
});

test("zero columns need no position outside the range", () => {
  expect(bandScale(0, [0, 100], { inner: 0.4, outer: 0.2 }).step).toBe(100);
});

test("maps values to positions, larger ones further up", () => {
  const y = linearScale(200, [224, 24]);
  expect([0, 50, 200].map(y)).toEqual([224, 174, 24]);
});

test.each([
  [97, 100, [0, 20, 40, 60, 80, 100]],
  [4_321, 5_000, [0, 1_000, 2_000, 3_000, 4_000, 5_000]],
  [1, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [0.03, 0.03, [0, 0.01, 0.02, 0.03]],
])("the axis of %d ends at %d", (largest, max, ticks) => {
  expect(valueAxis(largest, 4)).toEqual({ max, ticks });
});
