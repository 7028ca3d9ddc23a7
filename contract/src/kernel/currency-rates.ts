/** The value of one Swiss franc, with the day of the rates. */
export type CurrencyRates = { asOfOn: string; perFranc: Record<string, number> };

/** The default rates. */
export const usualCurrencyRates: CurrencyRates = {
  asOfOn: "2026-06-30",
  perFranc: {
    CHF: 1,
    EUR: 1.07,
    USD: 1.25,
    GBP: 0.92,
    SEK: 11.9,
    NOK: 12.6,
    DKK: 8,
    PLN: 4.55,
    CZK: 26.4,
    RON: 5.4,
    AUD: 1.9,
    CAD: 1.72,
    NZD: 2.1,
    JPY: 180,
  },
};

/** `2026-11-20 EUR=1.07,USD=1.25`; null if malformed or without the euro, which accounts use by default. */
export function readCurrencyRates(text: string): CurrencyRates | null {
  const [, asOfOn = "", pairs = ""] = /^(\d{4}-\d{2}-\d{2})\s(.+)$/.exec(text.trim()) ?? [];
  if (Number.isNaN(Date.parse(asOfOn))) return null;
  const perFranc: Record<string, number> = { CHF: 1 };
  for (const pair of pairs.split(",")) {
    const [, currency, rate] = /^\s*([A-Z]{3})=(\d{1,6}(?:\.\d{1,6})?)\s*$/.exec(pair) ?? [];
    if (currency === undefined || !(Number(rate) > 0) || (currency === "CHF" && Number(rate) !== 1)) return null;
    perFranc[currency] = Number(rate);
  }
  return perFranc.EUR === undefined ? null : { asOfOn, perFranc };
}
