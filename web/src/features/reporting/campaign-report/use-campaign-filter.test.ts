import { expect, test } from "vitest";
import { wholeRun } from "./use-campaign-filter.ts";

const today = "2026-03-10";
const campaign = (start_on: string, end_on: string, activated_at: string) => ({ start_on, end_on, activated_at });

test("a run starts with the period, or with the activation if later, and ends today at the latest", () => {
  expect(wholeRun(campaign("2026-03-01", "2026-03-31", "2026-02-20T10:00:00Z"), today)).toEqual({
    from: "2026-03-01",
    to: today,
  });
  expect(wholeRun(campaign("2026-03-01", "2026-03-31", "2026-03-05T23:30:00Z"), today)).toEqual({
    from: "2026-03-06",
    to: today,
  });
  expect(wholeRun(campaign("2026-02-01", "2026-02-28", "2026-02-01T10:00:00Z"), today)).toEqual({
    from: "2026-02-01",
    to: "2026-02-28",
  });
});

test("a run that has not started is today, and a very long one is limited to a report's maximum", () => {
  expect(wholeRun(campaign("2026-04-01", "2026-04-30", "2026-03-10T10:00:00Z"), today)).toEqual({
    from: today,
    to: today,
  });
  expect(wholeRun(campaign("2020-01-01", "2026-12-31", "2020-01-01T10:00:00Z"), today).from).toBe("2024-03-10");
});
