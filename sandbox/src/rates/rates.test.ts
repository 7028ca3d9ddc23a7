import { expect, test } from "vitest";
import { lastPublication } from "./routes.ts";

test.each([
  ["2026-11-20T14:59:00Z", "2026-11-19"],
  ["2026-11-20T15:01:00Z", "2026-11-20"],
  ["2026-11-22T12:00:00Z", "2026-11-20"],
  ["2026-11-23T09:00:00Z", "2026-11-20"],
])("at %s the newest rates are of %s: new in the afternoon of working days", (now, day) => {
  expect(lastPublication(new Date(now))).toBe(day);
});
