import type { Currency } from "@litfass/contract/kernel/money";

/** The payment currency of a customer's country: CHF in Switzerland and Liechtenstein, else EUR. */
export const currencyOf = (countryCode: string | null): Currency =>
  countryCode === "CH" || countryCode === "LI" || countryCode === null ? "CHF" : "EUR";
