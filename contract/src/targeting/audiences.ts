import { z } from "zod";
import { optionSchema } from "../campaigns/campaign-options.ts";
import { campaignEditors } from "../campaigns/campaigns.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { line, opaque } from "../kernel/text.ts";
import { idSchema, say, uidSchema } from "../kernel/validation.ts";
import { admins, byRole } from "../kernel/who.ts";

/** A domain covers its subdomains; an app's bundle has the same format. */
export const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?=.*\.)[a-z0-9_]([a-z0-9._-]*[a-z0-9])?$/, say("domain.invalid"));

export const listKinds = ["whitelist", "blocklist"] as const;

/** Domains are entered one per line; blank lines and duplicates are ignored (AGENCY-006). */
export const domainsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim().toLowerCase())
      .filter((line) => line !== ""),
  ),
];

const listBody = z.strictObject({
  name: line({ max: 80 }),
  kind: z.enum(listKinds),
  domains: z.array(domainSchema).min(1).max(5000),
});

/** A named list of domains that a user's campaigns can use as whitelist or blocklist. */
export const domainListSchema = z.object({
  id: z.number().int(),
  owner: uidSchema,
  name: z.string(),
  kind: z.enum(listKinds),
  domains: z.array(z.string()),
});
export type DomainList = z.infer<typeof domainListSchema>;

/**
 * What the provider of an audience gets for each impression that it was used for: a part of the clearing price, and an amount
 * per thousand. Of several matching audiences the cheapest is used.
 */
export const audienceFeeSchema = z.strictObject({
  percent: z.number().min(0).max(100).multipleOf(0.01),
  per_thousand: z.number().min(0).max(1000).multipleOf(0.0001),
  currency: opaque({ max: 3 })
    .regex(/^[A-Z]{3}$/, say("settings.currency"))
    .meta({ examples: ["EUR"] }),
});
export type AudienceFee = z.infer<typeof audienceFeeSchema>;

/** A group of people that a third party identifies by segments. */
export const audienceSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  provider: z.string(),
  /** Its size according to the provider. */
  size: z.number().int(),
  /** Null if it is free, and for callers who do not import audiences. */
  fee: audienceFeeSchema.nullable(),
});
export type Audience = z.infer<typeof audienceSchema>;

/** Maximum rows of one import. */
const maxAudiences = 1000;
const audienceRow = z.strictObject({
  name: line({ max: 120 }),
  size: z.number().int().min(0).max(10_000_000_000),
  /** The value of `user.data.segment` in ad requests. */
  segment_ids: z
    .array(line({ max: 120 }))
    .min(1)
    .max(50),
  /** Without it a known audience keeps its fee; a new one is free. */
  fee: audienceFeeSchema.optional(),
});

/** Who imports audiences and sees what they cost. */
export const audienceManagers = byRole({ ...admins });

const xParams = z.object({ uid: uidSchema });
const listParams = z.object({ uid: uidSchema, list: idSchema });
export const audienceEndpoints = {
  listChannels: endpoint({
    method: "GET",
    path: "/channels/:uid",
    tag: "Campaign settings",
    summary: "Whitelists and blocklists available to a user",
    who: campaignEditors,
    params: xParams,
    output: z.array(domainListSchema),
    errors: ["not_found"],
  }),
  createDomainList: endpoint({
    method: "POST",
    path: "/channels/:uid",
    tag: "Campaign settings",
    summary: "Saves a named list of domains; whitelists are for advanced advertisers and staff",
    who: campaignEditors,
    params: xParams,
    body: listBody,
    output: domainListSchema,
    status: 201,
    errors: ["not_found"],
  }),
  changeDomainList: endpoint({
    method: "PUT",
    path: "/channels/:uid/:list",
    tag: "Campaign settings",
    summary: "Changes a list; running campaigns that chose it follow at once",
    who: campaignEditors,
    params: listParams,
    body: listBody.omit({ kind: true }),
    output: domainListSchema,
    errors: ["not_found"],
  }),
  deleteDomainList: endpoint({
    method: "DELETE",
    path: "/channels/:uid/:list",
    tag: "Campaign settings",
    summary: "Removes a list; 409 while a campaign that has not ended chose it",
    who: campaignEditors,
    params: listParams,
    output: null,
    errors: ["not_found", "conflict"],
  }),
  listAudiences: endpoint({
    method: "GET",
    path: "/audiences/:uid",
    tag: "Campaign settings",
    summary: "Third-party audiences available to a user: the 200 largest; more by search",
    who: campaignEditors,
    params: xParams,
    output: z.array(audienceSchema),
    errors: ["not_found"],
  }),
  importAudiences: endpoint({
    method: "POST",
    path: "/audiences",
    tag: "Campaign settings",
    summary: "Imports a provider's catalog: rows of the same provider and name are replaced",
    who: audienceManagers,
    body: z.strictObject({
      provider: line({ max: 80 }),
      audiences: z.array(audienceRow).min(1).max(maxAudiences),
    }),
    output: z.object({ added: z.number().int(), changed: z.number().int() }),
  }),
  searchAudiences: endpoint({
    method: "POST",
    path: "/user-campaigns/audiences/search",
    tag: "Campaign settings",
    summary: "Third-party audiences by name or provider, or by id; none for plain customers",
    who: campaignEditors,
    body: z.strictObject({ q: line({ min: 0, max: 80 }), ids: z.array(z.number().int()).max(100).optional() }),
    output: z.array(audienceSchema),
  }),
  showAdvancedSettings: endpoint({
    method: "GET",
    path: "/user-campaigns/settings/advanced/:user",
    tag: "Campaign settings",
    summary: "What a user's campaigns can choose beyond the plain settings; empty for plain customers",
    who: campaignEditors,
    params: z.object({ user: uidSchema }),
    output: z.object({
      browsers: z.array(optionSchema),
      householdIncomes: z.array(optionSchema),
      whitelists: z.array(optionSchema),
      blocklists: z.array(optionSchema),
      audiences: z.array(optionSchema),
      /** For the advertiser's own pages; null if remarketing is not available. */
      remarketing_tag: z.string().nullable(),
    }),
    errors: ["not_found"],
  }),
};
