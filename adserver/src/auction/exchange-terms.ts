import type { CampaignSnapshot, SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import type { Slot } from "../kernel/ad-request.ts";
import type { NoBidReason } from "../kernel/no-bid.ts";
import { type BidLimit, bidCurrency, convert } from "./bid-price.ts";

/** What an exchange charges in addition to the clearing price: a share of it, and an amount per thousand. */
export type Fees = { percent: number; perThousand: number; currency: string };

/** The operator's part of the customer's price, in percent. */
export type Margins = { minimum: number; target: number };

/** The operator's terms with one exchange. */
export type ExchangeTerms = {
  fees: Fees;
  margins: Margins;
  /** Currencies to bid in, the preferred one first; undefined allows all. */
  currencies?: readonly string[] | undefined;
  /** Kinds of slots to bid on; undefined allows all. */
  formats?: readonly Slot["kind"][] | undefined;
  /** Which creatives the exchange takes; undefined: all. */
  creatives?: CreativeTerms | undefined;
};

/** A condition of an exchange on creatives, and why there is no bid where it does not hold. */
export type CreativeTerms = {
  takes(snapshot: CampaignSnapshot, creative: SnapshotCreative): boolean;
  reason: NoBidReason;
};

type Configured = { name: string } & Partial<{ [Term in keyof ExchangeTerms]: ExchangeTerms[Term] | undefined }>;

const noFees: Fees = { percent: 0, perThousand: 0, currency: "CHF" };
const noMargins: Margins = { minimum: 0, target: 0 };
const noTerms: ExchangeTerms = { fees: noFees, margins: noMargins };

export type TermsByExchange = ReadonlyMap<string, ExchangeTerms>;

export const exchangeTerms = (exchanges: Configured[]): TermsByExchange =>
  new Map(
    exchanges.map(({ name, fees = noFees, margins = noMargins, currencies, formats, creatives }) => [
      name,
      { fees, margins, currencies, formats, creatives },
    ]),
  );

/** Terms of an exchange; none for the publisher's tag and for unknown names. */
export const termsOf = (terms: TermsByExchange, exchange: string): ExchangeTerms => terms.get(exchange) ?? noTerms;

/**
 * The currency of a bid: the first one that the request accepts, the terms allow and that has a rate. A request that
 * names none gets the preferred one of the terms, or else OpenRTB's default.
 */
export function currencyOf({ currencies }: ExchangeTerms, accepted: string[], rates: CurrencyRates) {
  if (currencies === undefined) return bidCurrency(accepted, rates);
  const allowed = accepted.length === 0 ? currencies : accepted.filter((currency) => currencies.includes(currency));
  return allowed.length === 0 ? undefined : bidCurrency([...allowed], rates);
}

/**
 * The cost of an amount per thousand with fees, converted to another currency; undefined if a currency has no rate. The
 * result is not rounded.
 */
export function costWithFees(
  perThousand: number,
  from: string,
  to: string,
  { percent, perThousand: fixed, currency }: Fees,
  rates: CurrencyRates,
): number | undefined {
  const price = convert(perThousand + (perThousand * percent) / 100, from, to, rates);
  const fee = fixed === 0 ? 0 : convert(fixed, currency, to, rates);
  return price === undefined || fee === undefined ? undefined : price + fee;
}

/** `feePercent` is what the exchange takes of the clearing price, `marginPercent` the minimum margin. */
export type BidLimits = { minimum: BidLimit; target: BidLimit; feePercent: number; marginPercent: number };

const wholePrice: BidLimit = { part: 1, less: 0 };
const noLimits: BidLimits = { minimum: wholePrice, target: wholePrice, feePercent: 0, marginPercent: 0 };

/** The limits of an exchange's bids in one currency; undefined if the fee's currency has no rate. */
export function bidLimits(terms: ExchangeTerms, currency: string, rates: CurrencyRates): BidLimits | undefined {
  if (terms === noTerms) return noLimits;
  const { fees, margins } = terms;
  const fee = fees.perThousand === 0 ? 0 : convert(fees.perThousand, fees.currency, currency, rates);
  if (fee === undefined) return undefined;
  const less = (fee * 100) / (100 + fees.percent);
  const limitOf = (margin: number): BidLimit => ({ part: (100 - margin) / (100 + fees.percent), less });
  const { minimum, target } = margins;
  return { minimum: limitOf(minimum), target: limitOf(target), feePercent: fees.percent, marginPercent: minimum };
}
