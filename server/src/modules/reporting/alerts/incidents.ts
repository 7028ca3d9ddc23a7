import type { AlertRule } from "@litfass/contract/reporting/alerts";

/** An alert that applies or applied to a campaign. `about` is the day of a daily limit, and else empty. */
export type Incident = { campaignId: number; about: string; endedAt: Date | null };

/** What is known of a running campaign when alerts are checked. */
export type Observed = {
  id: number;
  name: string;
  currency: string;
  budgetMicros: bigint;
  /** Charges of today and of the whole run. */
  todayMicros: bigint;
  spentMicros: bigint;
  impressions: number;
  clicks: number;
  /** For how many hours it has run without an impression, of the hours that alerts ask for; 0 if it delivers. */
  silentHours: number;
};

/** Figures around a limit move above and below it: an incident that returns within this time is the same one. */
const sameIncidentMs = 24 * 3_600_000;

/** Whether a rule applies to a campaign. */
export function applies(rule: AlertRule, seen: Observed): boolean {
  switch (rule.kind) {
    case "daily_spend":
      return seen.todayMicros > BigInt(rule.amount) * 10_000n;
    case "low_ctr":
      return seen.impressions >= rule.impressions && seen.clicks * 100 < rule.percent * seen.impressions;
    case "silent":
      return seen.silentHours >= rule.hours;
    case "budget_used":
      return seen.budgetMicros > 0n && seen.spentMicros * 100n >= seen.budgetMicros * BigInt(rule.percent);
  }
}

/** The campaigns among `met` whose incident begins now and was not reported already. */
export function beginning<Met extends { campaignId: number; about: string }>(
  known: readonly Incident[],
  met: readonly Met[],
  now: Date,
): Met[] {
  return met.filter(({ campaignId, about }) => {
    const before = known.find((incident) => incident.campaignId === campaignId);
    if (!before || before.about !== about) return true;
    return before.endedAt !== null && now.getTime() - before.endedAt.getTime() >= sameIncidentMs;
  });
}
