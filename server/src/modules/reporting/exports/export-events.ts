import type { Readable } from "node:stream";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { invalid } from "@litfass/platform/problem";
import type { Report } from "../report.ts";
import { daysOf } from "../report-period.ts";

/** A log covers at most this many days, and so many events. */
export const longestLogDays = 31;
const maxLogEvents = 5_000_000;
const longestQuerySeconds = 300;

const literal = (at: Date): string => at.toISOString().slice(0, 23).replace("T", " ");

/** What strangers wrote must be no formula to a spreadsheet, whole or split: it gets an apostrophe. */
const text = (column: string): string =>
  `replaceRegexpAll(${column}, '(^|[;,\\t\\r\\n])([=+@\\t\\r-])', '\\\\1\\'\\\\2') as ${column}`;

/**
 * Impressions, views and clicks of the report's campaigns one by one as CSV, in the order of time, while they are read.
 * Nobody's pseudonym is in it. Throws 422 for more than 31 days, and for more than `most` events: none is left out
 * without a word.
 */
export async function exportEvents(clickhouse: ClickHouse, report: Report, most = maxLogEvents): Promise<Readable> {
  const { fromAt, endAt } = report.period;
  if (daysOf(report.period).length > longestLogDays) throw invalid({ from: ["statistics.log_days"] });
  const events = `from ad_events
      where campaign_id in {campaignIds:Array(UInt64)}
        and kind in ('impression', 'viewable', 'click')
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
