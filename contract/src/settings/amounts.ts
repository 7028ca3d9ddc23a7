import { z } from "zod";
import { amountBetween, type Currency, currencies, currencySchema } from "../kernel/money.ts";

/** One amount that applies in every currency, or an amount for each currency; in minor units after parsing. */
export type Amounts = number | Partial<Record<Currency, number>>;

export const amountsBetween = (minMinor: number, maxMinor: number) => {
  const amount = amountBetween(minMinor, maxMinor);
  return z.union([amount, z.partialRecord(currencySchema, amount)]);
};

/** The amount in a currency; undefined if there is none. */
export const amountIn = (amounts: Amounts, currency: Currency): number | undefined =>
  typeof amounts === "number" ? amounts : amounts[currency];

/** Whether something is true of two amounts in every currency that has both. */
export const everyCurrency = (one: Amounts, other: Amounts, isTrue: (one: number, other: number) => boolean): boolean =>
  currencies.every((currency) => {
    const [first, second] = [amountIn(one, currency), amountIn(other, currency)];
    return first === undefined || second === undefined || isTrue(first, second);
  });
