import { expect, test } from "vitest";
import { restartPauseMs } from "./supervised-process.ts";

test("restarts are delayed longer after each crash, and shortly again after a healthy run", () => {
  const pauses: number[] = [];
  for (const ranMs of [90_000, 100, 100, 100, 59_000, 100, 100, 60_000, 100]) {
    pauses.push(restartPauseMs(pauses.at(-1) ?? null, ranMs));
  }
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 1000, 2000]);
});
