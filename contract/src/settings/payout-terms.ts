import { z } from "zod";
import { amountBetween, type Currency, currencies } from "../kernel/money.ts";
import { opaque } from "../kernel/text.ts";
import { say } from "../kernel/validation.ts";

const maxMinimums = 60;
// A currency that is left out keeps its minimum.
const minimum = amountBetween(0, 1_000_000).optional();

/** From the statement of a month on, what a publisher must have earned at least to be paid, by currency. */
const minimumPayoutSchema = z.strictObject({
  from_month: opaque({ max: 7 })
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, say("exchange_invoices.month"))
    .meta({ examples: ["2027-01"] }),
  ...(Object.fromEntries(currencies.map((currency) => [currency, minimum])) as Record<Currency, typeof minimum>),
});

/** How publishers are paid. */
export const payoutTermsSchema = z.strictObject({
  /** In any order; before the first month the default applies. */
  minimums: z
    .array(minimumPayoutSchema)
    .max(maxMinimums)
    .refine(
      (minimums) => new Set(minimums.map(({ from_month }) => from_month)).size === minimums.length,
      say("settings.month_twice"),
    ),
  /** After so many days, the bank should have executed or rejected a payout. */
  transit_days: z.number().int().min(1).max(60),
});
export type PayoutTerms = z.output<typeof payoutTermsSchema>;
