import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { languages } from "../kernel/language.ts";
import { currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { roles } from "../kernel/roles.ts";
import { line } from "../kernel/text.ts";
import { daySchema, emailSchema, idSchema, instantSchema, uidSchema } from "../kernel/validation.ts";
import { admins, byRole, signedIn, type Who } from "../kernel/who.ts";

export const publisherTag = "Publishers";

export const publisherStates = ["active", "suspended"] as const;

/** Staff manage every publisher; a user of any role only the one that belongs to the user. */
export const publisherUsers: Who = byRole({
  ...Object.fromEntries(roles.map((role) => [role, "own" as const])),
  ...admins,
});
const staff = byRole(admins);

/** The publisher's part of what customers are charged, in percent. */
const sharePercent = z.number().min(0).max(100).multipleOf(0.01);

/** A share applies from the beginning of a day in the account's time zone until the next one does. */
const shareSchema = z.object({ from: daySchema, percent: z.number() });

const publisherSchema = z.object({
  id: z.int(),
  name: z.string(),
  owner: uidSchema,
  owner_name: z.string(),
  email: z.string(),
  state: z.enum(publisherStates),
  /** The currency of floors and payments. */
  currency: currencySchema,
  /** Its account in sellers.json and in the ads.txt files of its sites. */
  seller_id: z.string(),
  /** Today's share. */
  share_percent: z.number(),
  /** Whether sellers.json lists it without its name and domain. */
  is_confidential: z.boolean(),
  /** Claimed sites and apps, and how many of them are verified. */
  sites: z.int().nonnegative(),
  verified_sites: z.int().nonnegative(),
  created_at: instantSchema,
});
export type PublisherRecord = z.infer<typeof publisherSchema>;

const publisherDetail = publisherSchema.extend({
  /** The line for ads.txt, and the same account for a page's verification tag. */
  ads_txt_line: z.string(),
  /** Where buyers read which account belongs to whom; it lists publishers with a verified site or app. */
  sellers_json: z.string(),
  /** Newest first. */
  shares: z.array(shareSchema),
});
export type PublisherDetail = z.infer<typeof publisherDetail>;

export const publisherParams = z.object({ publisher: idSchema });

export const publisherEndpoints = {
  listPublishers: endpoint({
    method: "GET",
    path: "/publishers",
    tag: publisherTag,
    summary: "The publishers who sell their own ad space here, newest first",
    who: staff,
    query: pageQuery(["name", "created_at"]).extend({ state: z.enum(publisherStates).optional() }),
    output: pageOf(publisherSchema),
  }),
  createPublisher: endpoint({
    method: "POST",
    path: "/publishers",
    tag: publisherTag,
    summary: "Adds a publisher for the user with this address; without one, the address is invited as a customer",
    who: staff,
    body: z.strictObject({
      name: line({ max: 150 }),
      email: emailSchema,
      lang: z.enum(languages),
      currency: currencySchema,
      share_percent: sharePercent,
    }),
    output: publisherDetail,
    status: 201,
    errors: ["conflict"],
  }),
  showOwnPublisher: endpoint({
    method: "GET",
    path: "/publisher",
    tag: publisherTag,
    summary: "The publisher that belongs to the caller; null if there is none",
    who: signedIn,
    output: z.object({ publisher: publisherDetail.nullable() }),
  }),
  showPublisher: endpoint({
    method: "GET",
    path: "/publishers/:publisher",
    tag: publisherTag,
    summary: "A publisher with its shares",
    who: publisherUsers,
    params: publisherParams,
    output: publisherDetail,
    errors: ["not_found"],
  }),
  updatePublisher: endpoint({
    method: "PATCH",
    path: "/publishers/:publisher",
    tag: publisherTag,
    summary:
      "Renames, suspends or reactivates a publisher, or hides its name in sellers.json; placements of a suspended one show no ads",
    who: staff,
    params: publisherParams,
    body: z.strictObject({
      name: line({ max: 150 }).optional(),
      state: z.enum(publisherStates).optional(),
      is_confidential: z.boolean().optional(),
    }),
    output: publisherDetail,
    errors: ["not_found"],
  }),
  changePublisherShare: endpoint({
    method: "POST",
    path: "/publishers/:publisher/shares",
    tag: publisherTag,
    summary: "Changes the share from a day on, which may not be in the past; what was earned before stays",
    who: staff,
    params: publisherParams,
    body: z.strictObject({ from: daySchema, percent: sharePercent }),
    output: publisherDetail,
    errors: ["not_found"],
  }),
};
