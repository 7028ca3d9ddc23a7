import { expect, test } from "vitest";
import { type AdjustedMinute, hoursOf, timelineOf } from "./timeline.ts";

const minute = (at: string, before: number, after: number): AdjustedMinute => ({
  at,
  adjustments: 10,
  participation_before: before,
  participation_after: after,
  price_before: 100,
  price_after: 100,
});

test("merges the minutes of one hour into one entry, from the oldest value to the newest", () => {
  const hours = hoursOf([
    minute("2026-03-02T10:05:00.000Z", 60, 75),
    minute("2026-03-02T09:50:00.000Z", 70, 60),
    minute("2026-03-02T09:10:00.000Z", 94, 70),
  ]);
  expect(hours).toMatchObject([
    { at: "2026-03-02T10:05:00.000Z", adjustments: 10, participation: { before: 60, after: 75 } },
    {
      at: "2026-03-02T09:50:00.000Z",
      from: "2026-03-02T09:10:00.000Z",
      adjustments: 20,
      participation: { before: 94, after: 60 },
    },
  ]);
});

const change = {
  id: 1,
  at: "2026-03-02T09:55:00.000Z",
  by: null,
  action: "activated" as const,
  fields: [],
  undoable: false,
};

test("merges changes and adjustments, newest first", () => {
  const kinds = timelineOf(
    [change],
    [minute("2026-03-02T10:05:00.000Z", 1, 2), minute("2026-03-02T09:50:00.000Z", 2, 1)],
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(["adjusted", "changed", "adjusted"]);
});

test("tells changes of the same moment apart, and an hour is the same entry after its next minute", () => {
  const of = (...minutes: AdjustedMinute[]) =>
    timelineOf([change, { ...change, id: 2, action: "banners" as const }], minutes).map(({ id }) => id);
  const first = minute("2026-03-02T10:05:00.000Z", 1, 2);
  expect(of(first)).toEqual(["adjusted:2026-03-02T10", "changed:1", "changed:2"]);
  expect(of(minute("2026-03-02T10:06:00.000Z", 2, 3), first)).toEqual(of(first));
});
