import type { Language } from "@litfass/contract/kernel/language";
import { message } from "@litfass/contract/kernel/messages";
import type { ExchangeRates } from "@litfass/contract/settings/operator-settings";
import type { PriceList } from "@litfass/contract/settings/price-list";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { invalid } from "@litfass/platform/problem";
import { currenciesOfCustomers } from "../users/index.ts";

type Facts = { rates: ExchangeRates; prices: PriceList };

/**
 * Checks the currencies of a price list: bids need a rate for each offered one, and customers keep buying in the
 * currency of their account. @throws 422 at the currency without a rate, or at the price that is missing
 */
export async function checkPricedCurrencies(
  db: Executor,
  next: PriceList,
  { rates }: Pick<Facts, "rates">,
): Promise<void> {
  const unrated = next.currencies.offered.flatMap(({ currency }, index) =>
    rates.per_franc[currency] === undefined
      ? [[`settings.currencies.offered.${index}.currency`, ["settings.currency_rate"]] as const]
      : [],
  );
  const unpriced = (await currenciesOfCustomers(db))
    .filter((currency) => next.cpm[currency] === undefined)
    .map((currency) => [`settings.cpm.${currency}`, ["settings.currency_in_use"]] as const);
  const errors = [...unrated, ...unpriced];
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

/** Checks that exchange rates name every currency that is offered or has accounts. @throws 422 at the rates */
export async function checkRates(
  db: Executor,
  next: ExchangeRates,
  { prices }: Pick<Facts, "prices">,
  lang: Language,
): Promise<void> {
  const offered = prices.currencies.offered.map(({ currency }) => currency);
  const used = new Set([...offered, ...(await currenciesOfCustomers(db))]);
  const missing = [...used].filter((currency) => next.per_franc[currency] === undefined);
  if (missing.length === 0) return;
  throw invalid({ "settings.per_franc": [message("settings.rate_in_use", lang, { currency: missing.join(", ") })] });
}
