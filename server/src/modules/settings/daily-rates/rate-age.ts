import type { ExchangeRates } from "@litfass/contract/settings/operator-settings";

const dayMs = 86_400_000;

/** Whole days since the day of the rates. */
export const rateAgeDays = ({ as_of_on }: Pick<ExchangeRates, "as_of_on">, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(`${as_of_on}T00:00:00Z`)) / dayMs));
