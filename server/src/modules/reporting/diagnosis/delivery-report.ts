import type { Funnel } from "@litfass/adserver/index";
import type { WizardStep } from "@litfass/contract/campaigns/campaigns";
import {
  type DeliveryStep,
  deliverySteps,
  type HoldReason,
  holdReasons,
} from "@litfass/contract/reporting/delivery-report";

/** Bid outcomes from the event store. */
export type BidOutcome = { wins: number; impressions: number; viewable: number };

/** At this share of its due spend or above, a campaign delivers as planned. */
export const onPlanPercent = 90;

export type DeliveryFacts = {
  funnel: Funnel;
  outcome: BidOutcome;
  /** The period ended before today. */
  isPast: boolean;
  isLive: boolean;
  sharePercent: number | null;
};

/**
 * The opportunities of a campaign by funnel step, never more than in the previous step: the upper steps are projected
 * from samples, the lower ones counted, and every counted event has passed the steps above.
 */
export function stepsOf(funnel: Funnel, outcome: BidOutcome): { step: DeliveryStep; chances: number }[] {
  const held = holdReasons.reduce((sum, reason) => sum + funnel[reason], 0);
  const allowed = funnel.outbid + funnel.bid;
  const counted: Record<DeliveryStep, number> = {
    seen: funnel.seen,
    technology: funnel.technology,
    place: funnel.place,
    context: funnel.context,
    site: funnel.site,
    people: funnel.people,
    format: funnel.format,
    considered: held + allowed,
    allowed,
    bid: funnel.bid,
    won: outcome.wins,
    rendered: outcome.impressions,
    viewable: outcome.viewable,
  };
  let below = 0;
  return [...deliverySteps]
    .reverse()
    .map((step) => {
      below = Math.max(below, counted[step]);
      return { step, chances: below };
    })
    .reverse();
}

/**
 * The step with the lowest pass rate; viewability does not limit delivery. One opportunity more on both sides keeps the
 * loss of a single one from counting as a rate of zero.
 */
export function narrowestOf(steps: { step: DeliveryStep; chances: number }[]): DeliveryStep | null {
  let narrowest: DeliveryStep | null = null;
  let lowestShare = 1;
  steps.forEach(({ step, chances }, at) => {
    const before = steps[at - 1]?.chances ?? 0;
    if (before === 0 || step === "viewable") return;
    const share = (chances + 1) / (before + 1);
    if (share < lowestShare) [narrowest, lowestShare] = [step, share];
  });
  return narrowest;
}

/** Why opportunities were not taken, most frequent reason first. */
export const reasonsOf = (funnel: Funnel): { reason: HoldReason; chances: number }[] =>
  holdReasons
    .map((reason) => ({ reason, chances: funnel[reason] }))
    .filter(({ chances }) => chances > 0)
    .sort((a, b) => b.chances - a.chances);

const remedyStep: Partial<Record<DeliveryStep, WizardStep>> = {
  technology: "targeting",
  place: "targeting",
  context: "targeting",
  site: "targeting",
  people: "targeting",
  format: "template",
};
const remedyForReason: Partial<Record<HoldReason, WizardStep>> = {
  not_running: "budget",
  no_budget: "budget",
  refused: "link",
  no_format: "template",
  no_deal: "targeting",
  pacing: "budget",
  frequency_cap: "targeting",
};

/** Where a campaign loses most of its opportunities, and the wizard step that changes it; empty without counts. */
export function causeOf(funnel: Funnel | null, outcome: BidOutcome) {
  if (!funnel) return { steps: [], reasons: [], narrowest: null, remedy: null };
  const steps = stepsOf(funnel, outcome);
  const reasons = reasonsOf(funnel);
  const narrowest = narrowestOf(steps);
  const [first] = reasons;
  const remedy = narrowest === "allowed" ? first && remedyForReason[first.reason] : narrowest && remedyStep[narrowest];
  return { steps, reasons, narrowest, remedy: remedy ?? null };
}

/** The diagnosis of a campaign, and where the advertiser can improve delivery. */
export function judgeDelivery({ funnel, outcome, isPast, isLive, sharePercent }: DeliveryFacts) {
  const cause = causeOf(funnel, outcome);
  const verdict = isPast
    ? ("past" as const)
    : !isLive
      ? ("paused" as const)
      : !cause.steps[0]?.chances
        ? ("starved" as const)
        : (sharePercent ?? 0) >= onPlanPercent
          ? ("on_plan" as const)
          : ("limited" as const);
  return { ...cause, verdict };
}
