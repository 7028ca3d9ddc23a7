import { z } from "zod";
import { type Language, languages } from "../kernel/language.ts";
import { percentBetween, shareOfMinor } from "../kernel/percent.ts";
import { line } from "../kernel/text.ts";
import { daySchema, say } from "../kernel/validation.ts";
import { amountsBetween } from "./amounts.ts";

/** The largest discount in percent: a plan is sold, never given away. */
export const maxDiscountPercent = 90;

const labelSchema = line({ min: 0, max: 40 });

/** A lower price of a plan for a time. */
export const planDiscountSchema = z
  .strictObject({
    /** A share of the list price, or else `amount_per_month`. */
    percent: percentBetween(0.01, maxDiscountPercent)
      .nullable()
      .meta({ examples: [null] }),
    /** An amount, or else `percent`. */
    amount_per_month: amountsBetween(1, 1_000_000_00).nullable(),
    /** Days in Zurich, both inclusive. */
    first_on: daySchema,
    last_on: daySchema,
    /** What customers read beside the price; empty: a built-in word. */
    label: z.strictObject(
      Object.fromEntries(languages.map((language) => [language, labelSchema])) as Record<Language, typeof labelSchema>,
    ),
    /** Only for customers who have bought nothing yet. */
    first_purchase_only: z.boolean(),
    /** The list price is new and applies afterwards; nobody has paid it before. */
    introductory: z.boolean(),
  })
  .refine(({ percent, amount_per_month }) => (percent === null) !== (amount_per_month === null), {
    path: ["percent"],
    ...say("discount.percent_or_amount"),
  })
  .refine(({ first_on, last_on }) => first_on <= last_on, { path: ["last_on"], ...say("campaign.period") });
export type PlanDiscount = z.output<typeof planDiscountSchema>;

/**
 * A plan's price per month in minor units at a discount. Whole minor units, so that three months are three times it.
 */
export const discountedMinor = (
  perMonthMinor: number,
  { percent, amount_per_month }: { percent: number | null; amount_per_month: number | null },
): number => perMonthMinor - (percent === null ? (amount_per_month ?? 0) : shareOfMinor(perMonthMinor, percent));

/** Whether a discount applies on a day (YYYY-MM-DD). */
export const appliesOn = ({ first_on, last_on }: Pick<PlanDiscount, "first_on" | "last_on">, day: string): boolean =>
  first_on <= day && day <= last_on;
