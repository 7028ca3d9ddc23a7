import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { BidOutcome } from "../diagnosis/delivery-report.ts";

const literal = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

const hourMs = 3_600_000;

/**
 * Wins, impressions and viewable ones of one campaign: the first partial hour from events, the rest from the hourly
 * rollup. The caller has checked access.
 */
export async function findBidOutcome(
  clickhouse: ClickHouse,
  campaignId: number,
  fromAt: Date,
  endAt: Date,
): Promise<BidOutcome> {
  const hourAt = new Date(Math.ceil(fromAt.getTime() / hourMs) * hourMs);
  const result = await clickhouse.query({
    query: `select sum(part.w) as wins, sum(part.i) as impressions, sum(part.v) as viewable from (
      select c.wins as w, c.impressions as i, c.viewable as v from campaign_hours as c
      where c.campaign_id = {campaignId:UInt64}
      and c.hour >= toDateTime({hourAt:String}, 'UTC') and c.hour < toDateTime({endAt:String}, 'UTC')
      union all
      select toUInt64(e.kind = 'win'), toUInt64(e.kind = 'impression' and e.invalid = ''),
        toUInt64(e.kind = 'viewable' and e.invalid = '') from ad_events as e
      where e.campaign_id = {campaignId:UInt64} and e.kind in ('win', 'impression', 'viewable')
      and e.at >= toDateTime({fromAt:String}, 'UTC') and e.at < toDateTime({hourAt:String}, 'UTC')) as part`,
    query_params: { campaignId, fromAt: literal(fromAt), hourAt: literal(hourAt), endAt: literal(endAt) },
    format: "JSONEachRow",
  });
  const [row] = await result.json<Record<string, string>>();
  return { wins: Number(row?.wins), impressions: Number(row?.impressions), viewable: Number(row?.viewable) };
}
