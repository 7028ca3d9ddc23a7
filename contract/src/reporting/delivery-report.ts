import { z } from "zod";
import { wizardSteps } from "../campaigns/campaigns.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { daySchema, idSchema, instantSchema, uidSchema } from "../kernel/validation.ts";
import { statisticsRoles } from "./statistics.ts";

/**
 * The steps from offered to viewed ads: each is the remainder of the previous one. A chance is one slot of a bid
 * request.
 */
export const deliverySteps = [
  "seen",
  "technology",
  "place",
  "context",
  "site",
  "people",
  "format",
  "considered",
  "allowed",
  "bid",
  "won",
  "rendered",
  "viewable",
] as const;
export type DeliveryStep = (typeof deliverySteps)[number];

/** Why a matching campaign does not bid: the closed list. */
export const holdReasons = [
  "not_running",
  "no_budget",
  "refused",
  "seller",
  "no_deal",
  "below_floor",
  "no_format",
  "visibility",
  "pacing",
  "frequency_cap",
] as const;
export type HoldReason = (typeof holdReasons)[number];

/**
 * `past`: the period does not include today, so there is no current verdict. `paused`: delivery does not have it.
 * `starved`: no requests at all. `on_plan`: at least 90% of the spend due by now.
 */
export const deliveryVerdicts = ["past", "paused", "starved", "on_plan", "limited"] as const;

export const adjustmentReasons = [
  "ahead_of_plan",
  "behind_plan",
  "share_spent",
  "new_day",
  "price_lowered",
  "price_restored",
] as const;

const count = z.number().int().nonnegative();
const percent = z.number().nonnegative();

const params = z.object({ campaign: idSchema });
const tag = "Statistics";

export const deliveryReportEndpoints = {
  showDeliveryReport: endpoint({
    method: "GET",
    path: "/statistics/campaigns/:campaign/delivery",
    tag,
    summary: "Why a campaign delivers or not: its chances step by step, the narrowest one, and what would remedy it",
    who: statisticsRoles,
    params,
    query: z.object({
      from: daySchema.optional(),
      to: daySchema.optional(),
      /** `health`: instead of days, the time by which the health of a running campaign is evaluated. */
      time: z.enum(["days", "health"]).default("days"),
    }),
    output: z.object({
      from: daySchema,
      to: daySchema,
      time_zone: z.string(),
      /** Start of counting chances; null without any. */
      counted_from: instantSchema.nullable(),
      verdict: z.enum(deliveryVerdicts),
      /** Spend in the time of the campaign's health relative to what was due in it, in percent; null if not known. */
      share_percent: percent.nullable(),
      /** Start of that time; null if the campaign does not run. */
      share_since: instantSchema.nullable(),
      steps: z.array(z.object({ step: z.enum(deliverySteps), chances: count })),
      /** Rejected chances by reason, most frequent first. */
      reasons: z.array(z.object({ reason: z.enum(holdReasons), chances: count })),
      narrowest: z.enum(deliverySteps).nullable(),
      /** The wizard step that widens the narrowest one; null if there is none. */
      remedy: z.enum(wizardSteps).nullable(),
    }),
    errors: ["not_found"],
  }),
  listSilentCampaigns: endpoint({
    method: "GET",
    path: "/statistics/silent-campaigns",
    tag,
    summary: "Active campaigns that have shown nothing for hours",
    who: statisticsRoles,
    query: z.object({ owner: uidSchema.optional() }),
    output: z.array(z.object({ campaign_id: z.number().int(), name: z.string(), silent_since: instantSchema })),
  }),
  listCampaignAdjustments: endpoint({
    method: "GET",
    path: "/statistics/campaigns/:campaign/adjustments",
    tag,
    summary: "How delivery steered a campaign, minute by minute, the newest first",
    who: statisticsRoles,
    params,
    query: z.object({ limit: z.coerce.number().int().min(1).max(240).default(60) }),
    output: z.object({
      /** Maximum adjustments of a campaign per minute. */
      max_per_minute: count,
      data: z.array(
        z.object({
          at: instantSchema,
          adjustments: count,
          /** Percentage of its chances that the campaign takes. */
          participation_before: percent,
          participation_after: percent,
          /** Percentage of its price that it bids. */
          price_before: percent,
          price_after: percent,
          reasons: z.array(z.object({ reason: z.enum(adjustmentReasons), adjustments: count })),
        }),
      ),
    }),
    errors: ["not_found"],
  }),
};
