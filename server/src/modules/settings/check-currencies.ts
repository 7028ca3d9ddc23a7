import type { Language } from "@litfass/contract/kernel/language";
import { message } from "@litfass/contract/kernel/messages";
import type { Currency } from "@litfass/contract/kernel/money";
import type { ExchangeRates } from "@litfass/contract/settings/operator-settings";
import type { PriceList } from "@litfass/contract/settings/price-list";

type Errors = Record<string, string[]>;

/**
 * What a price list lacks, by field: bids need a rate for each offered currency, and customers keep buying in the
 * currency of their account (`used`).
 */
export function currencyErrors(next: PriceList, { per_franc }: ExchangeRates, used: Currency[]): Errors {
  const errors: Errors = {};
  for (const [index, { currency }] of next.currencies.offered.entries()) {
    if (per_franc[currency] === undefined) {
      errors[`settings.currencies.offered.${index}.currency`] = ["settings.currency_rate"];
    }
  }
  for (const currency of used) {
    if (next.cpm[currency] === undefined) errors[`settings.cpm.${currency}`] = ["settings.currency_in_use"];
  }
  return errors;
}

/** The currencies for which exchange rates are missing: each one that is offered or has accounts needs one. */
export function rateErrors(
  { per_franc }: ExchangeRates,
  { currencies }: PriceList,
  used: Currency[],
  lang: Language,
): Errors {
  const needed = new Set([...currencies.offered.map(({ currency }) => currency), ...used]);
  const missing = [...needed].filter((currency) => per_franc[currency] === undefined);
  if (missing.length === 0) return {};
  return { "settings.per_franc": [message("settings.rate_in_use", lang, { currency: missing.join(", ") })] };
}
