import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";

/**
 * Lifetime impressions of campaigns, measured and viewable ones, and clicks, without invalid traffic; campaigns without
 * any are absent.
 */
export async function figuresOfCampaigns(
  clickhouse: ClickHouse,
  campaignIds: number[],
): Promise<Map<number, { impressions: number; measured: number; viewable: number; clicks: number }>> {
  if (campaignIds.length === 0) return new Map();
  const result = await clickhouse.query({
    query: `select toString(campaign_id) as campaign, toString(sum(impressions)) as shown,
      toString(greatest(sum(measured), sum(viewable))) as decided, toString(sum(viewable)) as seen,
      toString(sum(clicks)) as clicked
      from campaign_hours where campaign_id in {ids:Array(UInt64)} group by campaign_id`,
    query_params: { ids: campaignIds },
    format: "JSONEachRow",
  });
  const rows = await result.json<{ campaign: string; shown: string; decided: string; seen: string; clicked: string }>();
  return new Map(
    rows.map((row) => [
      Number(row.campaign),
      {
        impressions: Number(row.shown),
        measured: Number(row.decided),
        viewable: Number(row.seen),
        clicks: Number(row.clicked),
      },
    ]),
  );
}

/** The part of these figures on which the viewability guarantee is settled. */
export async function viewabilityOfCampaigns(
  clickhouse: ClickHouse,
  campaignIds: number[],
): Promise<Map<number, { impressions: number; measuredImpressions: number; viewableImpressions: number }>> {
  const figures = await figuresOfCampaigns(clickhouse, campaignIds);
  return new Map(
    [...figures].map(([id, { impressions, measured, viewable }]) => [
      id,
      { impressions, measuredImpressions: measured, viewableImpressions: viewable },
    ]),
  );
}
