import type { Platform } from "@litfass/platform/platform";
import { type ActiveCampaign, listActiveCampaigns } from "../campaigns/index.ts";
import { accountTimeZone, campaignsDelivering, deliveryOfDay, viewabilityOfCampaigns } from "../reporting/index.ts";
import { listDeliveryStatus } from "../spend/index.ts";
import { namesOf } from "../users/index.ts";

/** An active campaign without impressions for this long is stalled. */
const stalledAfterMs = 60 * 60 * 1000;

export type MonitoredCampaign = ActiveCampaign & {
  owner: string;
  spentTodayMicros: bigint;
  evenDayMicros: bigint;
  /** Viewable of measured impressions, from 0 to 1; null without any. */
  viewability: number | null;
  /** Measured of counted impressions, from 0 to 1; null without any. */
  measured: number | null;
  lastImpressionAt: Date | null;
};

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** One page of the active campaigns with their delivery, stalled ones first (PAGE-012). */
export async function monitorCampaigns(
  { db, clickhouse, clock }: Platform,
  { page, perPage, customer }: { page: number; perPage: number; customer?: string | undefined },
): Promise<{ campaigns: MonitoredCampaign[]; active: number; stalled: number }> {
  const now = clock.now();
  const impressionSince = new Date(now.getTime() - stalledAfterMs);
  const delivering = await campaignsDelivering(clickhouse, impressionSince);
  const limits = { limit: perPage, offset: (page - 1) * perPage };
  const { rows, active, stalled } = await listActiveCampaigns(db, {
    now,
    chanceSince: impressionSince,
    delivering,
    customer,
    ...limits,
  });
  const ids = rows.map(({ id }) => id);
  const names = await namesOf(db, [...new Set(rows.map(({ ownerUid }) => ownerUid))]);
  const status = new Map((await listDeliveryStatus(db, ids)).map((each) => [each.campaignId, each]));
  const viewability = await viewabilityOfCampaigns(clickhouse, ids);
  const today = await deliveryOfDay(clickhouse, ids, now, accountTimeZone);
  const ratesOf = (id: number): Pick<MonitoredCampaign, "viewability" | "measured"> => {
    const { impressions = 0, measuredImpressions = 0, viewableImpressions = 0 } = viewability.get(id) ?? {};
    return {
      viewability: share(viewableImpressions, measuredImpressions),
      measured: share(measuredImpressions, impressions),
    };
  };
  return {
    active,
    stalled,
    campaigns: rows.map((row) => ({
      ...row,
      owner: names.get(row.ownerUid) ?? row.ownerUid,
      spentTodayMicros: today.get(row.id)?.chargedMicros ?? 0n,
      evenDayMicros: status.get(row.id)?.evenDayMicros ?? 0n,
      ...ratesOf(row.id),
      lastImpressionAt: today.get(row.id)?.lastImpressionAt ?? null,
    })),
  };
}
