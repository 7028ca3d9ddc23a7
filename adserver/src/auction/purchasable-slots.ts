import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { type CurrencyRates, usualCurrencyRates } from "@litfass/contract/kernel/currency-rates";
import type { AdRequest } from "../kernel/ad-request.ts";
import { convert } from "./bid-price.ts";
import { compileIndex } from "./campaign-index/index-compile.ts";
import { matchRequest, matchSlot, newMatchScratch, visitMatches } from "./campaign-index/index-match.ts";
import { placementOf, refusalsOf, refusedBy, slotName } from "./eligibility/eligibility.ts";
import { placementRate } from "./viewability/viewability.ts";

/** A slot that a campaign could buy, with its visitor and viewability. */
export type Opportunity = { visitor: string; seenRate: number };

export type TrafficMatch = {
  /** Purchasable slots per campaign, in the order given. */
  slots: number[];
  /** Requests that match the first campaign. */
  requests: number;
  /** The slots of the first campaign. */
  opportunities: Opportunity[];
  /** The slots of the second campaign, the first one's widest variation. */
  everyone: Opportunity[];
};

/**
 * The slots of a traffic sample that campaigns could buy, by the same matching as bidding. All campaigns are matched in
 * one pass. Their IDs must differ.
 */
export function matchTraffic(
  requests: AdRequest[],
  snapshots: CampaignSnapshot[],
  rates: CurrencyRates = usualCurrencyRates,
): TrafficMatch {
  const index = compileIndex(snapshots);
  const scratch = newMatchScratch(index.words);
  const seen = seenRates(requests);
  const slots = snapshots.map(() => 0);
  const opportunities: Opportunity[] = [];
  const everyone: Opportunity[] = [];
  let fitting = 0;
  for (const request of requests) {
    const matching = matchRequest(index, request, scratch);
    const refusals = refusalsOf(index, request);
    let isFitting = false;
    for (const slot of request.slots) {
      if (slot.privateOnly) continue;
      visitMatches(matching, matchSlot(index, slot), 0, (ordinal) => {
        const campaign = index.campaigns[ordinal];
        if (campaign === undefined) return true;
        const price = convert(campaign.priceMicros / 1000, campaign.snapshot.currency, slot.floorCurrency, rates);
        if (price === undefined || price < slot.floor || refusedBy(refusals, campaign) !== undefined) return true;
        slots[ordinal] = (slots[ordinal] ?? 0) + 1;
        if (ordinal > 1) return true;
        if (ordinal === 0) isFitting = true;
        const seenRate = seen.get(placementOf(request.site, slotName(slot))) ?? unknownRate;
        (ordinal === 0 ? opportunities : everyone).push({ visitor: request.visitor.key, seenRate });
        return true;
      });
    }
    if (isFitting) fitting += 1;
  }
  return { slots, requests: fitting, opportunities, everyone };
}

const meanOf = ({ seen, unseen }: { seen: number; unseen: number }): number => seen / (seen + unseen);
const unknownRate = meanOf(placementRate(new Map(), "", undefined));

/** The viewability per placement of a sample, as stated by the exchanges. */
function seenRates(requests: AdRequest[]): Map<string, number> {
  const rates = new Map<string, number>();
  for (const request of requests) {
    for (const slot of request.slots) {
      if (slot.seenRate === undefined) continue;
      rates.set(placementOf(request.site, slotName(slot)), meanOf(placementRate(new Map(), "", slot.seenRate)));
    }
  }
  return rates;
}
