import { findFunnel, listAdjustments, maxAdjustments } from "@litfass/adserver/index";
import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { deliveryReportEndpoints } from "@litfass/contract/reporting/delivery-report";
import type { Database } from "@litfass/platform/postgres/postgres";
import { notFound } from "@litfass/platform/problem";
import { listDeliveryStatus } from "../../spend/index.ts";
import { findBidOutcome } from "../panels/bid-outcome-sql.ts";
import { periodOf } from "../panels/show-figures.ts";
import { openReport, type Report, type StatisticsContext } from "../report.ts";
import { dayIn } from "../report-period.ts";
import { judgeDelivery } from "./delivery-report.ts";

type Endpoints = typeof deliveryReportEndpoints;
export type DeliveryContext = StatisticsContext & { db: Database };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

async function openCampaign(context: DeliveryContext, caller: Caller, campaignId: number, days: object = {}) {
  const report = await openReport(context, caller, { ...days, campaign_ids: [campaignId] });
  if (report.campaigns.length === 0) throw notFound();
  return report;
}

/** Why a campaign delivers or not. Throws 404 for campaigns the caller may not access. */
export async function showDelivery(
  context: DeliveryContext,
  caller: Caller,
  campaignId: number,
  days: { from?: string; to?: string },
): Promise<CallOutput<Endpoints["showDeliveryReport"]>> {
  const { db, clickhouse, clock } = context;
  const report = await openCampaign(context, caller, campaignId, days);
  const { fromAt, endAt, timeZone } = report.period;
  const { firstAt, ...funnel } = await findFunnel(db, campaignId, fromAt, endAt);
  const outcome = await findBidOutcome(clickhouse, campaignId, firstAt ?? endAt, endAt);
  const [status] = await listDeliveryStatus(db, [campaignId]);
  const today = dayIn(timeZone, clock.now());
  const isPast = report.period.to < today;
  const ofToday = await openCampaign(context, caller, campaignId, { from: today, to: today });
  const sharePercent = status && !isPast ? await shareOf(context, ofToday, campaignId, status.evenDayMicros) : null;
  return {
    ...periodOf(report),
    counted_from: firstAt?.toISOString() ?? null,
    share_percent: sharePercent,
    ...judgeDelivery({ funnel, outcome, isPast, isLive: status?.isLive ?? false, sharePercent }),
  };
}

/**
 * Today's spend compared with the even share of the time since its first opportunity today; null within the first
 * hour.
 */
async function shareOf(
  { db, clock }: DeliveryContext,
  today: Report,
  campaignId: number,
  evenDayMicros: bigint,
): Promise<number | null> {
  const { firstAt } = await findFunnel(db, campaignId, today.period.fromAt, today.period.endAt);
  const elapsedMs = firstAt === null ? 0 : clock.now().getTime() - firstAt.getTime();
  const dueMicros = (Number(evenDayMicros) * elapsedMs) / dayMs;
  if (elapsedMs < hourMs || dueMicros <= 0) return null;
  const [total] = await today.figures({ grouping: "total" });
  return Math.round((Number(total?.chargeMicros ?? 0n) / dueMicros) * 1000) / 10;
}

const percentOf = (share: number): number => Math.round(share * 1000) / 10;

/** How delivery steered a campaign. Throws 404 for campaigns the caller may not access. */
export async function showAdjustments(
  context: DeliveryContext,
  caller: Caller,
  campaignId: number,
  limit: number,
): Promise<CallOutput<Endpoints["listCampaignAdjustments"]>> {
  await openCampaign(context, caller, campaignId);
  const minutes = await listAdjustments(context.db, campaignId, limit);
  return {
    max_per_minute: maxAdjustments,
    data: minutes.map((minute) => ({
      at: minute.minuteAt.toISOString(),
      adjustments: minute.adjustments,
      participation_before: percentOf(minute.participationBefore),
      participation_after: percentOf(minute.participationAfter),
      price_before: percentOf(minute.priceFactorBefore),
      price_after: percentOf(minute.priceFactorAfter),
      reasons: Object.entries(minute.reasons)
        .map(([reason, adjustments]) => ({ reason: reason as keyof typeof minute.reasons, adjustments }))
        .sort((a, b) => b.adjustments - a.adjustments),
    })),
  };
}
