import type { Currency } from "../kernel/money.ts";

/** The smallest charge of a card in minor units (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const smallestCharge: Record<Currency, number> = {
  CHF: 50,
  EUR: 50,
  USD: 50,
  GBP: 30,
  DKK: 2_50,
  SEK: 3_00,
  NOK: 3_00,
  PLN: 2_00,
  CZK: 15_00,
  RON: 2_00,
  AUD: 50,
  CAD: 50,
  NZD: 50,
};

/** The largest charge: eight digits in every currency with two decimals. */
export const largestCharge = 99_999_999;
