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
] as const;
export type NarrowingSetting = (typeof narrowingSettings)[number];

const range = z.object({ low: z.number().int(), high: z.number().int() });
export type ForecastRange = z.infer<typeof range>;

export const forecastSchema = z.object({
  sample: z.object({
    /** Size of the sample of bid requests, and how many of them match. */
    requests: z.number().int(),
    matched: z.number().int(),
    /** With fewer matching requests there are no ranges. */
    needed: z.number().int(),
    enough: z.boolean(),
    /** Requests a day that the sample represents. */
    per_day: z.number().int(),
  }),
  days: z.number().int(),
  currency: currencySchema,
  /** What can be bought in the period at the guaranteed visibility. */
  available: range.nullable(),
  /** What the budget buys of it. */
  impressions: range.nullable(),
  reach: range.nullable(),
  /** Percent. */
  viewable_rate: range.nullable(),
  /** For 1000 impressions, in minor units. */
  cpm: range,
  /** Budget against impressions, for the period. */
  curve: z.array(z.object({ budget: amountSchema, impressions: range })),
  /** What each chosen setting leaves, one after the other, in impressions a day. */
  funnel: z.array(z.object({ setting: z.enum(narrowingSettings), per_day: z.number().int() })),
  /** The settings that narrow most, the narrowest first: what the day would bring without one. */
  narrowest: z.array(
    z.object({
      setting: z.enum(narrowingSettings),
      removes_percent: z.number().int(),
      gains_per_day: z.number().int(),
      /** What adding "unknown" to this setting would bring; null where that is no choice. */
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
        /** The campaign that is edited: its owner's lists and visitors count. */
        campaign: z.number().int().min(1).nullable(),
      })
      .partial(),
    output: forecastSchema,
    errors: ["not_found"],
  }),
};
