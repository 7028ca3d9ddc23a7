import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { CampaignCounts } from "../../spend/index.ts";

/** Lifetime sums of the stored events of campaigns; zeros for those without any. The ids come from a job. */
export async function sumCounts(clickhouse: ClickHouse, campaignIds: number[]): Promise<CampaignCounts[]> {
  const result = await clickhouse.query({
    query: `select toString(campaign_id) as campaign, toString(sum(campaign_hours.impressions)) as shown,
        toString(sum(campaign_hours.clicks)) as clicked, toString(sum(campaign_hours.charge_micros)) as spent
      from campaign_hours where campaign_id in {ids:Array(UInt64)} group by campaign_id`,
    query_params: { ids: campaignIds },
    format: "JSONEachRow",
  });
  const rows = await result.json<Record<"campaign" | "shown" | "clicked" | "spent", string>>();
  const sums = new Map(rows.map((row) => [Number(row.campaign), row]));
  return campaignIds.map((campaignId) => {
    const sum = sums.get(campaignId);
    return {
      campaignId,
      impressions: Number(sum?.shown ?? 0),
      clicks: Number(sum?.clicked ?? 0),
      chargeMicros: BigInt(sum?.spent ?? 0),
    };
  });
}
