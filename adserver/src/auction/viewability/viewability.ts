import { visibility } from "@litfass/contract/kernel/viewability";
import type { Random } from "@litfass/platform/random";

/** Steered for a little above the promise, because what is counted next may fall short. */
const target = visibility.guaranteed / 100 + 0.03;
const priorRate = visibility.industryAverage / 100;
const priorWeight = 4;
/** An exchange's own measurement counts like this many impressions. */
const hintWeight = 12;
const mostWeight = 2000;
const mostPlacements = 200_000;
/** Outcomes are known this long after the impression: later ones count as not seen. */
const outcomeSeconds = 60;
/** Missing viewable impressions from which on only known good placements are bought, but for a few tries. */
const deepestDebt = -3;
const triesInDebt = 0.1;
/** A placement is new for so many impressions; a campaign without notable debt tries new ones as they come. */
const firstTries = 3;
const smallDebt = -1;

/** What is known of a placement: seen and unseen impressions, prior included. */
export type PlacementRate = { seen: number; unseen: number };

export type CampaignVisibility = {
  impressions: number;
  viewable: number;
  /** Expected viewable of the impressions whose outcome is not known yet, by second. */
  expected: Float64Array;
  expectedTotal: number;
  expectedSecond: number;
};

export const newCampaignVisibility = (): CampaignVisibility => ({
  impressions: 0,
  viewable: 0,
  expected: new Float64Array(outcomeSeconds),
  expectedTotal: 0,
  expectedSecond: 0,
});

export type PlacementRates = Map<string, PlacementRate>;

const rateOf = ({ seen, unseen }: PlacementRate): number => seen / (seen + unseen);

/** The estimate for a placement, from the prior where nothing was measured. */
export function placementRate(rates: PlacementRates, placement: string, hint: number | undefined): PlacementRate {
  const known = rates.get(placement);
  if (known !== undefined) return known;
  if (hint === undefined) return { seen: priorRate * priorWeight, unseen: (1 - priorRate) * priorWeight };
  return { seen: hint * hintWeight + priorRate, unseen: (1 - hint) * hintWeight + priorRate };
}

/** Viewable impressions above (or, negative, below) what the promise needs, with what is still expected. */
function surplus(campaign: CampaignVisibility, nowMs: number): number {
  forgetOld(campaign, Math.floor(nowMs / 1000));
  return campaign.viewable + campaign.expectedTotal - target * campaign.impressions;
}

/** What is thought of a slot for the length of one decision, the same for every campaign. */
export type SlotRate = { mean: number; drawn: number; isNew: boolean };

export function drawSlotRate(rate: PlacementRate, random: Random): SlotRate {
  return {
    mean: rateOf(rate),
    drawn: drawRate(rate, random),
    isNew: rate.seen + rate.unseen < priorWeight + firstTries,
  };
}

/**
 * Whether a campaign should buy here. Good placements always; new ones while it has no notable debt, others of which
 * little is known by a draw from what they may be (so that they become known); weak ones only when the campaign needs
 * the volume and has earned the room.
 */
export function isWorthBuying(
  rate: SlotRate,
  campaign: CampaignVisibility,
  needsVolume: boolean,
  nowMs: number,
  random: Random,
): boolean {
  const earned = surplus(campaign, nowMs);
  if (earned < deepestDebt) {
    if (rate.mean >= target) return true;
    return rate.drawn >= target && random.number() < triesInDebt;
  }
  if (rate.drawn >= target || (rate.isNew && earned >= smallDebt)) return true;
  return needsVolume && earned + rate.mean - target > 1;
}

/** Remembers an exchange's measurement of a placement where an ad is offered and nothing was measured yet. */
export function noteHint(rates: PlacementRates, placement: string, hint: number | undefined): void {
  if (hint !== undefined && !rates.has(placement)) keep(rates, placement, placementRate(rates, placement, hint));
}

function keep(rates: PlacementRates, placement: string, rate: PlacementRate): void {
  if (rates.size >= mostPlacements && !rates.has(placement)) rates.delete(rates.keys().next().value!);
  rates.set(placement, rate);
}

/** An ad offered at `bidMs` was shown; whether it is seen is not known yet. */
export function countImpression(
  rates: PlacementRates,
  placement: string,
  campaign: CampaignVisibility,
  bidMs: number,
  nowMs: number,
): void {
  const rate = placementRate(rates, placement, undefined);
  campaign.impressions++;
  const slot = slotOf(campaign, bidMs, nowMs);
  if (slot !== undefined) addExpected(campaign, slot, rateOf(rate));
  const grown = { seen: rate.seen, unseen: rate.unseen + 1 };
  const shrink = Math.min(1, mostWeight / (grown.seen + grown.unseen));
  keep(rates, placement, { seen: grown.seen * shrink, unseen: grown.unseen * shrink });
}

/** The impression of an ad offered at `bidMs`, counted before, was seen. */
export function countViewable(
  rates: PlacementRates,
  placement: string,
  campaign: CampaignVisibility,
  bidMs: number,
  nowMs: number,
): void {
  const rate = placementRate(rates, placement, undefined);
  campaign.viewable++;
  const slot = slotOf(campaign, bidMs, nowMs);
  if (slot !== undefined) addExpected(campaign, slot, -Math.min(campaign.expected[slot]!, rateOf(rate)));
  rates.set(placement, { seen: rate.seen + 1, unseen: Math.max(0.1, rate.unseen - 1) });
}

function addExpected(campaign: CampaignVisibility, slot: number, share: number): void {
  campaign.expected[slot]! += share;
  campaign.expectedTotal += share;
}

/** Where the expectation of an ad is kept; undefined once its outcome counts as known. */
function slotOf(campaign: CampaignVisibility, bidMs: number, nowMs: number): number | undefined {
  forgetOld(campaign, Math.floor(nowMs / 1000));
  const second = Math.floor(bidMs / 1000);
  return campaign.expectedSecond - second < outcomeSeconds ? second % outcomeSeconds : undefined;
}

function forgetOld(campaign: CampaignVisibility, second: number): void {
  const passed = second - campaign.expectedSecond;
  if (passed <= 0) return;
  if (passed >= outcomeSeconds) {
    campaign.expected.fill(0);
    campaign.expectedTotal = 0;
  } else {
    for (let s = campaign.expectedSecond + 1; s <= second; s++) {
      addExpected(campaign, s % outcomeSeconds, -campaign.expected[s % outcomeSeconds]!);
    }
  }
  campaign.expectedSecond = second;
}

/** A draw from the Beta distribution, by a normal of the same mean and spread, cut to 0..1. */
function drawRate(rate: PlacementRate, random: Random): number {
  const weight = rate.seen + rate.unseen;
  const mean = rate.seen / weight;
  const spread = Math.sqrt((mean * (1 - mean)) / (weight + 1));
  const normal = Math.sqrt(-2 * Math.log(1 - random.number())) * Math.cos(2 * Math.PI * random.number());
  return Math.min(1, Math.max(0, mean + spread * normal));
}
