import type { ReportPeriod } from "./report-period.ts";

/** What figures can be grouped or filtered by, as columns of `ad_events`; `at` stands for any time grouping. */
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

type Rollup = { table: string; time: "hour" | "day"; dimensions: Dimension[] };

/** The rollups of the event store, cheapest first. */
const rollups: Rollup[] = [
  { table: "campaign_hours", time: "hour", dimensions: ["campaign_id", "at"] },
  { table: "device_days", time: "day", dimensions: ["campaign_id", "device"] },
  { table: "creative_days", time: "day", dimensions: ["campaign_id", "creative_uuid", "format"] },
  { table: "place_days", time: "day", dimensions: ["campaign_id", "country", "region", "city"] },
  { table: "site_days", time: "day", dimensions: ["campaign_id", "site_kind", "site"] },
];

/** A stretch of time, read from a rollup or (null) from the events themselves. */
export type Stretch = { rollup: Rollup | null; fromAt: Date; endAt: Date };

const unitMs = { hour: 3_600_000, day: 86_400_000 } as const;

/**
 * Where to read a period from: the narrowest rollup that knows all dimensions for the whole units of UTC in it, and the
 * events themselves for the edges, because days of an account seldom begin with a day of UTC. After `now` there are no
 * events yet, so a period that reaches into the future needs no edge there.
 */
export function stretchesOf(
  dimensions: Dimension[],
  period: Pick<ReportPeriod, "fromAt" | "endAt">,
  now: Date,
): Stretch[] {
  const { fromAt, endAt } = period;
  const rollup = rollups.find((each) => dimensions.every((dimension) => knows(each, dimension, period)));
  if (!rollup) return [{ rollup: null, fromAt, endAt }];
  const unit = unitMs[rollup.time];
  const firstWhole = new Date(Math.ceil(fromAt.getTime() / unit) * unit);
  const round = endAt > now ? Math.ceil : Math.floor;
  const endWhole = new Date(round(endAt.getTime() / unit) * unit);
  if (firstWhole >= endWhole) return [{ rollup: null, fromAt, endAt }];
  const stretches: Stretch[] = [{ rollup, fromAt: firstWhole, endAt: endWhole }];
  if (fromAt < firstWhole) stretches.push({ rollup: null, fromAt, endAt: firstWhole });
  if (endWhole < endAt) stretches.push({ rollup: null, fromAt: endWhole, endAt });
  return stretches;
}

/** Hours of UTC make up the days of a zone only where these begin at a full hour. */
const knows = (
  rollup: Rollup,
  dimension: Dimension,
  { fromAt, endAt }: Pick<ReportPeriod, "fromAt" | "endAt">,
): boolean =>
  rollup.dimensions.includes(dimension) &&
  (dimension !== "at" || (fromAt.getTime() % unitMs.hour === 0 && endAt.getTime() % unitMs.hour === 0));
