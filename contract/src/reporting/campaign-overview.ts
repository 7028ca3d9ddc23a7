import { z } from "zod";
import { campaignEditors, wizardSteps } from "../campaigns/campaigns.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { daySchema, idSchema, instantSchema } from "../kernel/validation.ts";
import { deliverySteps, holdReasons } from "./delivery-report.ts";
import { conversionFigures } from "./figures.ts";
import { several } from "./statistics.ts";

/**
 * The health of a campaign over its running time, at most the last 24 hours. `stopped`: not running, so the
 * campaign's own state explains it. `waiting`: running, nothing shown yet. `early`: runs for less than an hour.
 * `on_plan`: at least 90% of the even share. `behind`: less, or nothing at all for an hour.
 */
export const healthVerdicts = ["stopped", "waiting", "early", "on_plan", "behind"] as const;
export type HealthVerdict = (typeof healthVerdicts)[number];

/** Figures are rolled up by the hour, so the last 24 hours are between 23 and 24. */
const wholeDayMs = 23 * 3_600_000;

/** Whether the evaluated time is the last 24 hours; otherwise it began with the start, a pause or a new budget or period. */
export const coversDay = (since: string, now: number): boolean => now - Date.parse(since) >= wholeDayMs;

/** Days of the sparkline, including today. */
export const overviewDays = 14;
/** One page of the campaign list. */
const maxCampaigns = 100;

const count = z.number().int().nonnegative();
const percent = z.number().nonnegative();

export const campaignHealthSchema = z.object({
  verdict: z.enum(healthVerdicts),
  /** Start of the evaluated time; null if it is not running. */
  since: instantSchema.nullable(),
  /** Spend in that time relative to its even share, in percent; null if not known yet. */
  share_percent: percent.nullable(),
  /** Where a campaign that is behind loses most of its opportunities. */
  narrowest: z.enum(deliverySteps).nullable(),
  /** Why it did not bid, if that is the narrowest step. */
  reason: z.enum(holdReasons).nullable(),
  /** The wizard step that widens it; null if there is none. */
  remedy: z.enum(wizardSteps).nullable(),
});
export type CampaignHealth = z.infer<typeof campaignHealthSchema>;

export const campaignOverviewSchema = z.object({
  campaign_id: z.number().int(),
  /** Since the first day, without invalid traffic. */
  impressions: count,
  clicks: count,
  ctr: percent,
  measured_impressions: count,
  /** Measured of all impressions. */
  measured_rate: percent,
  viewable_impressions: count,
  /** Viewable of measured impressions. */
  visibility_rate: percent,
  invalid_impressions: count,
  /** Since the first day. */
  ...conversionFigures,
  currency: currencySchema,
  budget: amountSchema,
  /** Spend so far, never above the budget. */
  effective_budget: amountSchema,
  remaining_budget: amountSchema,
  /** The spend by now with even spending. */
  planned_budget: amountSchema,
  /** A day's even share of the whole budget, from the first to the last instant. */
  even_share: amountSchema,
  /** A day's even share of the remaining budget from now on; null if the campaign does not run. */
  daily_share: amountSchema.nullable(),
  /** Impressions of the last 14 days, oldest first. */
  days: z.array(z.object({ date: daySchema, impressions: count })).length(overviewDays),
  health: campaignHealthSchema,
});
export type CampaignOverview = z.infer<typeof campaignOverviewSchema>;

const tag = "Statistics";

export const campaignOverviewEndpoints = {
  listCampaignOverviews: endpoint({
    method: "GET",
    path: "/statistics/overviews",
    tag,
    summary: "Figures, plan and health of the named campaigns, as far as they were started and are within reach",
    who: campaignEditors,
    query: z.object({
      campaign_ids: several(idSchema, maxCampaigns),
    }),
    output: z.array(campaignOverviewSchema),
  }),
  showCampaignOverview: endpoint({
    method: "GET",
    path: "/statistics/campaigns/:campaign/overview",
    tag,
    summary: "Figures, plan and health of one started campaign; 404 for one that was never started or is out of reach",
    who: campaignEditors,
    params: z.object({ campaign: idSchema }),
    output: campaignOverviewSchema,
    errors: ["not_found"],
  }),
};
