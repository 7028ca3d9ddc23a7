import { expect, test } from "vitest";
import { bandsOf, ticksTo } from "./scale.ts";

test("ticks are round figures that reach the most", () => {
  expect(ticksTo(1, 4)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1].map((each) => expect.closeTo(each, 10)));
  expect(ticksTo(7, 4)).toEqual([0, 2, 4, 6, 8]);
  expect(ticksTo(27, 4)).toEqual([0, 10, 20, 30]);
  expect(ticksTo(18_800, 4)).toEqual([0, 5000, 10_000, 15_000, 20_000]);
});

test("columns fill a stretch evenly, with half the rest at each end", () => {
  const bands = bandsOf(4, [40, 140], 0.5, 0.25);
  expect(bands).toMatchObject({ step: 25, width: 12.5 });
  expect([0, 1, 2, 3].map(bands.at)).toEqual([46.25, 71.25, 96.25, 121.25]);
});
