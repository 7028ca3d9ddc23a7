/** What one Swiss franc buys, with the day of the rates. */
export type CurrencyRates = { asOfOn: string; perFranc: Record<string, number> };

/**
 * The rates a process starts with where none are configured. Used only to compare a customer's fixed price with an
 * exchange's floor and to state a bid in the exchange's currency: what the customer pays never passes through them.
 */
export const defaultRates: CurrencyRates = {
  asOfOn: "2026-06-30",
  perFranc: { CHF: 1, EUR: 1.07, USD: 1.25, GBP: 0.92, SEK: 11.9, NOK: 12.6, DKK: 8, PLN: 4.55, CZK: 26.4, JPY: 180 },
};

/** Converts an amount, or undefined where a currency has no rate. */
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
