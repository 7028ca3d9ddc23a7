import type { Readable } from "node:stream";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { invalid } from "@litfass/platform/problem";
import type { Report } from "../report.ts";
import { daysOf } from "../report-period.ts";

/** Maximum number of days and events in a log. */
export const longestLogDays = 31;
const maxLogEvents = 5_000_000;
const longestQuerySeconds = 300;

const literal = (at: Date): string => at.toISOString().slice(0, 23).replace("T", " ");

/** Prefixes untrusted text with an apostrophe, so that spreadsheets do not run it as a formula, whole or split. */
const text = (column: string): string =>
  `replaceRegexpAll(${column}, '(^|[;,\\t\\r\\n])([=+@\\t\\r-])', '\\\\1\\'\\\\2') as ${column}`;

/**
 * Streams the impressions, measured and viewable ones, and clicks of the report's campaigns as CSV in chronological order, without visitor
 * pseudonyms. Throws 422 for more than 31 days or more than `most` events, rather than leaving any out silently.
 */
export async function exportEvents(clickhouse: ClickHouse, report: Report, most = maxLogEvents): Promise<Readable> {
  const { fromAt, endAt } = report.period;
  if (daysOf(report.period).length > longestLogDays) throw invalid({ from: ["statistics.log_days"] });
  const events = `from ad_events
      where campaign_id in {campaignIds:Array(UInt64)}
        and kind in ('impression', 'measured', 'viewable', 'click')
        and at >= parseDateTime64BestEffort({fromAt:String}, 3, 'UTC')
        and at < parseDateTime64BestEffort({endAt:String}, 3, 'UTC')`;
  const query_params = {
    campaignIds: report.campaigns.map(({ id }) => id),
    fromAt: literal(fromAt),
    endAt: literal(endAt),
  };
  const counted = await clickhouse.query({
    query: `select count() as events ${events} settings max_execution_time = ${longestQuerySeconds}`,
    query_params,
    format: "JSONEachRow",
  });
  const [row] = await counted.json<{ events: string }>();
  if (Number(row?.events) > most) throw invalid({ from: ["statistics.log_events"] });
  const result = await clickhouse.exec({
    query: `select at, kind, exchange, ${text("auction_id")}, campaign_id, creative_uuid, format, site_kind,
        ${text("site")}, country, ${text("region")}, ${text("city")}, device, browser, ${text("language")},
        charge_micros / 1000000 as charge, currency, invalid
      ${events}
      order by at settings max_execution_time = ${longestQuerySeconds}
      format CSVWithNames`,
    query_params,
  });
  return result.stream;
}
