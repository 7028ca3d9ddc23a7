import type { CurrencyRates } from "../platform/currency-rates.ts";

/**
 * Converts an amount, or undefined where a currency has no rate. Rates are used only to compare a customer's fixed price
 * with an exchange's floor and to state a bid in the exchange's currency: what the customer pays never passes through them.
 */
export function convert(amount: number, from: string, to: string, rates: CurrencyRates): number | undefined {
  if (from === to) return amount;
  const perFrom = rates.perFranc[from];
  const perTo = rates.perFranc[to];
  if (perFrom === undefined || perTo === undefined) return undefined;
  return (amount / perFrom) * perTo;
}

/** The currency to bid in: the first one the exchange takes that has a rate. OpenRTB's default is USD. */
export function bidCurrency(accepted: string[], rates: CurrencyRates): string | undefined {
  if (accepted.length === 0) return "USD";
  return accepted.find((currency) => rates.perFranc[currency] !== undefined);
}
