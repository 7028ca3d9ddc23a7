import type { Funnel } from "@litfass/adserver/index";
import type { CampaignHealth } from "@litfass/contract/reporting/campaign-overview";
import { type BidOutcome, causeOf, onPlanPercent } from "../diagnosis/delivery-report.ts";

/** The period and the money of a started campaign. */
export type CampaignRun = {
  id: number;
  /** Active and not ended; its period may start later. */
  isActive: boolean;
  budgetMicros: bigint;
  /** The first instant of delivery: the start of the period, or the activation if later. */
  fromAt: Date;
  /** The end of the period, or of the campaign if earlier. */
  endAt: Date;
  /** When it was last activated, resumed, or given another budget or period. */
  resumedAt: Date;
};

/** A campaign's results since `sinceAt`, and in total. */
export type RecentDelivery = {
  /** Counted impressions and charges since the campaign started. */
  impressions: number;
  spentMicros: bigint;
  /** Charges, wins and impressions of the evaluated time. */
  recentMicros: bigint;
  recent: BidOutcome;
  funnel: Funnel | null;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const stopped: CampaignHealth = {
  verdict: "stopped",
  since: null,
  share_percent: null,
  narrowest: null,
  reason: null,
  remedy: null,
};

/** The first full hour of the last 24, because figures are rolled up by hour. */
export const recentFrom = (now: Date): Date => new Date(Math.floor(now.getTime() / hourMs) * hourMs - dayMs + hourMs);

const isRunning = ({ isActive, fromAt, endAt }: CampaignRun, now: Date): boolean =>
  isActive && fromAt <= now && now < endAt;

/** The start of the evaluated time: at most a day ago, and never before the campaign was started, resumed or replanned. */
export const judgedFrom = ({ fromAt, resumedAt }: CampaignRun, now: Date): Date =>
  new Date(Math.max(fromAt.getTime(), resumedAt.getTime(), recentFrom(now).getTime()));

/** The budget left at `at`, spread evenly until the end: micros due between `at` and `until`. */
function dueMicros(leftMicros: bigint, at: Date, until: Date, endAt: Date): number {
  const leftMs = endAt.getTime() - at.getTime();
  return leftMs <= 0 ? 0 : (Number(leftMicros) * (until.getTime() - at.getTime())) / leftMs;
}

/** What even spending from the first to the last instant would have used by now. */
export function plannedMicros({ budgetMicros, fromAt, endAt }: CampaignRun, now: Date): bigint {
  const until = now < endAt ? now : endAt;
  if (until <= fromAt) return 0n;
  return BigInt(Math.floor(dueMicros(budgetMicros, fromAt, until, endAt)));
}

/** A full day's part of `micros` that are spread evenly; all of them if less than a day is left. */
function fullDayMicros(micros: bigint, fromAt: Date, endAt: Date): bigint {
  const days = Math.max(1, (endAt.getTime() - fromAt.getTime()) / dayMs);
  return BigInt(Math.floor(Number(micros) / days));
}

/** A full day's even share of the whole budget. */
export const evenShareMicros = ({ budgetMicros, fromAt, endAt }: CampaignRun): bigint =>
  fullDayMicros(budgetMicros, fromAt, endAt);

/** A full day's even share of the remainder; null if the campaign does not run. */
export function dailyShareMicros(run: CampaignRun, spentMicros: bigint, now: Date): bigint | null {
  if (!isRunning(run, now)) return null;
  const leftMicros = run.budgetMicros > spentMicros ? run.budgetMicros - spentMicros : 0n;
  return fullDayMicros(leftMicros, now, run.endAt);
}

/** What became of the bids that the funnel counted: results of earlier ones say nothing about its steps. */
function outcomeOf({ funnel, recent }: RecentDelivery): BidOutcome {
  const most = (count: number): number => Math.min(count, funnel?.bid ?? 0);
  return { wins: most(recent.wins), impressions: most(recent.impressions), viewable: most(recent.viewable) };
}

/** The health of a campaign. There is no verdict in the first hour. */
export function healthOf(run: CampaignRun, delivery: RecentDelivery, now: Date): CampaignHealth {
  if (!isRunning(run, now)) return stopped;
  const sinceAt = judgedFrom(run, now);
  const ranMs = now.getTime() - sinceAt.getTime();
  const plain = { ...stopped, since: sinceAt.toISOString() };
  if (ranMs < hourMs) return { ...plain, verdict: delivery.impressions === 0 ? "waiting" : "early" };
  const spentBefore = delivery.spentMicros - delivery.recentMicros;
  const due = dueMicros(run.budgetMicros - spentBefore, sinceAt, now, run.endAt);
  if (due <= 0) return { ...plain, verdict: "on_plan" };
  const share = Math.round((Number(delivery.recentMicros) / due) * 1000) / 10;
  if (share >= onPlanPercent) return { ...plain, verdict: "on_plan", share_percent: share };
  const { narrowest, reasons, remedy } = causeOf(delivery.funnel, outcomeOf(delivery));
  return {
    ...plain,
    verdict: "behind",
    share_percent: share,
    narrowest,
    reason: narrowest === "allowed" ? (reasons[0]?.reason ?? null) : null,
    remedy,
  };
}
