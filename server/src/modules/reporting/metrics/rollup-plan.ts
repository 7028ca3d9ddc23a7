import type { ReportPeriod } from "../report-period.ts";

/** Columns of `ad_events` by which figures can be grouped or filtered; `at` represents any time grouping. */
export type Dimension =
  | "campaign_id"
  | "site_kind"
  | "site"
  | "country"
  | "region"
  | "city"
  | "device"
  | "creative_uuid"
  | "format"
  | "at";

export type Rollup = { table: string; time: "hour" | "span_at"; dimensions: Dimension[] };

/** The rollups of the event store, cheapest first: across campaigns, then per campaign. */
const rollups: Rollup[] = [
  { table: "house_hours", time: "hour", dimensions: ["at"] },
  { table: "house_device_spans", time: "span_at", dimensions: ["device"] },
  { table: "house_place_spans", time: "span_at", dimensions: ["country", "region", "city"] },
  { table: "house_site_spans", time: "span_at", dimensions: ["site_kind", "site"] },
  { table: "campaign_hours", time: "hour", dimensions: ["campaign_id", "at"] },
  { table: "device_spans", time: "span_at", dimensions: ["campaign_id", "device"] },
  { table: "creative_spans", time: "span_at", dimensions: ["campaign_id", "creative_uuid", "format"] },
  { table: "place_spans", time: "span_at", dimensions: ["campaign_id", "country", "region", "city"] },
  { table: "site_spans", time: "span_at", dimensions: ["campaign_id", "site_kind", "site"] },
];

/** A range of time, read from a rollup or (null) from the events themselves. */
export type RollupRange = { rollup: Rollup | null; fromAt: Date; endAt: Date };

const hourMs = 3_600_000;
/** Spans start at midnight UTC and at these hours, so that days of European zones are whole spans. */
const spanHours = [0, 21, 22, 23];

const beginsPart = (at: number, time: Rollup["time"]): boolean =>
  at % hourMs === 0 && (time === "hour" || spanHours.includes(new Date(at).getUTCHours()));

/** The first start of an hour or span at or after an instant. */
function nextPart(at: Date, time: Rollup["time"]): Date {
  let part = Math.ceil(at.getTime() / hourMs) * hourMs;
  while (!beginsPart(part, time)) part += hourMs;
  return new Date(part);
}

/** The last start of an hour or span at or before an instant. */
function previousPart(at: Date, time: Rollup["time"]): Date {
  let part = Math.floor(at.getTime() / hourMs) * hourMs;
  while (!beginsPart(part, time)) part -= hourMs;
  return new Date(part);
}

/**
 * Plans where to read a period: the narrowest rollup with all dimensions for the whole hours or spans, and events for
 * the edges, where the account's days start within one. There are no events after `now`, so a period that ends in the
 * future needs no edge there.
 */
export function rollupRangesOf(
  dimensions: Dimension[],
  period: Pick<ReportPeriod, "fromAt" | "endAt">,
  now: Date,
  from: Rollup[] = rollups,
): RollupRange[] {
  const { fromAt, endAt } = period;
  const rollup = from.find((each) => dimensions.every((dimension) => knows(each, dimension, period)));
  if (!rollup) return [{ rollup: null, fromAt, endAt }];
  const firstWhole = nextPart(fromAt, rollup.time);
  const endWhole = endAt > now ? nextPart(endAt, rollup.time) : previousPart(endAt, rollup.time);
  if (firstWhole >= endWhole) return [{ rollup: null, fromAt, endAt }];
  const ranges: RollupRange[] = [{ rollup, fromAt: firstWhole, endAt: endWhole }];
  if (fromAt < firstWhole) ranges.push({ rollup: null, fromAt, endAt: firstWhole });
  if (endWhole < endAt) ranges.push({ rollup: null, fromAt: endWhole, endAt });
  return ranges;
}

/** UTC hours make up a zone's days only if those start on a full hour. */
const knows = (
  rollup: Rollup,
  dimension: Dimension,
  { fromAt, endAt }: Pick<ReportPeriod, "fromAt" | "endAt">,
): boolean =>
  rollup.dimensions.includes(dimension) &&
  (dimension !== "at" || (beginsPart(fromAt.getTime(), "hour") && beginsPart(endAt.getTime(), "hour")));
