import { type Language, localeOf } from "@litfass/contract/kernel/language";
import { type Currency, formatMinor } from "@litfass/contract/kernel/money";
import { type CurrencyPrices, type PriceList, pricesIn } from "@litfass/contract/settings/price-list";

/** `1'500`, without the decimals of whole amounts. */
const shown = (minor: number): string => formatMinor(minor).replace(/\.00$/, "");

/** The offered currencies, those with the same amount together. */
function amountsOf(prices: PriceList, amountOf: (prices: CurrencyPrices) => number): [number, Currency[]][] {
  const groups = new Map<number, Currency[]>();
  for (const { currency } of prices.currencies.offered) {
    const amount = amountOf(pricesIn(prices, currency));
    groups.set(amount, [...(groups.get(amount) ?? []), currency]);
  }
  return [...groups];
}

const oneOf = (language: Language, parts: string[]): string =>
  new Intl.ListFormat(localeOf(language), { type: "disjunction" }).format(parts);

/** How the currencies of one amount are written: `CHF/EUR`, `EUR/CHF` or "CHF or EUR". */
export type CurrencyStyle = "listed" | "reversed" | "spoken";

/** An amount in every offered currency: `CHF/EUR 500`, or "CHF/EUR 500 or GBP 450" where they differ. */
export function offeredAmounts(
  language: Language,
  prices: PriceList,
  amountOf: (prices: CurrencyPrices) => number,
  style: CurrencyStyle = "listed",
): string {
  const named = (currencies: Currency[]): string => {
    if (style === "spoken") return oneOf(language, currencies);
    return (style === "reversed" ? currencies.toReversed() : currencies).join("/");
  };
  const parts = amountsOf(prices, amountOf).map(([amount, currencies]) => `${named(currencies)} ${shown(amount)}`);
  return oneOf(language, parts);
}
