import { knownCountry } from "@litfass/contract/kernel/country/countries";
import type { Company } from "@litfass/contract/settings/company";

/** `2024-01-01=8.1,2018-01-01=7.7` as first days with percentages; null if malformed. */
export function readVatRates(text: string): { from_on: string; percent: number }[] | null {
  const rates: { from_on: string; percent: number }[] = [];
  for (const part of text.split(",")) {
    const [, fromOn, percent] = /^\s*(\d{4}-\d{2}-\d{2})=(\d{1,2}(?:\.\d{1,2})?)\s*$/.exec(part) ?? [];
    if (!fromOn || !percent) return null;
    rates.push({ from_on: fromOn, percent: Number(percent) });
  }
  return rates;
}

/** Liechtenstein belongs to the Swiss VAT area (CONST-004). */
export const swissVatCountries = ["CH", "LI"] as const;

/**
 * The rate in hundredths of a percent (8.1% is 810) for a customer of a country on a day (YYYY-MM-DD): the newest one in
 * effect. A customer without a country, or with a stored one that does not exist, pays that of the company's. 0 in
 * countries without a rate; `vatTreatmentOf` says why.
 */
export function vatRateFor(
  countryCode: string | null,
  on: string,
  company: Pick<Company, "country_code" | "vat_rates">,
): number {
  const country = knownCountry(countryCode) ?? company.country_code;
  const [newest] = company.vat_rates
    .filter((rate) => rate.country_code === country && rate.from_on <= on)
    .sort((a, b) => b.from_on.localeCompare(a.from_on));
  return Math.round((newest?.percent ?? 0) * 100);
}

/** 810 → `8.1%`. */
export const formatRate = (rate: number): string => `${rate / 100}%`;
