import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { opaque } from "../kernel/text.ts";
import { idSchema, instantSchema, say } from "../kernel/validation.ts";
import { siteDomain } from "../settings/ad-tag-sites.ts";
import { publisherParams, publisherTag, publisherUsers } from "./publishers.ts";

/**
 * `pending`: not checked yet. `failed`: the last check found no proof. `lost`: it was verified, and re-checks found no
 * proof any more.
 */
const publisherSiteStates = ["pending", "verified", "failed", "lost"] as const;
export type PublisherSiteState = (typeof publisherSiteStates)[number];

/** Why a check failed: neither file nor page proves it, nothing answers, or another publisher has it. */
const siteReasons = ["no_proof", "unreachable", "taken"] as const;
export type SiteReason = (typeof siteReasons)[number];

/** The name of the `<meta>` element whose content is the seller ID. */
export const verificationMeta = "litfass-site-verification";

const siteSchema = z.object({
  id: z.int(),
  kind: z.enum(["site", "app"]),
  /** The host of a site, the bundle of an app. */
  name: z.string(),
  /** The domain whose ads.txt, or for an app whose app-ads.txt, proves the claim. */
  domain: z.string(),
  state: z.enum(publisherSiteStates),
  reason: z.enum(siteReasons).nullable(),
  /** What the last check met, for people: a status or the reason of a failed connection. */
  detail: z.string(),
  placements: z.int().nonnegative(),
  checked_at: instantSchema.nullable(),
  verified_at: instantSchema.nullable(),
});
export type PublisherSite = z.infer<typeof siteSchema>;

const bundle = opaque({ max: 150 })
  .toLowerCase()
  .regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/, say("publishers.bundle"))
  .meta({ examples: ["ch.zeitung.app"] });

const params = publisherParams.extend({ site: idSchema });

export const publisherSiteEndpoints = {
  listPublisherSites: endpoint({
    method: "GET",
    path: "/publishers/:publisher/sites",
    tag: publisherTag,
    summary: "The sites and apps that a publisher claims, by name",
    who: publisherUsers,
    params: publisherParams,
    query: pageQuery(["name"], 30).omit({ sort: true, direction: true }),
    output: pageOf(siteSchema),
    errors: ["not_found"],
  }),
  claimPublisherSite: endpoint({
    method: "POST",
    path: "/publishers/:publisher/sites",
    tag: publisherTag,
    summary:
      "Claims a site by its host, or an app by its bundle and its developer's domain. It is checked within a minute and then daily",
    who: publisherUsers,
    params: publisherParams,
    body: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("site"), name: siteDomain }),
      z.strictObject({ kind: z.literal("app"), name: bundle, domain: siteDomain }),
    ]),
    output: siteSchema,
    status: 201,
    errors: ["not_found", "conflict"],
  }),
  checkPublisherSite: endpoint({
    method: "POST",
    path: "/publishers/:publisher/sites/:site/check",
    tag: publisherTag,
    summary: "Checks a claim again within a minute",
    who: publisherUsers,
    params,
    output: siteSchema,
    errors: ["not_found"],
  }),
  deletePublisherSite: endpoint({
    method: "DELETE",
    path: "/publishers/:publisher/sites/:site",
    tag: publisherTag,
    summary: "Withdraws a claim; its placements show no ads any more",
    who: publisherUsers,
    params,
    output: null,
    errors: ["not_found"],
  }),
};
