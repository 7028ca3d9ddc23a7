import type { CallResult } from "../../api/api.ts";
import { amountOf } from "../../i18n/parse-amount.ts";

type ByCurrency = Exclude<CallResult<"showSite">["campaign_defaults"]["monthly_budget"], number>;

// A text that is no amount fails the contract's check.
const numberOf = (text: string): number => amountOf(text) ?? Number.NaN;

/** `CHF 20.00 EUR 20.00` as amounts by currency; commas may stand between them. */
export const amountsOfText = (text: string): ByCurrency =>
  Object.fromEntries(
    [...text.toUpperCase().matchAll(/([A-Z]+)\s*([^A-Z,]*)/g)].map(([, currency = "", amount = ""]) => [
      currency,
      numberOf(amount.trim()),
    ]),
  );

/** One amount for every currency, or amounts by currency. */
export const oneOrMore = (text: string): number | ByCurrency =>
  /[a-z]/i.test(text) ? amountsOfText(text) : numberOf(text);

/** Amounts by currency as they are typed. */
export const textOfAmounts = (amounts: ByCurrency): string =>
  Object.entries(amounts)
    .map(([currency, amount]) => `${currency} ${amount.toFixed(2)}`)
    .join(" ");

/** The names of currencies before an amount that applies to all of them: `CHF/€`. */
export const labelOfAll = (codes: readonly string[]): string =>
  codes.map((code) => (code === "EUR" ? "€" : code)).join("/");
