import { z } from "zod";
import { amountSchema, currencySchema } from "../kernel/money.ts";

export const count = z.number().int().nonnegative();
/** Per cent with up to four decimals: 0.5 is half a per cent. */
const percent = z.number().nonnegative();

export const metrics = {
  impressions: count,
  clicks: count,
  ctr: percent,
  viewable_impressions: count,
  visibility_rate: percent,
  video_plays: count,
  first_quartile: count,
  midpoint: count,
  third_quartile: count,
  completions: count,
  completion_rate: percent,
  /** Declared bots, prefetch and the like: shown, never charged, never in `impressions`. */
  invalid_impressions: count,
  invalid_clicks: count,
};
export const metricsSchema = z.object(metrics);
export type Metrics = z.infer<typeof metricsSchema>;

/** Charged in the chosen days; null where the rows mix currencies. */
export const spend = {
  currency: currencySchema.nullable(),
  spend: amountSchema.nullable(),
  spend_formatted: z.string().nullable(),
};

/** `effective_budget` is what was used up to the last chosen day; `remaining_budget` what is left of `budget` then. */
export const budget = {
  budget: amountSchema,
  budget_formatted: z.string(),
  effective_budget: amountSchema,
  effective_budget_formatted: z.string(),
  remaining_budget: amountSchema,
  remaining_budget_formatted: z.string(),
};
export const budgetOfCurrency = z.object({ currency: currencySchema, ...budget });
export type BudgetFigures = z.infer<typeof budgetOfCurrency>;

export const breakdownRow = z.object({
  /** Site or bundle, city, ISO region, ISO country, ISO weekday (1 is Monday), hour of the day or device. "" where unknown. */
  key: z.string(),
  /** The region's name; the key elsewhere. */
  text: z.string(),
  /** Where the key lies, for cities and regions; "" otherwise. */
  country: z.string(),
  region: z.string(),
  /** "site" or "app" for the key url; "" otherwise. */
  site_kind: z.string(),
  /** Of cities and regions whose place is known: their centre, in degrees. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  ...metrics,
});
export type BreakdownRow = z.infer<typeof breakdownRow>;

export const tableRow = z.object({
  /** What the row stands for, in the grouping's terms: a campaign id, a site, a day … */
  key: z.string(),
  /** The campaign's name; the key elsewhere. */
  text: z.string(),
  campaign_id: z.number().int().nullable(),
  owner_id: z.string().nullable(),
  country: z.string(),
  region: z.string(),
  site_kind: z.string(),
  ...metrics,
  ...spend,
  /** Budgets belong to campaigns: null in the other groupings. */
  budget: amountSchema.nullable(),
  budget_formatted: z.string().nullable(),
  effective_budget: amountSchema.nullable(),
  effective_budget_formatted: z.string().nullable(),
  remaining_budget: amountSchema.nullable(),
  remaining_budget_formatted: z.string().nullable(),
});
export type StatisticsTableRow = z.infer<typeof tableRow>;
