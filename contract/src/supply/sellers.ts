import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { opaque } from "../kernel/text.ts";
import { instantSchema } from "../kernel/validation.ts";
import { admins, byRole } from "../kernel/who.ts";

/**
 * What is known about a seller of a site's or app's ads, by IAB's ads.txt 1.1, app-ads.txt 1.0 and sellers.json 1.0.
 * `unknown`: the publisher has no file, or it could not be read.
 */
export const sellerVerdicts = ["direct", "reseller", "unauthorised", "unknown"] as const;
export type SellerVerdict = (typeof sellerVerdicts)[number];

/** The reason of a verdict. */
export const sellerReasons = [
  "listed_direct",
  "listed_reseller",
  "is_intermediary",
  "not_listed",
  "not_in_sellers_json",
  "no_file",
  "not_read",
] as const;
export type SellerReason = (typeof sellerReasons)[number];

export const sellerFileOutcomes = ["read", "absent", "failed", "waiting"] as const;

const fileState = z.object({
  outcome: z.enum(sellerFileOutcomes),
  /** The error, or "". */
  detail: z.string(),
  /** When its content was read, or null. */
  read_at: instantSchema.nullable(),
});
export type SellerFileState = z.infer<typeof fileState>;

const policy = {
  /** No bids if the publisher's file does not list the seller. */
  refuses_unauthorised: z.boolean(),
  /** No bids if the supply chain is malformed or does not end with the sender. */
  refuses_broken_chains: z.boolean(),
  /** No bids if the supply chain is declared incomplete. */
  refuses_incomplete_chains: z.boolean(),
};
const policySchema = z.object({ ...policy, changed_at: instantSchema.nullable() });

const seller = z.object({
  site: z.string(),
  site_kind: z.enum(["site", "app"]),
  /** URL of the publisher's file. */
  domain: z.string(),
  /** The advertising system, and the seller's account there. */
  system: z.string(),
  seller_id: z.string(),
  verdict: z.enum(sellerVerdicts),
  reason: z.enum(sellerReasons),
  seen_at: instantSchema,
  publisher_file: fileState,
  sellers_json: fileState,
});

const lookers = byRole({ ...admins, tech_admin: "all" });
const tag = "Sellers";

export const sellerEndpoints = {
  listSellers: endpoint({
    method: "GET",
    path: "/sellers",
    tag,
    summary: "Who sells ads of which site or app, and whether the publisher authorised them; the last seen first",
    who: lookers,
    query: pageQuery(["site", "seen_at"]).extend({
      verdict: z.enum(sellerVerdicts).optional(),
      /** Only sellers of these sites and apps. */
      sites: z
        .union([opaque({ min: 0, max: 255 }), z.array(opaque({ min: 0, max: 255 })).max(100)])
        .transform((value) => (typeof value === "string" ? [value] : value))
        .optional(),
    }),
    output: pageOf(seller).extend({ counts: z.record(z.enum(sellerVerdicts), z.number().int().nonnegative()) }),
  }),
  showSellerPolicy: endpoint({
    method: "GET",
    path: "/sellers/policy",
    tag,
    summary: "Which sellers are refused",
    who: lookers,
    output: policySchema,
  }),
  saveSellerPolicy: endpoint({
    method: "PUT",
    path: "/sellers/policy",
    tag,
    summary: "Decides which sellers are refused; holds in every delivery process within 15 seconds",
    who: lookers,
    body: z.strictObject(policy),
    output: policySchema,
  }),
};
