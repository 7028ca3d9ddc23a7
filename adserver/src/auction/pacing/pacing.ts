/**
 * The control loop of one campaign: how often it participates and how much of its price it bids, so that spend follows
 * the day's plan. Pure: time and figures in, an adjustment out.
 */

/** At most 150 adjustments a minute by all processes together (CLAIM-005). */
export const tickMs = 400;
export const maxAdjustments = 150;
/** Timers may fire a little early; the limit above still holds. */
const earlyMs = 10;

/** Time constants of the averages: chances per time, and yield per entry. */
const chanceMemoryMs = 180_000;
const yieldMemoryMs = 600_000;
/** Spend may exceed the plan by this part of the day's share. */
const aheadOfPlan = 0.005;
const smallestChange = 0.01;
const minParticipation = 0.000_001;
const minPriceFactor = 0.6;
const bidsPerPriceStep = 50;

export type AdjustmentReason =
  | "ahead_of_plan"
  | "behind_plan"
  | "share_spent"
  | "new_day"
  | "price_lowered"
  | "price_restored";

export type Adjustment = {
  campaignId: number;
  atMs: number;
  reason: AdjustmentReason;
  participationBefore: number;
  participationAfter: number;
  priceFactorBefore: number;
  priceFactorAfter: number;
};

export type Plan = {
  dayOn: string;
  shareMicros: number;
  plannedMs: number;
  untilMs: number;
  /** The start of the plan: when this process began the day, and what was spent by then. */
  anchorMs: number;
  anchorMicros: number;
};

export type Pace = {
  participation: number;
  priceFactor: number;
  plan: Plan | undefined;
  /** Since the last tick: chances, entries and charges. */
  chances: number;
  entries: number;
  chargedMicros: number;
  /** Since the last price step. */
  bids: number;
  wins: number;
  lastTickMs: number;
  startedMs: number;
  chancesPerMs: number;
  yieldEntries: number;
  yieldMicros: number;
  /** The slot of the last adjustment. */
  adjustedSlot: number;
};

export function newPace(nowMs: number, priceMicros: number): Pace {
  return {
    participation: 1,
    priceFactor: 1,
    plan: undefined,
    chances: 0,
    entries: 0,
    chargedMicros: 0,
    bids: 0,
    wins: 0,
    lastTickMs: nowMs,
    startedMs: nowMs,
    chancesPerMs: 0,
    yieldEntries: 1,
    yieldMicros: priceMicros,
    adjustedSlot: -1,
  };
}

/** Spend allowed at an instant: linear from the anchor to the day's share, plus a margin. */
export function allowedMicros(plan: Plan, nowMs: number, priceMicros: number): number {
  const length = plan.plannedMs - plan.anchorMs;
  const part = length <= 0 ? 1 : Math.min(1, Math.max(0, (nowMs - plan.anchorMs) / length));
  const line = plan.anchorMicros + (plan.shareMicros - plan.anchorMicros) * part;
  return Math.min(plan.shareMicros, line + Math.max(2 * priceMicros, plan.shareMicros * aheadOfPlan));
}

/** The average charge per entry. */
export const yieldPerEntry = (pace: Pace): number => pace.yieldMicros / pace.yieldEntries;

export type TickInput = {
  campaignId: number;
  nowMs: number;
  priceMicros: number;
  plan: Plan;
  /** Today's charges of all processes, including expected ones. */
  spentTodayMicros: number;
  /** This process's share of the traffic, 0 to 1. */
  part: number;
  /** The slot in which this process may adjust now; undefined if it may not. */
  slot: number | undefined;
};

/** Updates the averages and adjusts; undefined if nothing changes. */
export function tick(pace: Pace, input: TickInput): Adjustment | undefined {
  const { nowMs, plan } = input;
  const elapsedMs = nowMs - pace.lastTickMs;
  if (elapsedMs < tickMs - earlyMs) return undefined;
  learn(pace, nowMs, elapsedMs);
  const isNewDay = pace.plan !== undefined && pace.plan.dayOn !== plan.dayOn;
  pace.plan = plan;
  if (input.slot === undefined || input.slot === pace.adjustedSlot) return undefined;
  const wanted = targetParticipation(pace, input);
  const [priceFactor, priceReason] = targetPriceFactor(pace, wanted);
  const moves = Math.abs(wanted - pace.participation) > smallestChange * pace.participation;
  if (!moves && priceReason === undefined) return undefined;
  pace.adjustedSlot = input.slot;
  const after = moves ? wanted : pace.participation;
  const direction = after < pace.participation ? "ahead_of_plan" : "behind_plan";
  const isSpent = input.spentTodayMicros + input.priceMicros > plan.shareMicros;
  const adjustment: Adjustment = {
    campaignId: input.campaignId,
    atMs: nowMs,
    reason: isNewDay ? "new_day" : moves ? (isSpent ? "share_spent" : direction) : (priceReason ?? direction),
    participationBefore: pace.participation,
    participationAfter: after,
    priceFactorBefore: pace.priceFactor,
    priceFactorAfter: priceFactor,
  };
  pace.participation = after;
  pace.priceFactor = priceFactor;
  return adjustment;
}

function learn(pace: Pace, nowMs: number, elapsedMs: number): void {
  const weight = Math.exp(-elapsedMs / chanceMemoryMs);
  pace.chancesPerMs = pace.chancesPerMs * weight + (pace.chances / elapsedMs) * (1 - weight);
  const storedYield = Math.exp(-elapsedMs / yieldMemoryMs);
  pace.yieldEntries = Math.max(0.01, pace.yieldEntries * storedYield + pace.entries);
  pace.yieldMicros = Math.max(0.0001, pace.yieldMicros * storedYield + pace.chargedMicros);
  pace.chances = 0;
  pace.entries = 0;
  pace.chargedMicros = 0;
  pace.lastTickMs = nowMs;
}

/** The part of the chances that brings the rest of the share by the planned time. */
function targetParticipation(pace: Pace, input: TickInput): number {
  const { plan, nowMs } = input;
  const leftMicros = plan.shareMicros - input.spentTodayMicros;
  if (leftMicros < input.priceMicros) return minParticipation;
  const leftMs = Math.max(60_000, plan.plannedMs - nowMs);
  const targetPerMs = (leftMicros / leftMs) * input.part;
  const observed = 1 - Math.exp(-(nowMs - pace.startedMs) / chanceMemoryMs);
  const possiblePerMs = (pace.chancesPerMs / observed) * yieldPerEntry(pace);
  if (possiblePerMs <= 0) return 1;
  return Math.min(1, Math.max(minParticipation, targetPerMs / possiblePerMs));
}

/** Bids less where nearly every bid wins and there is more than enough to buy; back to the full price where not. */
function targetPriceFactor(pace: Pace, participation: number): [number, AdjustmentReason | undefined] {
  if (pace.bids < bidsPerPriceStep) return [pace.priceFactor, undefined];
  const winRate = pace.wins / pace.bids;
  pace.bids = 0;
  pace.wins = 0;
  if (winRate > 0.6 && participation < 0.5 && pace.priceFactor > minPriceFactor) {
    return [Math.max(minPriceFactor, pace.priceFactor * 0.98), "price_lowered"];
  }
  if ((winRate < 0.3 || participation > 0.8) && pace.priceFactor < 1) {
    return [Math.min(1, pace.priceFactor * 1.03), "price_restored"];
  }
  return [pace.priceFactor, undefined];
}
