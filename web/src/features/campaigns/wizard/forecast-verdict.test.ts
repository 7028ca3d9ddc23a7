import type { Forecast } from "@litfass/contract/campaigns/forecast";
import { expect, test } from "vitest";
import { causeOfNothing } from "./forecast-verdict.ts";

const sampled = (requests: number, matched: number) => ({ requests, matched, needed: 30, enough: false, per_day: 0 });
const forecast = (more: Partial<Forecast>): Forecast => ({
  sample: sampled(5000, 0),
  days: 28,
  currency: "CHF",
  available: null,
  impressions: null,
  reach: null,
  viewable_rate: null,
  cpm: { low: 25, high: 25 },
  curve: [],
  funnel: [
    { setting: "places", per_day: 900 },
    { setting: "topics", per_day: 0 },
    { setting: "ages", per_day: 0 },
  ],
  narrowest: [],
  ...more,
});

test("the cause is the setting without which impressions would match", () => {
  const narrowest = { removes_percent: 100, unknown_gains_per_day: null };
  expect(
    causeOfNothing(
      forecast({
        narrowest: [
          { ...narrowest, setting: "places", gains_per_day: 0 },
          { ...narrowest, setting: "ages", gains_per_day: 40 },
        ],
      }),
    ),
  ).toBe("ages");
});

test("where no single setting is to blame, it is the first after which nothing is left", () => {
  expect(causeOfNothing(forecast({}))).toBe("topics");
});

test("one match, or a small sample, is no verdict", () => {
  expect(causeOfNothing(forecast({ sample: sampled(5000, 1) }))).toBeNull();
  expect(causeOfNothing(forecast({ sample: sampled(999, 0) }))).toBeNull();
});
