import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { type CurrencyRates, usualCurrencyRates } from "@litfass/contract/kernel/currency-rates";
import type { AdRequest, Slot } from "../kernel/ad-request.ts";
import { convert } from "./bid-price.ts";
import { type CompiledCampaign, compileIndex, nativeFormat } from "./campaign-index/index-compile.ts";
import { matchOpportunity, matchRequest, newMatchScratch, visitMatches } from "./campaign-index/index-match.ts";
import { ownDealFor, type ReservedDeals } from "./deals.ts";
import { placementOf, refusalsOf, refusedBy, slotName } from "./eligibility/eligibility.ts";
import { composeNative } from "./native-assets.ts";
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

/** The viewability of placements, and that of placements that nothing is known of. */
export type SeenRates = { known: ReadonlyMap<string, number>; unknown: number };

/**
 * The slots of a traffic sample that campaigns could buy, by the same matching as bidding. All campaigns are matched in
 * one pass. Their IDs must differ. By default, viewability is what the exchanges state in the requests.
 */
export function matchTraffic(
  requests: AdRequest[],
  snapshots: CampaignSnapshot[],
  rates: CurrencyRates = usualCurrencyRates,
  seen: SeenRates = { known: seenRates(requests), unknown: unknownRate },
): TrafficMatch {
  const index = compileIndex(snapshots);
  const scratch = newMatchScratch(index.words);
  const slots = snapshots.map(() => 0);
  const opportunities: Opportunity[] = [];
  const everyone: Opportunity[] = [];
  let fitting = 0;
  for (const request of requests) {
    const matching = matchRequest(index, request, scratch);
    const refusals = refusalsOf(index, request);
    let isFitting = false;
    for (const slot of request.slots) {
      visitMatches(matching, matchOpportunity(index, request.exchange, slot, scratch), 0, (ordinal) => {
        const campaign = index.campaigns[ordinal];
        if (campaign === undefined || !isAffordable(campaign, request, slot, rates)) return true;
        if (refusedBy(refusals, campaign) !== undefined) return true;
        if (slot.native !== undefined && !hasParts(campaign, slot)) return true;
        slots[ordinal] = (slots[ordinal] ?? 0) + 1;
        if (ordinal > 1) return true;
        if (ordinal === 0) isFitting = true;
        // No rule of viewability excludes a spot, which is heard.
        const seenRate =
          slot.kind === "audio" ? 1 : (seen.known.get(placementOf(request.site, slotName(slot))) ?? seen.unknown);
        (ordinal === 0 ? opportunities : everyone).push({ visitor: request.visitor.key, seenRate });
        return true;
      });
    }
    if (isFitting) fitting += 1;
  }
  return { slots, requests: fitting, opportunities, everyone };
}

/** Whether a campaign has the parts that a native slot requires. */
const hasParts = ({ creatives }: CompiledCampaign, slot: Slot): boolean =>
  (creatives.get(nativeFormat) ?? []).some(({ native }) => {
    return slot.native !== undefined && native !== undefined && composeNative(slot.native, native) !== undefined;
  });

/** Whether a campaign's price reaches the slot's floor, or that of one of its own deals. */
function isAffordable(campaign: CompiledCampaign, request: AdRequest, slot: Slot, rates: CurrencyRates): boolean {
  const { priceMicros, deals, snapshot } = campaign;
  const { floorCurrency } = slot;
  if (deals === undefined && slot.privateOnly) return false;
  const price = convert(priceMicros / 1000, snapshot.currency, floorCurrency, rates);
  if (price === undefined) return false;
  if (deals === undefined) return price >= slot.floor;
  const auction = { rates, reservedDeals: noReservations };
  const found = ownDealFor(auction, { request, slot, nowMs: request.atMs }, deals, snapshot, price, floorCurrency);
  return typeof found !== "string";
}

const noReservations: ReservedDeals = new Map();

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
