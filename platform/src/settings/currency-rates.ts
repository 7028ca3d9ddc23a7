import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import type { LiveSettings } from "./follow-settings.ts";

/** The exchange rates of this moment. */
export function currencyRatesOf(settings: Pick<LiveSettings, "current">): CurrencyRates {
  const { as_of_on: asOfOn, per_franc: perFranc } = settings.current().rates;
  return { asOfOn, perFranc };
}
