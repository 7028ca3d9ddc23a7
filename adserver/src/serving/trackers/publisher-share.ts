import { tagExchange } from "@litfass/contract/adserver/placement-snapshot";
import { adKey } from "../../auction/frequency-cap/seen-ads.ts";
import type { AdToken } from "../tokens/ad-token.ts";
import { type Counting, eventOf } from "./event-of.ts";
import { addRemainder, nanosPerMicro, takeMicros } from "./media-cost.ts";

/**
 * Appends what a charged impression of a placement owes its publisher, as the media cost of the impression, together with
 * the impression appended just before. Nothing is owed where nothing is charged.
 */
export async function bookPublisherShare(
  counting: Counting,
  ad: AdToken,
  chargeMicros: number,
  nowMs: number,
): Promise<void> {
  const { seen, metrics, costs } = counting;
  // An exchange names its opportunities as it likes.
  const isOwed = chargeMicros > 0 && ad.exchange === tagExchange;
  const percent = isOwed ? counting.shareOf(ad.impId, nowMs) : undefined;
  const key = adKey(ad);
  if (percent === undefined || seen.has(key, "cost")) return;
  const nanos = (chargeMicros * nanosPerMicro * percent) / 100;
  const account = `${ad.impId} ${ad.currency}`;
  const micros = takeMicros(costs.remainders, account, nanos);
  seen.set(key, "cost");
  try {
    const cost = {
      ...eventOf(counting, ad, "cost", nowMs),
      media_cost_micros: micros,
      // The price per thousand of one impression's share.
      clearing_micros: Math.round(nanos),
      clearing_currency: ad.currency,
    };
    await counting.append(cost, true, { [account]: nanos - micros * nanosPerMicro });
  } catch (error) {
    seen.unset(key, "cost");
    addRemainder(costs.remainders, account, micros * nanosPerMicro - nanos);
    throw error;
  }
  metrics.mediaCostMicros.of(ad.currency).count += micros;
}
