import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { FigureScope } from "../metrics/figures-sql.ts";
import { type Rollup, type RollupRange, rollupRangesOf } from "../metrics/rollup-plan.ts";
import type { ReportPeriod } from "../report-period.ts";

type Question = { scope: FigureScope; period: Pick<ReportPeriod, "fromAt" | "endAt">; now: Date };

const viewers: Rollup = { table: "campaign_viewers", time: "span_at", dimensions: ["campaign_id"] };
const invalid: Rollup = { table: "invalid_spans", time: "span_at", dimensions: ["campaign_id"] };
const longestQuerySeconds = 20;

/** `reached`: distinct people, to about 1%. `known`: impressions attributed to a person; `unknown`: the others. */
export type Reach = { reached: number; known: number; unknown: number };

export async function findReach(clickhouse: ClickHouse, question: Question): Promise<Reach> {
  const eventFilter = "kind = 'impression' and invalid = ''";
  const [row] = await ask(clickhouse, question, viewers, {
    select: "uniqMerge(part.v) as reached, sum(part.k) as known, sum(part.u) as unknown",
    rollup: "viewers as v, known as k, unknown as u",
    // Aggregated at read time, like the rollup's rows.
    events: `cast(uniqStateIf(visitor_key, visitor_key != ''), 'AggregateFunction(uniq, String)') as v, toUInt64(countIf(visitor_key != '')) as k,
      toUInt64(countIf(visitor_key = '')) as u`,
    eventFilter,
    groupBy: "",
  });
  return { reached: Number(row?.reached), known: Number(row?.known), unknown: Number(row?.unknown) };
}

export type InvalidTraffic = { reason: string; impressions: number; clicks: number };

/** Filtered events by reason, most frequent first. */
export async function listInvalidTraffic(clickhouse: ClickHouse, question: Question): Promise<InvalidTraffic[]> {
  const rows = await ask(clickhouse, question, invalid, {
    select: "part.r as reason, sum(part.i) as impressions, sum(part.c) as clicks",
    rollup: "invalid as r, impressions as i, clicks as c",
    events: "invalid as r, toUInt64(countIf(kind = 'impression')) as i, toUInt64(countIf(kind = 'click')) as c",
    rollupFilter: "player_errors = 0",
    eventFilter: "kind in ('impression', 'click') and invalid != ''",
    groupBy: "r",
  });
  return rows
    .map((row) => ({
      reason: row.reason ?? "",
      impressions: Number(row.impressions),
      clicks: Number(row.clicks),
    }))
    .sort((a, b) => b.impressions + b.clicks - (a.impressions + a.clicks) || a.reason.localeCompare(b.reason));
}

export type PlayerErrors = { code: number; errors: number };

/** Player errors by VAST code, most frequent first. There are at most 900 codes. */
export async function listPlayerErrors(clickhouse: ClickHouse, question: Question): Promise<PlayerErrors[]> {
  const rows = await ask(clickhouse, question, invalid, {
    select: "part.p as code, sum(part.e) as errors",
    rollup: "replaceOne(invalid, 'player_', '') as p, player_errors as e",
    // Events without a code predate the code column: 900 is VAST's "undefined error".
    events: "if(invalid = '', '900', replaceOne(invalid, 'player_', '')) as p, toUInt64(count()) as e",
    rollupFilter: "player_errors > 0",
    eventFilter: "kind = 'video_error'",
    groupBy: "p",
  });
  return rows
    .map((row) => ({ code: Number(row.code), errors: Number(row.errors) }))
    .sort((a, b) => b.errors - a.errors || a.code - b.code);
}

type Parts = {
  select: string;
  rollup: string;
  events: string;
  /** Conditions of the rollup's rows and of events. */
  rollupFilter?: string;
  eventFilter: string;
  groupBy: string;
};

/** Reads the rollup if it has all filter columns, else the events. */
async function ask(clickhouse: ClickHouse, { scope, period, now }: Question, rollup: Rollup, parts: Parts) {
  const ranges: RollupRange[] =
    scope.sites || scope.regions
      ? [{ rollup: null, ...period }]
      : rollupRangesOf(["campaign_id"], period, now, [rollup]);
  const where = ({ rollup: from, fromAt, endAt }: RollupRange): string =>
    [
      `${from ? from.time : "at"} >= ${instant(fromAt)}`,
      `${from ? from.time : "at"} < ${instant(endAt)}`,
      ...(scope.campaignIds ? ["campaign_id in {campaignIds:Array(UInt64)}"] : []),
      ...(scope.sites ? ["site in {sites:Array(String)}"] : []),
      ...(scope.regions ? ["region in {regions:Array(String)}"] : []),
      ...(from ? (parts.rollupFilter ? [parts.rollupFilter] : []) : [parts.eventFilter]),
    ].join(" and ");
  const group = parts.groupBy && `group by ${parts.groupBy}`;
  const sources = ranges.map((range) =>
    range.rollup
      ? `(select ${parts.rollup} from ${range.rollup.table} where ${where(range)})`
      : `(select ${parts.events} from ad_events where ${where(range)} ${group})`,
  );
  const result = await clickhouse.query({
    query: `select ${parts.select} from (${sources.join(" union all ")}) as part
      ${parts.groupBy && `group by part.${parts.groupBy}`} settings max_execution_time = ${longestQuerySeconds}`,
    query_params: {
      campaignIds: scope.campaignIds ?? [],
      sites: scope.sites ?? [],
      regions: scope.regions ?? [],
    },
    format: "JSONEachRow",
  });
  return result.json<Record<string, string>>();
}

const instant = (at: Date): string => `toDateTime('${at.toISOString().slice(0, 19).replace("T", " ")}', 'UTC')`;
