import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { pacings, strategies } from "../kernel/formats.ts";
import { amountBetween, amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { line, opaque } from "../kernel/text.ts";
import { daySchema, idSchema, instantSchema, say, uidSchema, urlSchema } from "../kernel/validation.ts";
import { admins, advertisers, byRole } from "../kernel/who.ts";
import { targetingSchema } from "../targeting/targeting.ts";
import { lineOfBusinessNames } from "./lines-of-business.ts";
import { trackerSettings } from "./trackers.ts";

export const campaignStatuses = ["DRAFT", "ACTIVE", "PAUSED", "ARCHIVED", "ENDED"] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];
export const campaignTypes = ["display", "video", "audio"] as const;
export type CampaignType = (typeof campaignTypes)[number];
/** The seven steps of the wizard, in order. */
export const wizardSteps = ["basic", "targeting", "budget", "template", "customise", "link", "preview"] as const;

export type WizardStep = (typeof wizardSteps)[number];
/** Letters, digits, single spaces, hyphen and underscore, at least one letter or digit (RULE-007). */
export const campaignNameSchema = line({ max: 100 }).regex(
  /^(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}_-]+(?: [\p{L}\p{M}\p{N}_-]+)*$/u,
  say("campaign.name"),
);

export const campaignSettings = {
  name: campaignNameSchema,
  type: z.enum(campaignTypes),
  categories: z.array(opaque({ min: 0, max: 20 })).max(50),
  /** What is advertised, as declared to exchanges; null for what the categories suggest. */
  line_of_business: z.enum(lineOfBusinessNames).nullable(),
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .nullable(),
  strategy: z.enum(strategies),
  pacing: z.enum(pacings),
  performance_goal: z.literal("CPM"),
  targeting: targetingSchema,
  feed_url: urlSchema.nullable(),
  /** Whole budget. */
  total_budget: amountBetween(0, 1_000_000_000).nullable(),
  start_on: daySchema.nullable(),
  end_on: daySchema.nullable(),
  destination_url: urlSchema.nullable(),
  ...trackerSettings,
};

/** The last day is not before the first. */
const hasValidPeriod = (change: { start_on?: string | null | undefined; end_on?: string | null | undefined }) =>
  !change.start_on || !change.end_on || change.start_on <= change.end_on;
const periodIssue = { path: ["end_on"], ...say("campaign.period") };

/** Any part of the settings, without a status. */
export const settingsChangeSchema = z.strictObject(campaignSettings).partial().refine(hasValidPeriod, periodIssue);
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** A draft is saved piece by piece while the user types; a status is checked against the transition table. */
export const campaignChangeSchema = z
  .strictObject({ ...campaignSettings, status: z.enum(campaignStatuses) })
  .partial()
  .refine(hasValidPeriod, periodIssue);

export type CampaignChange = z.infer<typeof campaignChangeSchema>;
/** An issue that prevents a campaign from starting, with the wizard step that resolves it. */
export const readinessIssueSchema = z.object({ code: z.string(), step: z.enum(wizardSteps), message: z.string() });

export type ReadinessIssue = z.infer<typeof readinessIssueSchema>;
/** Why a campaign delivers or not: derived, never stored. */
export const deliveryStateSchema = z.object({
  state: z.enum(["draft", "waiting", "delivering", "limited", "paused", "ended", "archived", "in_review", "rejected"]),
  reason: z.string().nullable(),
});

export const campaignSchema = z.object({
  id: z.number().int(),
  owner: uidSchema,
  owner_name: z.string(),
  status: z.enum(campaignStatuses),
  allowed_statuses: z.array(z.enum(campaignStatuses)),
  ...campaignSettings,
  currency: currencySchema,
  total_budget_formatted: z.string().nullable(),
  estimated_impressions: z.number().int(),
  /** The price of a thousand impressions: since its start the campaign\'s own, before it the current one. */
  cpm: amountSchema,
  creative_group: z.string().nullable(),
  creative_ids: z.array(z.string()),
  /** A page with one of its banners, for a thumbnail; null without banners and for video and audio campaigns. */
  banner: z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }).nullable(),
  delivery: deliveryStateSchema,
  /** Spend and remainder; null in lists unless requested. */
  effective_budget: amountSchema,
  remaining_budget: amountSchema,
  created_at: instantSchema,
  updated_at: instantSchema,
  activated_at: instantSchema.nullable(),
});

export type Campaign = z.infer<typeof campaignSchema>;
/** Roles of the campaign routes (GUARD-014) and their reach. */
export const campaignRoles = byRole({ ...admins, tech_admin: "all", ...advertisers, sales: "assigned" });
/**
 * Who may work on one campaign and its parts: also campaign managers, who access it through its user (GUARD-008).
 * Everything the campaign's screens call is open to exactly these roles.
 */
export const campaignEditors = byRole({
  ...admins,
  tech_admin: "all",
  campaign_manager: "all",
  ...advertisers,
  sales: "assigned",
});

export const campaignParams = z.object({ userCampaign: idSchema });
/** The orders of campaign lists; the last four are lifetime figures of delivery. */
export const campaignSorts = [
  "name",
  "owner_name",
  "status",
  "start_on",
  "end_on",
  "total_budget",
  "created_at",
  "impressions",
  "clicks",
  "ctr",
  "spend",
] as const;
const campaignQuery = pageQuery(campaignSorts).extend({
  status: z.enum(campaignStatuses).optional(),
  /** Only running campaigns that are behind their plan, or whose ads were rejected. */
  attention: z.enum(["true"]).optional(),
});
/** Only this customer's campaigns, within the caller's access. */
const ofOwner = { owner: uidSchema.optional() };

export const campaignEndpoints = {
  listCampaigns: endpoint({
    method: "GET",
    path: "/user-campaigns",
    tag: "Campaigns",
    summary: "Campaigns the caller may see",
    who: campaignRoles,
    account: "any",
    query: campaignQuery.extend(ofOwner),
    output: pageOf(campaignSchema),
  }),
  listUserCampaigns: endpoint({
    method: "GET",
    path: "/user-campaigns/:uid/campaigns",
    tag: "Campaigns",
    summary: "Campaigns of one user, for staff; 403 for somebody who is not within reach",
    who: byRole({ ...admins, campaign_manager: "all", sales: "assigned" }),
    params: z.object({ uid: uidSchema }),
    query: campaignQuery,
    output: pageOf(campaignSchema),
    errors: ["not_found"],
  }),
  countCampaigns: endpoint({
    method: "GET",
    path: "/user-campaigns/counts",
    tag: "Campaigns",
    summary: "How many campaigns of the caller are in each status",
    who: campaignRoles,
    account: "any",
    query: z.object(ofOwner),
    output: z.partialRecord(z.enum(campaignStatuses), z.number().int()),
  }),
  createCampaign: endpoint({
    method: "POST",
    path: "/user-campaigns",
    tag: "Campaigns",
    summary: "Creates a draft owned by the caller",
    who: campaignRoles,
    body: z
      .strictObject({
        ...campaignSettings,
        /** Starts with the settings of a template available to the caller (API-USER-019). */
        template_id: z.number().int().min(1),
      })
      .partial()
      .required({ name: true }),
    output: campaignSchema,
    status: 201,
    acceptsKey: true,
  }),
  showCampaign: endpoint({
    method: "GET",
    path: "/user-campaigns/:userCampaign",
    tag: "Campaigns",
    summary: "One campaign",
    who: campaignEditors,
    params: campaignParams,
    output: campaignSchema,
    errors: ["not_found"],
  }),
  changeCampaign: endpoint({
    method: "PUT",
    path: "/user-campaigns/:userCampaign",
    tag: "Campaigns",
    summary:
      "Saves what is given; another budget of a running campaign is reserved or returned at once; a status change outside the transition table answers 409",
    who: campaignEditors,
    params: campaignParams,
    body: campaignChangeSchema,
    output: campaignSchema,
    errors: ["not_found", "conflict"],
    movesMoney: true,
  }),
  deleteCampaign: endpoint({
    method: "DELETE",
    path: "/user-campaigns/:userCampaign",
    tag: "Campaigns",
    summary: "Removes a draft; archives an ended or paused campaign; 422 for an active one",
    who: campaignEditors,
    params: campaignParams,
    output: z.object({ removed: z.boolean(), campaign: campaignSchema.nullable() }),
    errors: ["not_found", "conflict"],
  }),
  checkCampaignReadiness: endpoint({
    method: "GET",
    path: "/user-campaigns/:userCampaign/can-activate",
    tag: "Campaigns",
    summary: "Whether the campaign may start, with every readiness issue and the step that solves it",
    who: campaignEditors,
    params: campaignParams,
    output: z.object({ can_activate: z.boolean(), missing: z.array(readinessIssueSchema) }),
    errors: ["not_found"],
  }),
  activateCampaign: endpoint({
    method: "POST",
    path: "/user-campaigns/:userCampaign/activate",
    tag: "Campaigns",
    summary: "Reserves the budget and starts the campaign; 422 with the readiness issues where it is not ready",
    who: campaignEditors,
    params: campaignParams,
    /** With another price of a thousand impressions by now, the answer is 409 and nothing starts. */
    body: z.strictObject({ expected_cpm: amountBetween(0, 100_000_00).optional() }).nullish(),
    output: campaignSchema,
    errors: ["not_found", "conflict"],
    movesMoney: true,
  }),
  copyCampaign: endpoint({
    method: "POST",
    path: "/user-campaigns/:userCampaign/copy",
    tag: "Campaigns",
    summary: "A new draft with the same settings; with rename=true it gets a name of its own, such as 'Spring copy 2'",
    who: campaignEditors,
    params: campaignParams,
    query: z.strictObject({ rename: z.enum(["true"]).optional() }),
    output: campaignSchema,
    status: 201,
    errors: ["not_found", "conflict"],
    acceptsKey: true,
  }),
  setCampaignCreatives: endpoint({
    method: "PUT",
    path: "/user-campaigns/:userCampaign/creative-ids",
    tag: "Campaigns",
    summary: "Stores the chosen creatives, all of one group",
    who: campaignEditors,
    params: campaignParams,
    body: z.strictObject({ creative_ids: z.array(z.uuid()).max(50) }),
    output: campaignSchema,
    errors: ["not_found", "conflict"],
  }),
};
