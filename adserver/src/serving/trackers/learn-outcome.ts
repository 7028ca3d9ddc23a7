import { tagExchange } from "@litfass/contract/adserver/placement-snapshot";
import { noteClicks } from "../../auction/click-rates.ts";
import { noteCharge } from "../../auction/day-margin.ts";
import { placementOf } from "../../auction/eligibility/eligibility.ts";
import type { Engine } from "../../auction/engine.ts";
import { termsOf } from "../../auction/exchange-terms.ts";
import { capOf } from "../../auction/frequency-cap/cap-of.ts";
import { adKey, type SeenAds } from "../../auction/frequency-cap/seen-ads.ts";
import { noteOutcome } from "../../auction/in-flight.ts";
import { curveKey, noteShadedWin } from "../../auction/shading.ts";
import { isOwnTraffic } from "../../auction/traffic-sample.ts";
import { countImpression } from "../../auction/viewability/viewability.ts";
import { recordViewability } from "../../auction/viewability/viewability-changes.ts";
import type { SharedCap } from "../../sync/shared-cap.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { AdToken } from "../tokens/ad-token.ts";

type Learning = { engine: Engine; metrics: Metrics; sharedCap: SharedCap | undefined; seen: SeenAds };

/** A won first-price bid, known by the win notice or the impression, teaches the win rate of its placement. */
export function learnWin(seen: SeenAds, engine: Engine, ad: AdToken): void {
  const key = adKey(ad);
  if (!ad.isFirstPrice || seen.has(key, "won")) return;
  seen.set(key, "won");
  const perFranc = engine.rates.perFranc[ad.bidCurrency] ?? 1;
  noteShadedWin(engine.shading, curveKey(ad.exchange, placementOf(ad.site, ad.slotName)), ad.bidPrice, perFranc);
}

/** A campaign that is no longer in the index may have had a cap. */
function mayBeCapped({ index, caps }: Engine, campaignId: number): boolean {
  const ordinal = index.ordinals.get(campaignId);
  const campaign = ordinal === undefined ? undefined : index.campaigns[ordinal];
  return campaign === undefined || capOf(caps, campaign) !== null;
}

/** What caps, audiences, pacing, viewability and click rates learn from a counted impression. */
export function learnImpression(
  { engine, metrics, sharedCap, seen }: Learning,
  ad: AdToken,
  visitorKey: string,
  chargeMicros: number,
  nowMs: number,
) {
  metrics.impressions.count++;
  metrics.chargedMicros.of(ad.currency).count += chargeMicros;
  if (visitorKey !== "") {
    if (sharedCap !== undefined && mayBeCapped(engine, ad.campaignId)) {
      const known = engine.frequency.seen(ad.campaignId, visitorKey);
      sharedCap.noteImpression({ campaignId: ad.campaignId, visitorKey, bid: adKey(ad), known, nowMs });
    }
    engine.frequency.noteImpression(ad.campaignId, visitorKey);
    engine.audiences.note(visitorKey, ad.ownerUid);
  }
  learnWin(seen, engine, ad);
  if (isOwnTraffic(ad.exchange)) engine.ownTraffic.wins += 1;
  const state = engine.states.get(ad.campaignId);
  if (state === undefined) return;
  noteOutcome(state.inFlight, ad.bidMs, nowMs);
  state.pace.chargedMicros += chargeMicros;
  // A placement's share is the operator's own agreement with its publisher.
  if (ad.exchange !== tagExchange) {
    noteCharge(state.margin, chargeMicros, termsOf(engine.terms, ad.exchange).margins.minimum);
  }
  const placement = placementOf(ad.site, ad.slotName);
  countImpression(engine.placements, placement, state.viewability, ad.bidMs, nowMs);
  recordViewability(engine.viewabilityChanges, placement, ad.campaignId, { impressions: 1 });
  noteClicks(engine.clickRates, placement, 1, 0);
}
