import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { opaque } from "../kernel/text.ts";
import { idSchema } from "../kernel/validation.ts";
import { admins, advertisers, byRole } from "../kernel/who.ts";
import { domainSchema } from "./audiences.ts";

/** The rule of a campaign's lists for a site or app; `none` if they do not list it. */
export const siteRules = ["allow", "block", "none"] as const;
export type SiteRule = (typeof siteRules)[number];

/** Every advertiser blocks sites; whitelists are for advanced advertisers and staff (ROLE-007). */
const ruleMakers = byRole({ ...admins, tech_admin: "all", sales: "assigned", ...advertisers });
const params = z.object({ userCampaign: idSchema });
const tag = "Campaign settings";

export const siteRuleEndpoints = {
  listSiteRules: endpoint({
    method: "GET",
    path: "/user-campaigns/:userCampaign/site-rules",
    tag,
    summary: "The rules of a campaign's whitelists and blocklists for the given sites",
    who: ruleMakers,
    params,
    query: z.object({
      sites: z
        .union([opaque({ min: 0, max: 255 }), z.array(opaque({ min: 0, max: 255 })).max(100)])
        .transform((value) => (typeof value === "string" ? [value] : value))
        .default([]),
    }),
    output: z.object({
      /** Whether it runs only on the sites of its whitelists. */
      has_whitelist: z.boolean(),
      /** Whether its lists can still be changed. */
      editable: z.boolean(),
      rules: z.array(z.object({ site: z.string(), rule: z.enum(siteRules) })),
    }),
    errors: ["not_found"],
  }),
  setSiteRule: endpoint({
    method: "PUT",
    path: "/user-campaigns/:userCampaign/site-rules",
    tag,
    summary:
      "Allows or blocks one site or app in a campaign, on lists of its own; plain customers only block; running delivery follows within 2 s",
    who: ruleMakers,
    params,
    body: z.strictObject({ site: domainSchema, rule: z.enum(siteRules) }),
    output: z.object({
      site: z.string(),
      rule: z.enum(siteRules),
      /** The previous rule, for undo. */
      before: z.enum(siteRules),
    }),
    errors: ["not_found", "conflict"],
  }),
};
