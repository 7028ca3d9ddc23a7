import type { Currency } from "@litfass/contract/kernel/money";

/** The currency a customer of this country pays in: Switzerland and Liechtenstein in CHF, everybody else in EUR. */
export const currencyOf = (countryCode: string | null): Currency =>
  countryCode === "CH" || countryCode === "LI" || countryCode === null ? "CHF" : "EUR";
