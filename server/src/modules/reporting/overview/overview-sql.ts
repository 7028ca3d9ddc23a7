import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { BidOutcome } from "../diagnosis/delivery-report.ts";

/** The caller has checked access to the campaigns: their ids are the tenant predicate. */

const second = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

/** Impressions of campaigns since an instant by campaign and day; days without any are absent. */
export async function listDays(
  clickhouse: ClickHouse,
  campaignIds: number[],
  fromAt: Date,
  timeZone: string,
): Promise<Map<number, Map<string, number>>> {
  const days = new Map<number, Map<string, number>>();
  if (campaignIds.length === 0) return days;
  const result = await clickhouse.query({
    query: `select toString(campaign_id) as campaign, toString(toDate(hour, {timeZone:String})) as day,
        toString(sum(campaign_hours.impressions)) as shown
      from campaign_hours
      where campaign_id in {ids:Array(UInt64)} and hour >= toDateTime({from:String}, 'UTC')
      group by campaign, day`,
    query_params: { ids: campaignIds, from: second(fromAt), timeZone },
    format: "JSONEachRow",
  });
  for (const row of await result.json<{ campaign: string; day: string; shown: string }>()) {
    const id = Number(row.campaign);
    const own = days.get(id) ?? new Map<string, number>();
    days.set(id, own.set(row.day, Number(row.shown)));
  }
  return days;
}

export type CountedDelivery = {
  impressions: number;
  clicks: number;
  measured: number;
  viewable: number;
  invalidImpressions: number;
  spentMicros: bigint;
  recentMicros: bigint;
  recent: BidOutcome;
};

const hourSeconds = 3_600;
const hourOf = (at: Date): number => Math.floor(at.getTime() / 1_000 / hourSeconds) * hourSeconds;

/**
 * Lifetime counts of campaigns, and counts since the hour in which each one's recent time started; campaigns without
 * any are absent.
 */
export async function listCounted(
  clickhouse: ClickHouse,
  campaignIds: number[],
  recentFrom: ReadonlyMap<number, Date>,
): Promise<Map<number, CountedDelivery>> {
  if (campaignIds.length === 0) return new Map();
  const recent = `toUnixTimestamp(hour) >= transform(campaign_id, {ids:Array(UInt64)}, {from:Array(UInt32)}, toUInt32(0))`;
  const result = await clickhouse.query({
    query: `select toString(campaign_id) as campaign, toString(sum(campaign_hours.impressions)) as shown,
        toString(sum(campaign_hours.clicks)) as clicked, toString(sum(campaign_hours.viewable)) as seen,
        toString(greatest(sum(campaign_hours.measured), sum(campaign_hours.viewable))) as decided,
        toString(sum(campaign_hours.invalid_impressions)) as invalid,
        toString(sum(campaign_hours.charge_micros)) as spent,
        toString(sumIf(campaign_hours.charge_micros, ${recent})) as recent_spent,
        toString(sumIf(campaign_hours.wins, ${recent})) as recent_wins,
        toString(sumIf(campaign_hours.impressions, ${recent})) as recent_shown,
        toString(sumIf(campaign_hours.viewable, ${recent})) as recent_seen
      from campaign_hours where campaign_id in {ids:Array(UInt64)} group by campaign_id`,
    query_params: { ids: campaignIds, from: campaignIds.map((id) => hourOf(recentFrom.get(id) ?? new Date(0))) },
    format: "JSONEachRow",
  });
  return new Map(
    (await result.json<Record<string, string>>()).map((row) => [
      Number(row.campaign),
      {
        impressions: Number(row.shown),
        clicks: Number(row.clicked),
        measured: Number(row.decided),
        viewable: Number(row.seen),
        invalidImpressions: Number(row.invalid),
        spentMicros: BigInt(row.spent ?? 0),
        recentMicros: BigInt(row.recent_spent ?? 0),
        recent: {
          wins: Number(row.recent_wins),
          impressions: Number(row.recent_shown),
          viewable: Number(row.recent_seen),
        },
      },
    ]),
  );
}
