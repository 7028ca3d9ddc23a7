import type { Readable } from "node:stream";
import type { ClickHouse } from "../platform/clickhouse.ts";
import { invalid } from "../platform/problem.ts";
import type { Report } from "./report.ts";
import { daysOf } from "./report-period.ts";

/** A log covers at most this many days, and so many events. */
export const longestLogDays = 31;
const mostEvents = 5_000_000;
const longestQuerySeconds = 300;

const literal = (at: Date): string => at.toISOString().slice(0, 23).replace("T", " ");

/**
 * Impressions, views and clicks of the report's campaigns one by one as CSV, in the order of time, while they are read.
 * Nobody's pseudonym is in it. Throws 422 for more than 31 days.
 */
export async function exportEvents(clickhouse: ClickHouse, report: Report): Promise<Readable> {
  const { fromAt, endAt } = report.period;
  if (daysOf(report.period).length > longestLogDays) throw invalid({ from: ["rule.oneOf"] });
  const result = await clickhouse.exec({
    query: `select at, kind, exchange, auction_id, campaign_id, creative_uuid, format, site_kind, site, country, region,
        city, device, browser, language, charge_micros / 1000000 as charge, currency, invalid
      from ad_events
      where campaign_id in {campaignIds:Array(UInt64)}
        and kind in ('impression', 'viewable', 'click')
        and at >= parseDateTime64BestEffort({fromAt:String}, 3, 'UTC')
        and at < parseDateTime64BestEffort({endAt:String}, 3, 'UTC')
      order by at limit ${mostEvents}
      settings max_execution_time = ${longestQuerySeconds}
      format CSVWithNames`,
    query_params: {
      campaignIds: report.campaigns.map(({ id }) => id),
      fromAt: literal(fromAt),
      endAt: literal(endAt),
    },
  });
  return result.stream;
}
