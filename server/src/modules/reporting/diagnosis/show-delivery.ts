import { findFunnel, listAdjustments, maxAdjustments } from "@litfass/adserver/index";
import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { deliveryReportEndpoints } from "@litfass/contract/reporting/delivery-report";
import type { Database } from "@litfass/platform/postgres/postgres";
import { notFound } from "@litfass/platform/problem";
import { listDeliveryStatus } from "../../spend/index.ts";
import { judgeCampaigns } from "../overview/judge-campaigns.ts";
import { findBidOutcome } from "../panels/bid-outcome-sql.ts";
import { periodOf } from "../panels/show-figures.ts";
import { openReport, type StatisticsContext } from "../report.ts";
import { dayIn } from "../report-period.ts";
import { judgeDelivery } from "./delivery-report.ts";

type Endpoints = typeof deliveryReportEndpoints;
export type DeliveryContext = StatisticsContext & { db: Database };

const hourMs = 3_600_000;
/** Opportunities are counted by the hour. */
const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs);

async function openCampaign(context: DeliveryContext, caller: Caller, campaignId: number, days: object = {}) {
  const report = await openReport(context, caller, { ...days, campaign_ids: [campaignId] });
  if (report.campaigns.length === 0) throw notFound();
  return report;
}

type PeriodQuery = { from?: string; to?: string; time?: "days" | "health" };

/** Why a campaign delivers or not. Throws 404 for campaigns the caller may not access. */
export async function showDelivery(
  context: DeliveryContext,
  caller: Caller,
  campaignId: number,
  { time, ...days }: PeriodQuery,
): Promise<CallOutput<Endpoints["showDeliveryReport"]>> {
  const { db, clickhouse, clock, sources } = context;
  const now = clock.now();
  const report = await openCampaign(context, caller, campaignId, days);
  const { to, timeZone, endAt } = report.period;
  const run = (await sources.runsOf([campaignId])).get(campaignId);
  const health = run && (await judgeCampaigns(clickhouse, now, db, [run])).get(campaignId)?.health;
  const since = health?.since ? new Date(health.since) : null;
  const { fromAt, isPast } =
    time === "health" && since
      ? { fromAt: hourOf(since), isPast: false }
      : { fromAt: report.period.fromAt, isPast: to < dayIn(timeZone, now) };
  const { firstAt, ...funnel } = await findFunnel(db, campaignId, fromAt, endAt);
  const outcome = await findBidOutcome(clickhouse, campaignId, firstAt ?? endAt, endAt);
  const [status] = await listDeliveryStatus(db, [campaignId]);
  const sharePercent = isPast ? null : (health?.share_percent ?? null);
  return {
    ...periodOf(report),
    counted_from: firstAt?.toISOString() ?? null,
    share_percent: sharePercent,
    share_since: isPast ? null : (since?.toISOString() ?? null),
    ...judgeDelivery({ funnel, outcome, isPast, isLive: status?.isLive ?? false, sharePercent }),
  };
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
