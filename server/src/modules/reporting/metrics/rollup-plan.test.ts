import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { tableGroupings } from "@litfass/contract/reporting/statistics";
import { importEvents } from "@litfass/events/index";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { addDays, reportPeriod } from "../report-period.ts";
import { type Figures, listFigures } from "./figures-sql.ts";
import { rollupRangesOf } from "./rollup-plan.ts";

const now = new Date("2026-03-31T09:20:00.000Z");
const kinds = ["impression", "click", "measured", "viewable", "video_start", "video_complete", "bid"] as const;
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ now });
  const random = fc.sample(
    fc.record({
      kind: fc.constantFrom(...kinds),
      minutes: fc.integer({ min: 0, max: 40 * 24 * 60 }),
      campaign_id: fc.integer({ min: 1, max: 3 }),
      site: fc.constantFrom("a.example", "b.example", "c.app"),
      place: fc.constantFrom(["CH", "CH-ZH", "Zürich"], ["CH", "CH-BE", "Bern"], ["DE", "DE-BY", "München"]),
      device: fc.constantFrom("computer", "smartphone"),
      invalid: fc.constantFrom("", "", "", "declared_bot"),
    }),
    { numRuns: 4_000, seed: 20_261_121 },
  );
  const events = random.map(({ minutes, place, ...rest }): NewAdEvent => {
    const [country = "", region = "", city = ""] = place;
    return {
      ...rest,
      country,
      region,
      city,
      at: new Date(now.getTime() - minutes * 60_000).toISOString(),
      exchange: "sandbox",
      auction_id: "a",
      imp_id: "1",
      owner_uid: "owner",
      creative_uuid: `creative-${rest.campaign_id}`,
      format: "300x250",
      site_kind: rest.site.endsWith(".app") ? "app" : "site",
      browser: "chrome",
      language: "de",
      charge_micros: rest.kind === "impression" && rest.invalid === "" ? 25_000 : 0,
      currency: "CHF",
      lease_id: "lease",
    };
  });
  await importEvents(stack.platform.clickhouse, "random", events);
});
afterAll(async () => stack?.close());

/** A filter in one of five queries: any filter rules out the rollups by hour. */
const seldom = (values: string[]) => fc.constantFrom(values, undefined, undefined, undefined, undefined);

test("rollups with their edges equal the events for every grouping, zone, period and filter", async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...tableGroupings, "total" as const),
    fc.constantFrom("Europe/Zurich", "UTC", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"),
    fc.integer({ min: 0, max: 45 }),
    fc.integer({ min: 0, max: 20 }),
    fc.option(fc.subarray([1, 2, 3]), { nil: null }),
    seldom(["a.example"]),
    seldom(["CH-ZH", "DE-BY"]),
    async (grouping, timeZone, daysAgo, length, campaignIds, sites, regions) => {
      const from = addDays("2026-04-01", -daysAgo);
      const period = reportPeriod({ from, to: addDays(from, length) }, timeZone, now);
      const query = { grouping, period, now, scope: { campaignIds, sites, regions } };
      const { clickhouse } = stack.platform;
      const told = await listFigures(clickhouse, query);
      const events = await listFigures(clickhouse, query, [{ rollup: null, ...period }]);
      const isCounted = (row: Figures) =>
        row.impressions + row.clicks + row.measured + row.viewable + row.invalidImpressions > 0;
      const seen = told.filter(isCounted);
      const stored = events.filter(isCounted);
      expect(seen.map((row) => ({ ...row, rows: 0 }))).toEqual(stored.map((row) => ({ ...row, rows: 0 })));
    },
  );
  // Days of Kolkata start within an hour, those of Auckland within a span.
  await fc.assert(property, {
    examples: [
      ["total", "Asia/Kolkata", 9, 3, null, undefined, undefined],
      ["total", "Asia/Kolkata", 20, 8, [1, 2], undefined, undefined],
      ["device", "Pacific/Auckland", 9, 3, null, undefined, undefined],
    ],
    numRuns: 60,
    verbose: 1,
  });
});

const read = (dimensions: Parameters<typeof rollupRangesOf>[0], timeZone: string) =>
  rollupRangesOf(dimensions, reportPeriod({}, timeZone, now), now).map(({ rollup, fromAt, endAt }) => [
    rollup?.table ?? "ad_events",
    fromAt.toISOString(),
    endAt.toISOString(),
  ]);

test("reads a period in European days from a rollup alone", () => {
  expect(read(["campaign_id", "site"], "Europe/Zurich")).toEqual([
    ["site_spans", "2026-03-01T23:00:00.000Z", "2026-03-31T22:00:00.000Z"],
  ]);
  expect(read(["campaign_id", "at"], "Europe/Zurich")).toEqual([
    ["campaign_hours", "2026-03-01T23:00:00.000Z", "2026-03-31T22:00:00.000Z"],
  ]);
});

test("reads the figures of all campaigns from rollups without a campaign column", () => {
  const tables = [["at"], ["device"], ["region"], ["site"], ["campaign_id"]] as const;
  expect(tables.map((dimensions) => read([...dimensions], "Europe/Zurich")[0]![0])).toEqual([
    "house_hours",
    "house_device_spans",
    "house_place_spans",
    "house_site_spans",
    "campaign_hours",
  ]);
});

test("reads the first hours from events if days start within a span, and nothing after now", () => {
  expect(read(["campaign_id", "site"], "America/New_York")).toEqual([
    ["site_spans", "2026-03-02T21:00:00.000Z", "2026-04-01T21:00:00.000Z"],
    ["ad_events", "2026-03-02T05:00:00.000Z", "2026-03-02T21:00:00.000Z"],
  ]);
});

test("reads combinations missing from every rollup from the events", () => {
  const period = reportPeriod({}, "Europe/Zurich", now);
  expect(rollupRangesOf(["site", "city"], period, now).map((range) => range.rollup)).toEqual([null]);
});
