import { z } from "zod";
import { contentSchema, creativeFormsSchema } from "../creatives/creative-content.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { amountBetween, amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { idSchema, instantSchema, say, uidSchema, urlSchema, uuidSchema } from "../kernel/validation.ts";
import { admins, byRole } from "../kernel/who.ts";
import { locationSchema } from "../targeting/targeting.ts";
import { campaignNameSchema, campaignSettings } from "./campaigns.ts";

/** Derived from how many of its customers are launched: none, some or all. ARCHIVED is set by staff. */
export const bulkCampaignStatuses = ["DRAFT", "PARTLY_LAUNCHED", "LAUNCHED", "ARCHIVED"] as const;
export type BulkCampaignStatus = (typeof bulkCampaignStatuses)[number];

/** The sections of the form in order; each issue is resolved in one of them. */
export const bulkSections = ["basic", "targeting", "period", "creatives", "customers"] as const;
export type BulkSection = (typeof bulkSections)[number];

export const bulkLimits = { customers: 200, groups: 6, name: 60, branch: 39 } as const;

const { total_budget: _perCustomer, name: _name, ...settings } = campaignSettings;
/** Settings shared by all campaigns. Name and branch together make a campaign's name. */
const shared = { name: campaignNameSchema.max(bulkLimits.name), ...settings };

const ownSettings = {
  customer: uidSchema,
  /** Distinguishes the branches of one customer; empty for the customer as a whole. */
  branch: z.union([z.literal(""), campaignNameSchema.max(bulkLimits.branch)]),
  /** In the customer's currency. */
  budget: amountBetween(0, 1_000_000_000).nullable(),
  /** Replaces the shared places; null uses those. */
  location: locationSchema.nullable(),
  /** Replaces the shared link; null uses that. */
  destination_url: urlSchema.nullable(),
  /** One of the chosen groups; null uses the first. */
  creative_group: uuidSchema.nullable(),
};

/** One customer or branch to save; an id updates an existing one. */
export const bulkCustomerChangeSchema = z
  .strictObject({ ...ownSettings, id: z.number().int().min(1) })
  .partial()
  .required({ customer: true });
export type BulkCustomerChange = z.infer<typeof bulkCustomerChangeSchema>;

export const bulkCustomerSchema = z.object({
  id: z.number().int(),
  ...ownSettings,
  customer_name: z.string(),
  currency: currencySchema,
  /** The launched campaign, or null. */
  campaign: z.object({ id: z.number().int(), name: z.string(), status: z.string() }).nullable(),
  /** Why the last launch failed for this customer; empty if it did not. */
  refused: z.array(z.string()),
});
export type BulkCustomer = z.infer<typeof bulkCustomerSchema>;

const amounts = z.array(z.object({ currency: currencySchema, amount: amountSchema }));
const summary = {
  id: z.number().int(),
  name: z.string(),
  owner: uidSchema,
  owner_name: z.string(),
  status: z.enum(bulkCampaignStatuses),
  customers_count: z.number().int(),
  launched_count: z.number().int(),
  /** Budgets of all customers by currency, and the spend of launched campaigns. */
  budgets: amounts,
  spent: amounts,
  impressions: z.number().int(),
  start_on: campaignSettings.start_on,
  end_on: campaignSettings.end_on,
  created_at: instantSchema,
  updated_at: instantSchema,
};
export const bulkCampaignSummarySchema = z.object(summary);
export type BulkCampaignSummary = z.infer<typeof bulkCampaignSummarySchema>;

export const bulkCampaignSchema = z.object({
  ...summary,
  ...settings,
  /** The bulk template: the campaign with the shared settings, images and texts, which never runs. */
  pattern: z.number().int(),
  customers: z.array(bulkCustomerSchema),
  creative_groups: z.array(uuidSchema),
});
export type BulkCampaign = z.infer<typeof bulkCampaignSchema>;

export const bulkCampaignChangeSchema = z
  .strictObject({
    ...shared,
    /** All customers not launched yet; launched ones are kept even if missing. */
    customers: z.array(bulkCustomerChangeSchema).max(bulkLimits.customers),
    creative_groups: z.array(uuidSchema).max(bulkLimits.groups),
    archived: z.boolean(),
  })
  .partial()
  .refine((change) => !change.start_on || !change.end_on || change.start_on <= change.end_on, {
    path: ["end_on"],
    ...say("campaign.period"),
  });
export type BulkCampaignChange = z.infer<typeof bulkCampaignChangeSchema>;

const pointSchema = z.object({ code: z.string(), message: z.string() });
export const bulkReadinessSchema = z.object({
  /** Whether there are neither shared nor customer issues. */
  filled: z.boolean(),
  missing: z.array(pointSchema.extend({ section: z.enum(bulkSections) })),
  customers: z.array(
    z.object({
      id: z.number().int(),
      missing: z.array(pointSchema),
      /** Issues of the customer's account, for example a balance that is too low. */
      obstacles: z.array(pointSchema),
    }),
  ),
});
export type BulkReadiness = z.infer<typeof bulkReadinessSchema>;

export const bulkLaunchSchema = z.object({
  bulk_campaign: bulkCampaignSchema,
  results: z.array(
    z.object({
      id: z.number().int(),
      outcome: z.enum(["launched", "launched_before", "refused"]),
      campaign: z.number().int().nullable(),
      reasons: z.array(z.string()),
    }),
  ),
});
export type BulkLaunch = z.infer<typeof bulkLaunchSchema>;

const bulkCreativesSchema = z.object({
  bulk_campaign: z.number().int(),
  pattern: z.number().int(),
  /** The chosen groups with their creatives in order; all share their values. */
  groups: z.array(creativeFormsSchema),
});
export type BulkCreatives = z.infer<typeof bulkCreativesSchema>;

/** Admins and managers (GUARD-007, GUARD-010); account managers their own bulk campaigns, for assigned customers. */
export const bulkCampaignRoles = byRole({ ...admins, campaign_manager: "all", sales: "assigned" });
const params = z.object({ bulkCampaign: idSchema });

export const bulkCampaignEndpoints = {
  listBulkCampaigns: endpoint({
    method: "GET",
    path: "/bulk-campaigns",
    tag: "Bulk campaigns",
    summary: "Bulk campaigns within the caller's reach; archived ones only when asked for",
    who: bulkCampaignRoles,
    query: pageQuery(["name", "start_on", "end_on", "created_at"]).extend({
      status: z.enum(bulkCampaignStatuses).optional(),
      /** Only those that have this customer. */
      customer: uidSchema.optional(),
    }),
    output: pageOf(bulkCampaignSummarySchema),
  }),
  createBulkCampaign: endpoint({
    method: "POST",
    path: "/bulk-campaigns",
    tag: "Bulk campaigns",
    summary: "Creates a bulk campaign owned by the caller; nothing starts",
    who: bulkCampaignRoles,
    body: bulkCampaignChangeSchema.safeExtend({ name: shared.name, archived: z.never().optional() }),
    output: bulkCampaignSchema,
    status: 201,
    errors: ["not_found"],
  }),
  showBulkCampaign: endpoint({
    method: "GET",
    path: "/bulk-campaigns/:bulkCampaign",
    tag: "Bulk campaigns",
    summary: "One bulk campaign with its customers",
    who: bulkCampaignRoles,
    params,
    output: bulkCampaignSchema,
    errors: ["not_found"],
  }),
  changeBulkCampaign: endpoint({
    method: "PUT",
    path: "/bulk-campaigns/:bulkCampaign",
    tag: "Bulk campaigns",
    summary: "Saves what is given; campaigns that were launched stay as they are",
    who: bulkCampaignRoles,
    params,
    body: bulkCampaignChangeSchema,
    output: bulkCampaignSchema,
    errors: ["not_found", "conflict"],
  }),
  checkBulkCampaign: endpoint({
    method: "GET",
    path: "/bulk-campaigns/:bulkCampaign/filled-validation",
    tag: "Bulk campaigns",
    summary: "The issues that all share and those of each customer that is not launched yet",
    who: bulkCampaignRoles,
    params,
    output: bulkReadinessSchema,
    errors: ["not_found"],
  }),
  showBulkCreatives: endpoint({
    method: "GET",
    path: "/bulk-campaigns/:bulkCampaign/creatives",
    tag: "Bulk campaigns",
    summary: "The chosen groups with their creatives, forms and values",
    who: bulkCampaignRoles,
    params,
    output: bulkCreativesSchema,
    errors: ["not_found"],
  }),
  launchBulkCampaign: endpoint({
    method: "POST",
    path: "/bulk-campaigns/:bulkCampaign",
    tag: "Bulk campaigns",
    summary:
      "Starts one campaign for each customer that has none yet, or for the given ones; tells why one was refused. 422 with the issues that all share, 409 for an archived bulk campaign",
    who: bulkCampaignRoles,
    params,
    body: z.strictObject({ customers: z.array(z.number().int().min(1)).max(bulkLimits.customers).optional() }),
    output: bulkLaunchSchema,
    errors: ["not_found", "conflict"],
    movesMoney: true,
  }),
  fillBulkCreative: endpoint({
    method: "POST",
    path: "/bulk-campaigns/:bulkCampaign/:creativeGroup/:creative",
    tag: "Bulk campaigns",
    summary: "Saves what is given for one creative; the others, and all groups, take it over",
    who: bulkCampaignRoles,
    params: params.extend({ creativeGroup: uuidSchema, creative: uuidSchema }),
    body: contentSchema,
    output: creativeFormsSchema,
    errors: ["not_found", "conflict"],
  }),
};
