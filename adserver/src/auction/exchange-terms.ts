import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import type { Exchange, ExchangeFees } from "@litfass/platform/config/exchanges";
import { convert } from "./bid-price.ts";

/** The operator's terms with one exchange. */
export type ExchangeTerms = { fees: ExchangeFees };

const noFees: ExchangeFees = { percent: 0, perThousand: 0, currency: "CHF" };
const noTerms: ExchangeTerms = { fees: noFees };

export type TermsByExchange = ReadonlyMap<string, ExchangeTerms>;

export const exchangeTerms = (exchanges: Exchange[]): TermsByExchange =>
  new Map(exchanges.map(({ name, fees = noFees }) => [name, { fees }]));

/** Terms of an exchange; none for the publisher's tag and for unknown names. */
export const termsOf = (terms: TermsByExchange, exchange: string): ExchangeTerms => terms.get(exchange) ?? noTerms;

/**
 * The cost of an amount per thousand with fees, converted to another currency; undefined if a currency has no rate. The
 * result is not rounded.
 */
export function costWithFees(
  perThousand: number,
  from: string,
  to: string,
  { percent, perThousand: fixed, currency }: ExchangeFees,
  rates: CurrencyRates,
): number | undefined {
  const price = convert(perThousand + (perThousand * percent) / 100, from, to, rates);
  const fee = fixed === 0 ? 0 : convert(fixed, currency, to, rates);
  return price === undefined || fee === undefined ? undefined : price + fee;
}
