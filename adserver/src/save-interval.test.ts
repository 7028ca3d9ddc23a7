import { expect, test } from "vitest";
import { savedAtIntervals, saveInterval } from "./save-interval.ts";

test("a hundred ad servers together save as often as ten", () => {
  const perMinute = (processes: number) => (processes * 60_000) / saveInterval(5_000, processes);
  expect([1, 3, 10, 50, 100].map(perMinute)).toEqual([12, 36, 120, 120, 120]);
  expect(saveInterval(10_000, 10_000)).toBe(120_000);
});

test("each round saves, or every so many where there are more ad servers", async () => {
  const run = async (processes: number) => {
    let [now, saves] = [0, 0];
    const save = savedAtIntervals({
      usualMs: 5_000,
      processes: () => processes,
      nowMs: () => now,
      save: async () => {
        saves += 1;
      },
    });
    for (let round = 0; round < 60; round++) {
      // A round takes a little less or more than its time.
      now += round % 2 === 0 ? 4_900 : 5_100;
      await save();
    }
    return saves;
  };
  expect([await run(1), await run(10), await run(20), await run(100)]).toEqual([60, 60, 30, 6]);
});
