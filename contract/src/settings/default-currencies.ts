import type { OfferedCurrencies } from "./offered-currencies.ts";

/** Switzerland and Liechtenstein pay in francs, all others in euros (CONST-003, CONST-004). */
export const defaultCurrencies: OfferedCurrencies = {
  offered: [
    { currency: "CHF", countries: ["CH", "LI"] },
    { currency: "EUR", countries: [] },
  ],
  elsewhere: "EUR",
};
