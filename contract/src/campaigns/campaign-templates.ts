import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { idSchema, instantSchema, uidSchema } from "../kernel/validation.ts";
import { admins, advertisers, byRole } from "../kernel/who.ts";
import { campaignSettings } from "./campaigns.ts";

const { type, categories, line_of_business, language, strategy, pacing, performance_goal, targeting, feed_url } =
  campaignSettings;
const shared = {
  type,
  categories,
  line_of_business,
  language,
  strategy,
  pacing,
  performance_goal,
  targeting,
  feed_url,
};

/** Name and the settings of a campaign except owner, dates, budget and creatives (FIELD-TPL-002). */
export const campaignTemplateSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  ...shared,
  /** The number of users who may use it. */
  users: z.number().int(),
  created_at: instantSchema,
  updated_at: instantSchema,
});
export type CampaignTemplate = z.infer<typeof campaignTemplateSchema>;

const body = z.strictObject({ name: campaignSettings.name, ...shared }).partial();
const params = z.object({ campaignTemplate: idSchema });
const userParams = z.object({ user: uidSchema });
/** Admins and managers manage the templates. */
const managers = byRole({ ...admins, campaign_manager: "all", sales: "all" });
const sharers = { ...admins, campaign_manager: "all", sales: "assigned" } as const;
const templateRef = z.object({ id: z.number().int(), name: z.string() });

export const campaignTemplateEndpoints = {
  listCampaignTemplates: endpoint({
    method: "GET",
    path: "/user-campaigns/templates",
    tag: "Campaign templates",
    summary: "Campaign templates",
    who: managers,
    query: pageQuery(["name", "created_at"]),
    output: pageOf(campaignTemplateSchema),
  }),
  createCampaignTemplate: endpoint({
    method: "POST",
    path: "/user-campaigns/templates",
    tag: "Campaign templates",
    summary: "Saves settings as a template",
    who: managers,
    body: body.required({ name: true }),
    output: campaignTemplateSchema,
    status: 201,
  }),
  showCampaignTemplate: endpoint({
    method: "GET",
    path: "/user-campaigns/templates/:campaignTemplate",
    tag: "Campaign templates",
    summary: "One campaign template",
    who: managers,
    params,
    output: campaignTemplateSchema,
    errors: ["not_found"],
  }),
  changeCampaignTemplate: endpoint({
    method: "PUT",
    path: "/user-campaigns/templates/:campaignTemplate",
    tag: "Campaign templates",
    summary: "Saves what is given; campaigns that began with the template stay as they are",
    who: managers,
    params,
    body,
    output: campaignTemplateSchema,
    errors: ["not_found"],
  }),
  deleteCampaignTemplate: endpoint({
    method: "DELETE",
    path: "/user-campaigns/templates/:campaignTemplate",
    tag: "Campaign templates",
    summary: "Removes a template; campaigns that began with it stay",
    who: managers,
    params,
    output: null,
    errors: ["not_found"],
  }),
  listUserTemplates: endpoint({
    method: "GET",
    path: "/user-templates/:user",
    tag: "Campaign templates",
    summary: "The templates a user may start a campaign from",
    who: byRole({ ...sharers, ...advertisers }),
    params: userParams,
    output: z.array(templateRef),
    errors: ["not_found"],
  }),
  setUserTemplates: endpoint({
    method: "PATCH",
    path: "/user-templates/:user",
    tag: "Campaign templates",
    summary: "Stores which templates a user may start from; unknown ids answer 422",
    who: byRole(sharers),
    params: userParams,
    body: z.strictObject({ template_ids: z.array(z.number().int().min(1)).max(200) }),
    output: z.array(templateRef),
    errors: ["not_found"],
  }),
  listTemplateUsers: endpoint({
    method: "GET",
    path: "/user-campaigns/templates/:campaignTemplate/users",
    tag: "Campaign templates",
    summary: "Who may start from a template, within the caller's reach",
    who: byRole(sharers),
    params,
    output: z.array(z.object({ uid: uidSchema, full_name: z.string() })),
    errors: ["not_found"],
  }),
};
