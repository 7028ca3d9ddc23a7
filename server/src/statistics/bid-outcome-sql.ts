import type { ClickHouse } from "../platform/clickhouse.ts";
import type { BidOutcome } from "./delivery-report.ts";

const literal = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

/** Wins, impressions and viewable ones of one campaign in whole hours of UTC. The caller has checked whose it is. */
export async function findBidOutcome(
  clickhouse: ClickHouse,
  campaignId: number,
  fromAt: Date,
  endAt: Date,
): Promise<BidOutcome> {
  const result = await clickhouse.query({
    query: `select sum(c.wins) as wins, sum(c.impressions) as impressions, sum(c.viewable) as viewable
      from campaign_hours as c where c.campaign_id = {campaignId:UInt64}
      and c.hour >= toDateTime({fromAt:String}, 'UTC') and c.hour < toDateTime({endAt:String}, 'UTC')`,
    query_params: { campaignId, fromAt: literal(fromAt), endAt: literal(endAt) },
    format: "JSONEachRow",
  });
  const [row] = await result.json<Record<string, string>>();
  return { wins: Number(row?.wins), impressions: Number(row?.impressions), viewable: Number(row?.viewable) };
}
