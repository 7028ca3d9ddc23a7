import type { TableGrouping } from "@litfass/contract/reporting/statistics";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { ReportPeriod } from "../report-period.ts";
import type { Counts } from "./metrics.ts";
import { type Dimension, type RollupRange, rollupRangesOf } from "./rollup-plan.ts";

/** The tenant predicate of every query. `campaignIds` null means all campaigns, for callers with access to all. */
export type FigureScope = { campaignIds: number[] | null; sites?: string[]; regions?: string[] };

export type FigureQuery = {
  scope: FigureScope;
  period: Pick<ReportPeriod, "fromAt" | "endAt" | "timeZone">;
  grouping: TableGrouping | "total";
  now: Date;
  search?: string;
  sort?: { by: FigureSort; direction: "asc" | "desc" };
  limit?: number;
  offset?: number;
};

/** One group's figures. `key` is "" for the total; `rows` counts all groups, including those beyond the limit. */
export type Figures = Counts & {
  key: string;
  country: string;
  region: string;
  siteKind: string;
  chargeMicros: bigint;
  rows: number;
};

type Grouping = { dimensions: Dimension[]; key: string; country?: string; region?: string; siteKind?: string };

/** `key` and its labels as expressions over the grouped columns. */
const groupings: Record<TableGrouping | "total", Grouping> = {
  total: { dimensions: [], key: "''" },
  campaign: { dimensions: ["campaign_id"], key: "campaign_id" },
  url: { dimensions: ["site_kind", "site"], key: "site", siteKind: "site_kind" },
  city: { dimensions: ["country", "region", "city"], key: "city", country: "country", region: "region" },
  region: { dimensions: ["country", "region"], key: "region", country: "country" },
  country: { dimensions: ["country"], key: "country", country: "country" },
  device: { dimensions: ["device"], key: "device" },
  creative: { dimensions: ["creative_uuid"], key: "creative_uuid" },
  weekday: { dimensions: ["at"], key: "toDayOfWeek(at, 0, {timeZone:String})" },
  hour: { dimensions: ["at"], key: "toString(toHour(at, {timeZone:String}))" },
  day: { dimensions: ["at"], key: "toDate(at, {timeZone:String})" },
};

/** The sums of every rollup, and one event's contribution. */
const measures = {
  impressions: "kind = 'impression' and invalid = ''",
  clicks: "kind = 'click' and invalid = ''",
  measured: "measured",
  viewable: "kind = 'viewable' and invalid = ''",
  video_starts: "kind = 'video_start' and invalid = ''",
  video_first_quartiles: "kind = 'video_first_quartile' and invalid = ''",
  video_midpoints: "kind = 'video_midpoint' and invalid = ''",
  video_third_quartiles: "kind = 'video_third_quartile' and invalid = ''",
  video_completes: "kind = 'video_complete' and invalid = ''",
  invalid_impressions: "kind = 'impression' and invalid != ''",
  invalid_clicks: "kind = 'click' and invalid != ''",
  charge_micros: "charge_micros",
};
const measureNames = Object.keys(measures) as (keyof typeof measures)[];

const sortExpressions = {
  key: "key",
  impressions: "impressions",
  clicks: "clicks",
  ctr: "if(impressions = 0, 0, clicks / impressions)",
  viewable_impressions: "viewable",
  visibility_rate: "if(measured = 0, 0, viewable / measured)",
  spend: "charge_micros",
};
export type FigureSort = keyof typeof sortExpressions;

const maxRows = 10_000;
const longestQuerySeconds = 20;

/**
 * Figures of a period in groups, most impressions first by default. `ranges` chooses the tables; tests and benchmarks
 * read only events.
 */
export async function listFigures(
  clickhouse: ClickHouse,
  query: FigureQuery,
  ranges: RollupRange[] = rangesFor(query),
): Promise<Figures[]> {
  const result = await clickhouse.query({
    query: figuresSql(query, ranges),
    query_params: {
      timeZone: query.period.timeZone,
      campaignIds: query.scope.campaignIds ?? [],
      sites: query.scope.sites ?? [],
      regions: query.scope.regions ?? [],
      search: query.search ?? "",
    },
    format: "JSONEachRow",
  });
  return (await result.json<Record<string, string>>()).map(figuresOf);
}

/** The charges of each campaign of a period; campaigns without any are absent. Two columns, because there are many rows. */
export async function listCharges(
  clickhouse: ClickHouse,
  query: Pick<FigureQuery, "scope" | "period" | "now">,
): Promise<Map<number, bigint>> {
  const figures: FigureQuery = { ...query, grouping: "campaign" };
  const parts = rangesFor(figures).map((range) => `(${partSql(figures, groupings.campaign, range)})`);
  const result = await clickhouse.query({
    query: `select toUInt64(part.key) as campaign, sum(part.charge_micros) as micros
      from (${parts.join(" union all ")}) as part group by campaign having micros > 0
      limit ${maxRows} settings max_execution_time = ${longestQuerySeconds}`,
    query_params: { timeZone: query.period.timeZone, campaignIds: query.scope.campaignIds ?? [], ...noFilter },
    format: "JSONCompactEachRow",
  });
  return new Map((await result.json<[string, string]>()).map(([id, micros]) => [Number(id), BigInt(micros)]));
}

const noFilter = { sites: [], regions: [] };

function figuresSql(query: FigureQuery, ranges: RollupRange[]): string {
  const grouping = groupings[query.grouping];
  const { by, direction } = query.sort ?? { by: "impressions", direction: "desc" };
  const sums = measureNames.map((name) => `${sumOf(name)} as ${name}`).join(", ");
  const parts = ranges.map((range) => `(${partSql(query, grouping, range)})`).join(" union all ");
  const search = query.search ? "having positionCaseInsensitiveUTF8(key, {search:String}) > 0" : "";
  return `select toString(part.key) as key, part.of_country, part.of_region,
    part.of_site_kind, ${sums}, count() over () as rows
    from (${parts}) as part
    group by part.key, part.of_country, part.of_region, part.of_site_kind ${search}
    order by ${sortExpressions[by]} ${direction === "asc" ? "asc" : "desc"}, key, of_country, of_region, of_site_kind
    limit ${Math.min(query.limit ?? maxRows, maxRows)} offset ${query.offset ?? 0}
    settings max_execution_time = ${longestQuerySeconds}`;
}

/** An impression viewed after midnight was measured the day before, but no group has more viewable than measured ones. */
const sumOf = (name: keyof typeof measures): string =>
  name === "measured" ? "greatest(sum(part.measured), sum(part.viewable))" : `sum(part.${name})`;

/** Ranges that answer the query, rollups first. */
function rangesFor(query: FigureQuery): RollupRange[] {
  const dimensions = new Set<Dimension>(groupings[query.grouping].dimensions);
  if (query.scope.campaignIds) dimensions.add("campaign_id");
  if (query.scope.sites) dimensions.add("site");
  if (query.scope.regions) dimensions.add("region");
  return rollupRangesOf([...dimensions], query.period, query.now);
}

function partSql({ scope }: FigureQuery, grouping: Grouping, { rollup, fromAt, endAt }: RollupRange): string {
  const time = rollup?.time ?? "at";
  const table = rollup?.table ?? "ad_events";
  const column = (expression: string) => (rollup ? expression.replace(/\bat\b/, time) : expression);
  const conditions = [
    `${time} >= ${instant(fromAt, time)}`,
    `${time} < ${instant(endAt, time)}`,
    ...(scope.campaignIds ? ["campaign_id in {campaignIds:Array(UInt64)}"] : []),
    ...(scope.sites ? ["site in {sites:Array(String)}"] : []),
    ...(scope.regions ? ["region in {regions:Array(String)}"] : []),
    ...(rollup ? [] : ["kind not in ('bid', 'win', 'loss')"]),
  ];
  // An alias with a column's name would replace the column in conditions.
  const columns = measureNames.map((name) => (rollup ? name : `toUInt64(${measures[name]}) as ${name}`));
  const { key, country = "''", region = "''", siteKind = "''" } = grouping;
  return `select ${column(key)} as key, ${country} as of_country, ${region} as of_region, ${siteKind} as of_site_kind,
    ${columns.join(", ")} from ${table} where ${conditions.join(" and ")}`;
}

/** A bound as a literal of its column's type, so that the store can skip parts outside it. */
function instant(at: Date, time: string): string {
  const literal = at.toISOString().slice(0, 23).replace("T", " ");
  return time === "at" ? `toDateTime64('${literal}', 3, 'UTC')` : `toDateTime('${literal.slice(0, 19)}', 'UTC')`;
}

const figuresOf = (row: Record<string, string>): Figures => ({
  key: row.key ?? "",
  country: row.of_country ?? "",
  region: row.of_region ?? "",
  siteKind: row.of_site_kind ?? "",
  rows: Number(row.rows),
  impressions: Number(row.impressions),
  clicks: Number(row.clicks),
  measured: Number(row.measured),
  viewable: Number(row.viewable),
  videoStarts: Number(row.video_starts),
  videoFirstQuartiles: Number(row.video_first_quartiles),
  videoMidpoints: Number(row.video_midpoints),
  videoThirdQuartiles: Number(row.video_third_quartiles),
  videoCompletes: Number(row.video_completes),
  invalidImpressions: Number(row.invalid_impressions),
  invalidClicks: Number(row.invalid_clicks),
  chargeMicros: BigInt(row.charge_micros ?? 0),
});
