import { z } from "zod";
import { amountSchema, currencySchema } from "../kernel/money.ts";

export const count = z.number().int().nonnegative();
/** A percentage with up to four decimals: 0.5 is half a percent. */
const percent = z.number().nonnegative();

export const metrics = {
  impressions: count,
  clicks: count,
  ctr: percent,
  /** Impressions of which it is known whether they were viewable (MRC), and their share of all impressions. */
  measured_impressions: count,
  measured_rate: percent,
  viewable_impressions: count,
  /** Viewable of measured impressions. */
  visibility_rate: percent,
  video_plays: count,
  first_quartile: count,
  midpoint: count,
  third_quartile: count,
  completions: count,
  completion_rate: percent,
  /** Declared bots, prefetch and the like: displayed, never charged, never in `impressions`. */
  invalid_impressions: count,
  invalid_clicks: count,
};
export const metricsSchema = z.object(metrics);
export type Metrics = z.infer<typeof metricsSchema>;

/** Charges of the chosen days; null if the rows mix currencies. */
export const spend = {
  currency: currencySchema.nullable(),
  spend: amountSchema.nullable(),
  spend_formatted: z.string().nullable(),
};

/** `effective_budget` is the spend up to the last chosen day; `remaining_budget` the rest of `budget` then. */
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

/** What advertisers' sites reported, by the click that led to it; null where conversions are not measured. */
export const conversionFigures = {
  conversions: count.nullable(),
  /** Conversions of clicks. */
  conversion_rate: percent.nullable(),
  /** The spend per conversion; null without any. */
  cost_per_conversion: amountSchema.nullable(),
  /** The sum of the orders, as far as values were reported. */
  conversion_value: amountSchema.nullable(),
};
const conversionFiguresSchema = z.object(conversionFigures);
export type ConversionFigures = z.infer<typeof conversionFiguresSchema>;

export const breakdownRow = z.object({
  /** Site or bundle, city, ISO region, ISO country, ISO weekday (1 is Monday), hour of the day or device. "" where unknown. */
  key: z.string(),
  /** The region's name, and the app's for a bundle if a bid request named it; the key elsewhere. */
  text: z.string(),
  /** The location of cities and regions; "" otherwise. */
  country: z.string(),
  region: z.string(),
  /** "site" or "app" for the key url; "" otherwise. */
  site_kind: z.string(),
  /** The center of cities and regions with a known location, in degrees. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  ...metrics,
});
export type BreakdownRow = z.infer<typeof breakdownRow>;

export const tableRow = z.object({
  /** The row's key in its grouping: a campaign id, a site, a day … */
  key: z.string(),
  /** The campaign's name, and the app's for a bundle if a bid request named it; the key elsewhere. */
  text: z.string(),
  campaign_id: z.number().int().nullable(),
  owner_id: z.string().nullable(),
  /** What its customer is called; null in other groupings, and for callers who see only their own campaigns. */
  owner_name: z.string().nullable(),
  country: z.string(),
  region: z.string(),
  site_kind: z.string(),
  ...metrics,
  ...spend,
  /** By campaign, day, creative and site. */
  ...conversionFigures,
  /** Budgets belong to campaigns: null in the other groupings. */
  budget: amountSchema.nullable(),
  budget_formatted: z.string().nullable(),
  effective_budget: amountSchema.nullable(),
  effective_budget_formatted: z.string().nullable(),
  remaining_budget: amountSchema.nullable(),
  remaining_budget_formatted: z.string().nullable(),
});
export type StatisticsTableRow = z.infer<typeof tableRow>;
