import { pageExchange } from "@litfass/contract/adserver/placement-snapshot";
import { noteCost } from "../../auction/day-margin.ts";
import { costWithFees, termsOf } from "../../auction/exchange-terms.ts";
import { adKey, type SeenAds } from "../../auction/frequency-cap/seen-ads.ts";
import { billingWindowSeconds } from "../../openrtb/response/bid-response.ts";
import type { ClearingPrice } from "../clearing-price/clearing-price.ts";
import type { AdToken } from "../tokens/ad-token.ts";
import { type Counting, eventOf, unknownReason } from "./event-of.ts";

export const nanosPerMicro = 1_000;

const isShown = (seen: SeenAds, key: string): boolean => seen.has(key, "counted") || seen.has(key, "invalid");

/**
 * The clearing price of a billing notice: booked at once, because the exchange bills it whether or not the impression
 * counts for the customer. Without a readable price that of the win notice is booked.
 */
export async function countBilledPrice(counting: Counting, ad: AdToken, price: ClearingPrice): Promise<void> {
  const known = knownPrice(counting, price) ?? counting.costs.won.get(adKey(ad));
  if (known !== undefined) await bookCost(counting, ad, known);
}

/** The clearing price of a win notice: booked with the impression, for exchanges that send no billing notice. */
export async function countWonPrice(counting: Counting, ad: AdToken, price: ClearingPrice): Promise<void> {
  const known = knownPrice(counting, price);
  const key = adKey(ad);
  if (known === undefined || ad.isTest || counting.seen.has(key, "cost")) return;
  if (isShown(counting.seen, key)) return bookCost(counting, ad, known);
  counting.costs.won.set(key, known);
}

/** An impression pixel books the price of the win notice before it. Pages send no notices. */
export async function countShownPrice(counting: Counting, ad: AdToken): Promise<void> {
  if (ad.exchange === pageExchange) return countPagePrice(counting, ad);
  const key = adKey(ad);
  const known = counting.costs.won.get(key);
  if (known !== undefined && isShown(counting.seen, key)) await bookCost(counting, ad, known);
}

/**
 * In a page's own auction the bid is what the publisher gets (first price), for each counted impression that was shown in
 * time (decision 39).
 */
async function countPagePrice(counting: Counting, ad: AdToken): Promise<void> {
  const isLate = counting.engine.clock.now().getTime() - ad.bidMs > billingWindowSeconds * 1000;
  if (isLate || !counting.seen.has(adKey(ad), "counted")) return;
  await bookCost(counting, ad, Math.round(ad.bidPrice * 1_000_000));
}

function knownPrice({ metrics }: Counting, price: ClearingPrice): number | undefined {
  if (typeof price === "number") return price;
  metrics.unknownPrices.of(price).count++;
  return undefined;
}

/** Appends the cost of an ad, once. The event is on disk before this resolves. */
async function bookCost(counting: Counting, ad: AdToken, clearingMicros: number): Promise<void> {
  const { seen, engine, metrics, costs } = counting;
  const nowMs = engine.clock.now().getTime();
  const key = adKey(ad);
  if (ad.isTest || seen.has(key, "cost")) return;
  const unknown = unknownReason(counting, ad, nowMs);
  if (unknown !== undefined) {
    metrics.unknownPrices.of(unknown).count++;
    return;
  }
  const { fees } = termsOf(engine.terms, ad.exchange);
  const perThousand = costWithFees(clearingMicros / 1_000_000, ad.bidCurrency, ad.currency, fees, engine.rates);
  if (perThousand === undefined) {
    metrics.unknownPrices.of("no_rate").count++;
    return;
  }
  // An amount per thousand in micros is the amount of one impression in billionths.
  const nanos = perThousand * 1_000_000;
  const account = `${ad.exchange} ${ad.currency}`;
  const micros = takeMicros(costs.remainders, account, nanos);
  seen.set(key, "cost");
  try {
    await counting.append({
      ...eventOf(counting, ad, "cost", nowMs),
      media_cost_micros: micros,
      clearing_micros: clearingMicros,
      clearing_currency: ad.bidCurrency,
    });
  } catch (error) {
    seen.unset(key, "cost");
    addRemainder(costs.remainders, account, micros * nanosPerMicro - nanos);
    throw error;
  }
  costs.won.delete(key);
  const state = engine.states.get(ad.campaignId);
  if (state !== undefined) noteCost(state.margin, micros);
  metrics.mediaCostMicros.of(ad.currency).count += micros;
}

export const addRemainder = (remainders: Map<string, number>, account: string, nanos: number): void =>
  void remainders.set(account, (remainders.get(account) ?? 0) + nanos);

/**
 * Whole micros of a cost. What rounding leaves is carried to the exchange's next cost, so that their sum stays within
 * half a micro of the exchange's.
 */
export function takeMicros(remainders: Map<string, number>, account: string, nanos: number): number {
  const due = (remainders.get(account) ?? 0) + nanos;
  const micros = Math.max(0, Math.floor(due / nanosPerMicro + 0.5));
  remainders.set(account, due - micros * nanosPerMicro);
  return micros;
}
