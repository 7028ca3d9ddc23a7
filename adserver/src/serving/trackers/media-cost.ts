import { pageExchange } from "@litfass/contract/adserver/placement-snapshot";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { convert } from "../../auction/bid-price.ts";
import { dataFeeIn } from "../../auction/data-fee.ts";
import { noteCost } from "../../auction/day-margin.ts";
import { costWithFees, termsOf } from "../../auction/exchange-terms.ts";
import { adKey } from "../../auction/frequency-cap/seen-ads.ts";
import { billingWindowSeconds } from "../../openrtb/response/bid-response.ts";
import type { ClearingPrice } from "../clearing-price/clearing-price.ts";
import type { AdToken } from "../tokens/ad-token.ts";
import { type Counting, eventOf, unknownReason } from "./event-of.ts";

export const nanosPerMicro = 1_000;

/** Whether a pixel or a billing notice has reported the impression. */
const isShown = ({ seen, held }: Counting, key: string): boolean =>
  seen.has(key, "counted") || seen.has(key, "invalid") || held.has(key);

/** What a restart needs to hold the charge of an impression whose pixel has not come. */
export type HeldFields = Pick<NewAdEvent, "held_micros" | "lease_id" | "visitor_key">;

/**
 * The clearing price of a billing notice: booked at once, because the exchange bills it whether or not the impression
 * counts for the customer. Without a readable price that of the win notice is booked. Resolves with whether a cost was written;
 * it has the fields of a held impression.
 */
export async function countBilledPrice(
  counting: Counting,
  ad: AdToken,
  price: ClearingPrice,
  held?: HeldFields,
): Promise<boolean> {
  const known = knownPrice(counting, price) ?? counting.costs.won.get(adKey(ad));
  return known !== undefined && bookCost(counting, ad, known, { held });
}

/** The clearing price of a win notice: booked with the impression, for exchanges that send no billing notice. */
export async function countWonPrice(counting: Counting, ad: AdToken, price: ClearingPrice): Promise<void> {
  const known = knownPrice(counting, price);
  const key = adKey(ad);
  if (known === undefined || ad.isTest || counting.seen.has(key, "cost")) return;
  if (isShown(counting, key)) await bookCost(counting, ad, known);
  else counting.costs.won.set(key, known);
}

/** An impression pixel books the price of the win notice before it. Pages send no notices. */
export async function countShownPrice(counting: Counting, ad: AdToken): Promise<void> {
  if (ad.exchange === pageExchange) return countPagePrice(counting, ad);
  const key = adKey(ad);
  const known = counting.costs.won.get(key);
  if (known !== undefined && isShown(counting, key)) await bookCost(counting, ad, known);
}

/**
 * In a page's own auction the bid is what the publisher gets (first price), for each counted impression that was shown in
 * time (decision 39).
 */
async function countPagePrice(counting: Counting, ad: AdToken): Promise<void> {
  const isLate = counting.engine.clock.now().getTime() - ad.bidMs > billingWindowSeconds * 1000;
  if (isLate || !counting.seen.has(adKey(ad), "counted")) return;
  await bookCost(counting, ad, Math.round(ad.bidPrice * 1_000_000), { isWithPrevious: true });
}

function knownPrice({ metrics }: Counting, price: ClearingPrice): number | undefined {
  if (typeof price === "number") return price;
  metrics.unknownPrices.of(price).count++;
  return undefined;
}

/** `isWithPrevious`: only together with the event that was appended just before, the impression that earns it. */
type Booking = { held?: HeldFields | undefined; isWithPrevious?: boolean };

/** Appends the cost of an ad, once; false where there is none. The event is on disk before this resolves. */
async function bookCost(
  counting: Counting,
  ad: AdToken,
  clearingMicros: number,
  { held, isWithPrevious = false }: Booking = {},
): Promise<boolean> {
  const { seen, engine, metrics, costs } = counting;
  const nowMs = engine.clock.now().getTime();
  const key = adKey(ad);
  if (ad.isTest || seen.has(key, "cost")) return false;
  const unknown = unknownReason(counting, ad, nowMs);
  if (unknown !== undefined) {
    metrics.unknownPrices.of(unknown).count++;
    return false;
  }
  const parts = costParts(counting, ad, clearingMicros);
  if (parts === undefined) {
    metrics.unknownPrices.of("no_rate").count++;
    return false;
  }
  const { remainders } = costs;
  const [paidTo, feeOf] = [`${payeeOf(counting, ad)} ${ad.currency}`, `fee ${ad.exchange} ${ad.currency}`];
  const dataOf = `data ${parts.audience} ${ad.currency}`;
  const micros = takeMicros(remainders, paidTo, parts.nanos);
  const feeMicros = takeMicros(remainders, feeOf, parts.feeNanos, micros);
  const dataMicros = takeMicros(remainders, dataOf, parts.dataNanos);
  const carried: Record<string, number> = {};
  for (const [account, nanos, booked] of [
    [paidTo, parts.nanos, micros],
    [feeOf, parts.feeNanos, feeMicros],
    [dataOf, parts.dataNanos, dataMicros],
  ] as const) {
    if (nanos !== booked * nanosPerMicro) carried[account] = nanos - booked * nanosPerMicro;
  }
  const cost = {
    ...eventOf(counting, ad, "cost", nowMs),
    ...held,
    media_cost_micros: micros,
    clearing_micros: clearingMicros,
    clearing_currency: ad.bidCurrency,
    exchange_fee_micros: feeMicros,
    data_fee_micros: dataMicros,
    audience_id: parts.audience,
  };
  seen.set(key, "cost");
  try {
    await counting.append(cost, isWithPrevious, carried);
  } catch (error) {
    seen.unset(key, "cost");
    for (const [account, nanos] of Object.entries(carried)) addRemainder(remainders, account, -nanos);
    throw error;
  }
  costs.won.delete(key);
  const state = engine.states.get(ad.campaignId);
  if (state !== undefined) noteCost(state.margin, micros + dataMicros);
  metrics.mediaCostMicros.of(ad.currency).count += micros;
  return true;
}

/** With whom rounding is settled: what is left of one publisher's impressions must not be paid to another. */
function payeeOf({ publisherOf }: Counting, ad: AdToken): string {
  const publisher = ad.exchange === pageExchange ? publisherOf(ad.site) : undefined;
  return publisher === undefined ? ad.exchange : `${ad.exchange} ${publisher}`;
}

/**
 * The parts of one impression's cost in billionths of the account's currency, not rounded: what the exchange gets, its fees of
 * that, and what the provider of the audience gets. Undefined if a currency has no rate.
 */
function costParts({ engine }: Counting, ad: AdToken, clearingMicros: number) {
  const { rates, terms } = engine;
  const price = clearingMicros / 1_000_000;
  const withFees = costWithFees(price, ad.bidCurrency, ad.currency, termsOf(terms, ad.exchange).fees, rates);
  const withoutFees = convert(price, ad.bidCurrency, ad.currency, rates);
  const data = dataFeeIn(ad.dataFee);
  const fixedData = data === undefined ? 0 : convert(data.perThousand, data.currency, ad.currency, rates);
  if (withFees === undefined || withoutFees === undefined || fixedData === undefined) return undefined;
  // An amount per thousand in micros is the amount of one impression in billionths.
  const nanosOf = (perThousand: number): number => perThousand * 1_000_000;
  return {
    nanos: nanosOf(withFees),
    feeNanos: nanosOf(withFees - withoutFees),
    dataNanos: nanosOf(fixedData + (withoutFees * (data?.percent ?? 0)) / 100),
    audience: data?.audience ?? 0,
  };
}

export const addRemainder = (remainders: Map<string, number>, account: string, nanos: number): void =>
  void remainders.set(account, (remainders.get(account) ?? 0) + nanos);

/**
 * Whole micros of a cost. What rounding leaves is carried to the payee's next cost, so that their sum stays within
 * half a micro of the exact one. A part of another amount is at most this `limit`.
 */
export function takeMicros(
  remainders: Map<string, number>,
  account: string,
  nanos: number,
  limit = Number.POSITIVE_INFINITY,
): number {
  const due = (remainders.get(account) ?? 0) + nanos;
  if (due === 0) return 0;
  const micros = Math.min(limit, Math.max(0, Math.floor(due / nanosPerMicro + 0.5)));
  remainders.set(account, due - micros * nanosPerMicro);
  return micros;
}
