import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";

const second = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

/** Campaigns with a counted impression since an instant, to the second. The hourly rollup narrows the search. */
export async function campaignsDelivering(clickhouse: ClickHouse, since: Date): Promise<number[]> {
  const result = await clickhouse.query({
    query: `select distinct campaign_id from ad_events
      where kind = 'impression' and invalid = '' and at >= toDateTime64({since:String}, 3, 'UTC')
        and campaign_id in (select campaign_id from campaign_hours
          where hour >= toStartOfHour(toDateTime({since:String}, 'UTC'))
          group by campaign_id having sum(impressions) > 0)`,
    query_params: { since: second(since) },
    format: "JSONEachRow",
  });
  return (await result.json<{ campaign_id: string }>()).map((row) => Number(row.campaign_id));
}

export type TodaysDelivery = { chargedMicros: bigint; lastImpressionAt: Date | null };

const lookBackMs = 30 * 24 * 60 * 60 * 1000;

/** The charges of campaigns since the start of a zone's day, and each one's last impression in the last 30 days. */
export async function deliveryOfDay(
  clickhouse: ClickHouse,
  campaignIds: number[],
  now: Date,
  timeZone: string,
): Promise<Map<number, TodaysDelivery>> {
  if (campaignIds.length === 0) return new Map();
  const query_params = { ids: campaignIds, now: second(now), zone: timeZone };
  const spent = await clickhouse.query({
    query: `select toString(campaign_id) as campaign, toString(sum(charge_micros)) as charged from campaign_hours
      where campaign_id in {ids:Array(UInt64)}
        and hour >= toStartOfDay(toDateTime({now:String}, 'UTC'), {zone:String})
      group by campaign_id`,
    query_params,
    format: "JSONEachRow",
  });
  const seen = await clickhouse.query({
    query: `select toString(campaign_id) as campaign, toUnixTimestamp64Milli(max(at)) as last from ad_events
      where campaign_id in {ids:Array(UInt64)} and kind = 'impression' and invalid = ''
        and at >= toDateTime64({from:String}, 3, 'UTC')
      group by campaign_id`,
    query_params: { ...query_params, from: second(new Date(now.getTime() - lookBackMs)) },
    format: "JSONEachRow",
  });
  const charged = new Map(
    (await spent.json<{ campaign: string; charged: string }>()).map((row) => [
      Number(row.campaign),
      BigInt(row.charged),
    ]),
  );
  const last = new Map(
    (await seen.json<{ campaign: string; last: string }>()).map((row) => [
      Number(row.campaign),
      new Date(Number(row.last)),
    ]),
  );
  return new Map(
    campaignIds.map((id) => [id, { chargedMicros: charged.get(id) ?? 0n, lastImpressionAt: last.get(id) ?? null }]),
  );
}
