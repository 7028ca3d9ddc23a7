import type { Category } from "@litfass/contract/campaigns/campaign-options";
import type { Forecast } from "@litfass/contract/campaigns/forecast";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import { expect, test } from "vitest";
import { causeOfNothing, lifted, shareOf, shortfallOf, widerTopics } from "./forecast-verdict.ts";

const forecast = (more: Partial<Forecast>): Forecast => ({
  sample: { requests: 5000, matched: 0, precise_from: 30, per_day: 0 },
  days: 28,
  currency: "CHF",
  available: { low: 0, high: 0 },
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

test("some impressions, or no sample, is no verdict", () => {
  expect(causeOfNothing(forecast({ available: { low: 0, high: 40 } }))).toBeNull();
  expect(causeOfNothing(forecast({ available: null }))).toBeNull();
});

test("lifting a restriction leaves nothing chosen there, and everything elsewhere", () => {
  const narrow = { ...targetingSchema.parse({}), keywords: ["zopf"], devices: ["computer" as const] };
  expect(lifted(narrow, "devices")).toEqual({ ...narrow, devices: [] });
  expect(lifted(narrow, "topics")).toEqual({ ...narrow, keywords: [] });
});

test("categories, places and a language are needed: their step is the remedy", () => {
  const targeting = targetingSchema.parse({});
  expect(lifted(targeting, "topics")).toBeNull();
  expect(lifted(targeting, "places")).toBeNull();
  expect(lifted(targeting, "language")).toBeNull();
});

test("a subcategory without ad space is widened to the category above it", () => {
  const category = (id: string, children: Category[] = []): Category => ({
    target_option_id: id,
    category_name: `Name of ${id}`,
    children,
  });
  const tree = [category("IAB8", [category("IAB8-8")]), category("IAB12")];
  expect(widerTopics(["IAB12", "IAB8-8"], tree)).toEqual({ topics: ["IAB12", "IAB8"], names: ["Name of IAB8"] });
  expect(widerTopics(["IAB8", "IAB8-8"], tree)?.topics).toEqual(["IAB8"]);
  expect(widerTopics(["IAB8", "IAB12"], tree)).toBeNull();
});

test("a budget that buys clearly more than the settings bring is a shortfall", () => {
  const cpm = { low: 25, high: 25 };
  const impressions = { low: 100, high: 1400 };
  expect(shortfallOf({ impressions, cpm }, 500)).toEqual({ brings: impressions, bought: 20_000 });
  expect(shortfallOf({ impressions, cpm }, 35)).toBeNull();
  expect(shortfallOf({ impressions: { low: 100, high: 17_999 }, cpm }, 500)).not.toBeNull();
  expect(shortfallOf({ impressions: { low: 100, high: 18_000 }, cpm }, 500)).toBeNull();
  expect(shortfallOf({ impressions: null, cpm }, 500)).toBeNull();
  expect(shortfallOf({ impressions, cpm }, null)).toBeNull();
});

test("the share of a budget is measured at the middle of the available range", () => {
  expect(shareOf(600, { low: 500, high: 1500 })).toBe(0.6);
  expect(shareOf(600, { low: 0, high: 0 })).toBeNull();
  expect(shareOf(600, null)).toBeNull();
});
