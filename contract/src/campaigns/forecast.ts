import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { campaignEditors, campaignSettings } from "./campaigns.ts";

/** Settings that narrow a target group, in the order in which a forecast applies them. */
export const narrowingSettings = [
  "places",
  "language",
  "topics",
  "ages",
  "genders",
  "parental",
  "incomes",
  "devices",
  "browsers",
  "environments",
  "hours",
  "sites",
  "audiences",
  "remarketing",
  "deals",
] as const;
export type NarrowingSetting = (typeof narrowingSettings)[number];

const range = z.object({ low: z.number().int(), high: z.number().int() });
export type ForecastRange = z.infer<typeof range>;

export const forecastSchema = z.object({
  sample: z.object({
    /** Size of the sample of bid requests, and how many of them match. */
    requests: z.number().int(),
    matched: z.number().int(),
    /** With fewer matching requests ranges are wide: they borrow from a wider population. */
    precise_from: z.number().int(),
    /** Daily requests represented by the sample. */
    per_day: z.number().int(),
  }),
  days: z.number().int(),
  currency: currencySchema,
  /**
   * What can be bought in the period at the guaranteed viewability; four of five outcomes are within. 0 to 0 if nothing
   * matches, null without traffic.
   */
  available: range.nullable(),
  /** The part the budget can buy. */
  impressions: range.nullable(),
  reach: range.nullable(),
  /** Percent. */
  viewable_rate: range.nullable(),
  /** For 1000 impressions. */
  cpm: z.object({ low: amountSchema, high: amountSchema }),
  /** Budget against impressions, for the period. */
  curve: z.array(z.object({ budget: amountSchema, impressions: range })),
  /** The remaining impressions per day after each chosen setting, cumulatively. */
  funnel: z.array(z.object({ setting: z.enum(narrowingSettings), per_day: z.number().int() })),
  /** The most restrictive settings, narrowest first: daily impressions without each one. */
  narrowest: z.array(
    z.object({
      setting: z.enum(narrowingSettings),
      removes_percent: z.number().int(),
      gains_per_day: z.number().int(),
      /** The gain from adding "unknown" to this setting; null if that is not possible. */
      unknown_gains_per_day: z.number().int().nullable(),
    }),
  ),
});
export type Forecast = z.infer<typeof forecastSchema>;

const { type, categories, language, strategy, targeting, total_budget, start_on, end_on, destination_url } =
  campaignSettings;

export const forecastEndpoints = {
  forecastCampaign: endpoint({
    method: "POST",
    path: "/user-campaigns/forecast",
    tag: "Campaigns",
    summary: "What settings would bring, from sampled bid requests through the matching of delivery; saves nothing",
    who: campaignEditors,
    body: z
      .strictObject({
        type,
        categories,
        language,
        strategy,
        targeting,
        total_budget,
        start_on,
        end_on,
        destination_url,
        /** The edited campaign: its owner's lists and visitors are used. */
        campaign: z.number().int().min(1).nullable(),
      })
      .partial(),
    output: forecastSchema,
    errors: ["not_found"],
  }),
};
