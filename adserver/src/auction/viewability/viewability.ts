import { visibility } from "@litfass/contract/kernel/viewability";
import { normalOf, type Random } from "@litfass/platform/random";

/** Slightly above the guarantee, because later outcomes may fall short. */
export const targetRate = visibility.guaranteed / 100 + 0.03;
const priorRate = visibility.industryAverage / 100;
const priorWeight = 4;
/** An exchange's measurement weighs as much as this many impressions. */
const hintWeight = 12;
const maxWeight = 2000;
const maxPlacements = 200_000;
/** After this time an impression without a viewable event counts as not viewable. */
const outcomeSeconds = 60;
/** Shortfall of viewable impressions from which only known good placements are bought, except for a few tries. */
const deepestDebt = -3;
const triesInDebt = 0.1;
/** A placement is new up to this many impressions; campaigns without a shortfall try new ones. */
const firstTries = 3;
const smallDebt = -1;

/** Viewable and other impressions of a placement, including the prior. */
export type PlacementRate = { seen: number; unseen: number };

export type CampaignViewability = {
  impressions: number;
  viewable: number;
  /** Expected viewable impressions among those without an outcome, by second. */
  expected: Float64Array;
  expectedTotal: number;
  expectedSecond: number;
};

export const newCampaignViewability = (): CampaignViewability => ({
  impressions: 0,
  viewable: 0,
  expected: new Float64Array(outcomeSeconds),
  expectedTotal: 0,
  expectedSecond: 0,
});

export type PlacementRates = Map<string, PlacementRate>;

const rateOf = ({ seen, unseen }: PlacementRate): number => seen / (seen + unseen);

/** The estimate for a placement; the prior where nothing was measured. */
export function placementRate(rates: PlacementRates, placement: string, hint: number | undefined): PlacementRate {
  const known = rates.get(placement);
  if (known !== undefined) return known;
  if (hint === undefined) return { seen: priorRate * priorWeight, unseen: (1 - priorRate) * priorWeight };
  return { seen: hint * hintWeight + priorRate, unseen: (1 - hint) * hintWeight + priorRate };
}

/** Viewable impressions above (negative: below) the guarantee, including expected ones. */
function surplus(campaign: CampaignViewability, nowMs: number): number {
  expireOld(campaign, Math.floor(nowMs / 1000));
  return campaign.viewable + campaign.expectedTotal - targetRate * campaign.impressions;
}

/** A slot's sampled viewability for one decision, the same for every campaign. */
export type SlotRate = { mean: number; drawn: number; isNew: boolean };

export function drawSlotRate(rate: PlacementRate, random: Random): SlotRate {
  return {
    mean: rateOf(rate),
    drawn: drawRate(rate, random),
    isNew: rate.seen + rate.unseen < priorWeight + firstTries,
  };
}

/**
 * Whether a campaign should buy this slot. Good placements always; new ones unless it has a shortfall; little known
 * ones by a draw from their distribution, which explores them; weak ones only when it needs the volume and has a
 * surplus.
 */
export function isWorthBuying(
  rate: SlotRate,
  campaign: CampaignViewability,
  needsVolume: boolean,
  nowMs: number,
  random: Random,
): boolean {
  const earned = surplus(campaign, nowMs);
  if (earned < deepestDebt) {
    if (rate.mean >= targetRate) return true;
    return rate.drawn >= targetRate && random.number() < triesInDebt;
  }
  if (rate.drawn >= targetRate || (rate.isNew && earned >= smallDebt)) return true;
  return needsVolume && earned + rate.mean - targetRate > 1;
}

/** Stores an exchange's measurement of a placement that was not measured yet. */
export function noteHint(rates: PlacementRates, placement: string, hint: number | undefined): void {
  if (hint !== undefined && !rates.has(placement)) keep(rates, placement, placementRate(rates, placement, hint));
}

function keep(rates: PlacementRates, placement: string, rate: PlacementRate): void {
  if (rates.size >= maxPlacements && !rates.has(placement)) {
    const [oldest] = rates.keys();
    if (oldest !== undefined) rates.delete(oldest);
  }
  rates.set(placement, rate);
}

/** Counts the impression of an ad offered at `bidMs`; its viewability is still unknown. */
export function countImpression(
  rates: PlacementRates,
  placement: string,
  campaign: CampaignViewability,
  bidMs: number,
  nowMs: number,
): void {
  const rate = placementRate(rates, placement, undefined);
  campaign.impressions++;
  const slot = slotOf(campaign, bidMs, nowMs);
  if (slot !== undefined) addExpected(campaign, slot, rateOf(rate));
  const grown = { seen: rate.seen, unseen: rate.unseen + 1 };
  const shrink = Math.min(1, maxWeight / (grown.seen + grown.unseen));
  keep(rates, placement, { seen: grown.seen * shrink, unseen: grown.unseen * shrink });
}

/** Counts an earlier impression as viewable. */
export function countViewable(
  rates: PlacementRates,
  placement: string,
  campaign: CampaignViewability,
  bidMs: number,
  nowMs: number,
): void {
  const rate = placementRate(rates, placement, undefined);
  campaign.viewable++;
  const slot = slotOf(campaign, bidMs, nowMs);
  if (slot !== undefined) addExpected(campaign, slot, -Math.min(campaign.expected[slot] ?? 0, rateOf(rate)));
  rates.set(placement, { seen: rate.seen + 1, unseen: Math.max(0.1, rate.unseen - 1) });
}

function addExpected(campaign: CampaignViewability, slot: number, share: number): void {
  campaign.expected[slot] = (campaign.expected[slot] ?? 0) + share;
  campaign.expectedTotal += share;
}

/** The ring index of an ad's expectation; undefined once its outcome is final. */
function slotOf(campaign: CampaignViewability, bidMs: number, nowMs: number): number | undefined {
  expireOld(campaign, Math.floor(nowMs / 1000));
  const second = Math.floor(bidMs / 1000);
  return campaign.expectedSecond - second < outcomeSeconds ? second % outcomeSeconds : undefined;
}

function expireOld(campaign: CampaignViewability, second: number): void {
  const passed = second - campaign.expectedSecond;
  if (passed <= 0) return;
  if (passed >= outcomeSeconds) {
    campaign.expected.fill(0);
    campaign.expectedTotal = 0;
  } else {
    for (let s = campaign.expectedSecond + 1; s <= second; s++) {
      addExpected(campaign, s % outcomeSeconds, -(campaign.expected[s % outcomeSeconds] ?? 0));
    }
  }
  campaign.expectedSecond = second;
}

/** A draw from the Beta distribution, approximated by a normal of the same mean and variance, clamped to 0..1. */
function drawRate(rate: PlacementRate, random: Random): number {
  const weight = rate.seen + rate.unseen;
  const mean = rate.seen / weight;
  const spread = Math.sqrt((mean * (1 - mean)) / (weight + 1));
  return Math.min(1, Math.max(0, mean + spread * normalOf(random)));
}
