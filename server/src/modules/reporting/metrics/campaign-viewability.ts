import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";

/** Lifetime impressions and viewable impressions of campaigns; campaigns without any are absent. */
export async function viewabilityOfCampaigns(
  clickhouse: ClickHouse,
  campaignIds: number[],
): Promise<Map<number, { measuredImpressions: number; viewableImpressions: number }>> {
  if (campaignIds.length === 0) return new Map();
  const result = await clickhouse.query({
    query: `select toString(campaign_id) as campaign, toString(sum(impressions)) as measured,
      toString(sum(viewable)) as seen from campaign_hours where campaign_id in {ids:Array(UInt64)} group by campaign_id`,
    query_params: { ids: campaignIds },
    format: "JSONEachRow",
  });
  const rows = await result.json<{ campaign: string; measured: string; seen: string }>();
  return new Map(
    rows.map((row) => [
      Number(row.campaign),
      { measuredImpressions: Number(row.measured), viewableImpressions: Number(row.seen) },
    ]),
  );
}

/** Lifetime impressions, viewable impressions and clicks of campaigns, without invalid traffic; those without any are absent. */
export async function figuresOfCampaigns(
  clickhouse: ClickHouse,
  campaignIds: number[],
): Promise<Map<number, { impressions: number; viewable: number; clicks: number }>> {
  if (campaignIds.length === 0) return new Map();
  const result = await clickhouse.query({
    query: `select toString(campaign_id) as campaign, toString(sum(impressions)) as shown,
      toString(sum(viewable)) as seen, toString(sum(clicks)) as clicked
      from campaign_hours where campaign_id in {ids:Array(UInt64)} group by campaign_id`,
    query_params: { ids: campaignIds },
    format: "JSONEachRow",
  });
  const rows = await result.json<{ campaign: string; shown: string; seen: string; clicked: string }>();
  return new Map(
    rows.map((row) => [
      Number(row.campaign),
      { impressions: Number(row.shown), viewable: Number(row.seen), clicks: Number(row.clicked) },
    ]),
  );
}
