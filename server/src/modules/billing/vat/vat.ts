import { microsPerMinor } from "@litfass/contract/kernel/money";

/** A rate in hundredths of a percent (8.1% is 810) and its first day. */
export type VatRate = { fromOn: string; rate: number };

/** `2024-01-01=8.1,2018-01-01=7.7`; null if malformed. */
export function readVatRates(text: string): VatRate[] | null {
  const rates: VatRate[] = [];
  for (const part of text.split(",")) {
    const [, fromOn, whole, fraction = ""] = /^\s*(\d{4}-\d{2}-\d{2})=(\d{1,2})(?:\.(\d{1,2}))?\s*$/.exec(part) ?? [];
    if (!fromOn || !whole) return null;
    rates.push({ fromOn, rate: Number(whole) * 100 + Number(fraction.padEnd(2, "0")) });
  }
  return rates;
}

/** Countries whose customers pay Swiss VAT: Liechtenstein belongs to the Swiss VAT area (CONST-004). */
const vatCountries = ["CH", "LI"];

/**
 * The rate for a customer of a country on a day (YYYY-MM-DD): the newest one in effect; 0 outside Switzerland and
 * Liechtenstein, where the customer owes the tax (reverse charge).
 */
export function vatRateFor(countryCode: string | null, on: string, rates: VatRate[]): number {
  if (countryCode !== null && !vatCountries.includes(countryCode)) return 0;
  const holding = rates.filter((rate) => rate.fromOn <= on).sort((a, b) => b.fromOn.localeCompare(a.fromOn));
  return holding[0]?.rate ?? 0;
}

/** VAT on a net amount in micros, rounded half up to a whole minor unit. */
export function vatOf(netMicros: bigint, rate: number): bigint {
  const perMinor = 10_000n * microsPerMinor;
  const exact = (netMicros < 0n ? -netMicros : netMicros) * BigInt(rate);
  const rounded = ((exact + perMinor / 2n) / perMinor) * microsPerMinor;
  return netMicros < 0n ? -rounded : rounded;
}

/** 810 → `8.1%`. */
export const formatRate = (rate: number): string => `${rate / 100}%`;
