import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { formatSchema, maxFormats } from "../kernel/formats.ts";
import { amountBetween } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { line, opaque } from "../kernel/text.ts";
import { idSchema, instantSchema, say, urlSchema } from "../kernel/validation.ts";
import { domainSchema } from "../targeting/audiences.ts";
import { publisherParams, publisherTag, publisherUsers } from "./publishers.ts";

const placementStates = ["active", "paused", "archived"] as const;
export type PlacementState = (typeof placementStates)[number];

/** The shortest pause between two ads of a placement, in seconds. */
const minRefreshSeconds = 30;
const maxFloorMinor = 1_000_000;

const unique = (list: readonly string[]): boolean => new Set(list).size === list.length;
/** Categories of the Content Taxonomy 1.0; one covers those below it. */
const categories = z
  .array(
    opaque({ max: 12 })
      .regex(/^IAB\d{1,2}(-\d{1,2})?$/, say("publishers.category"))
      .meta({ examples: ["IAB7"] }),
  )
  .max(400)
  .refine(unique, say("exchanges.repeated"));

const settings = {
  name: line({ max: 80 }),
  sizes: z
    .array(formatSchema)
    .min(1, say("publishers.sizes"))
    .max(maxFormats)
    .refine(unique, say("exchanges.repeated")),
  /** The lowest price of a thousand impressions, in the publisher's currency. */
  floor: amountBetween(0, maxFloorMinor),
  /** Empty: all that are not blocked. */
  allowed_categories: categories,
  blocked_categories: categories,
  /** Advertisers' domains, with their subdomains. */
  blocked_advertisers: z.array(domainSchema).max(1_000).refine(unique, say("exchanges.repeated")),
  /** Seconds that an ad must have been visible before the tag requests the next one; null: never. */
  refresh_seconds: z.int().min(minRefreshSeconds).max(3_600).nullable(),
  state: z.enum(placementStates),
};

const fallbackAd = z.object({
  /** On the ads origin. */
  image_url: z.string(),
  width: z.int(),
  height: z.int(),
  link: z.string(),
  alt: z.string(),
});

const placementSchema = z.object({
  id: z.int(),
  site: z.int(),
  site_name: z.string(),
  ...settings,
  /** Shown where no campaign fits. */
  fallback_ad: fallbackAd.nullable(),
  /** The line to copy into the page where the ad appears. */
  tag: z.string(),
  created_at: instantSchema,
});
export type PlacementRecord = z.infer<typeof placementSchema>;

export const newPlacementSchema = z.strictObject({ site: z.int().positive(), ...settings });
export const placementChangeSchema = z.strictObject(settings);

const params = publisherParams.extend({ placement: idSchema });
/** A placement's own image, in one of its sizes. */
const fallbackAdForm = { files: 1, fileBytes: 2_000_000, fileFields: { file: "one" as const } };

export const placementEndpoints = {
  listPlacements: endpoint({
    method: "GET",
    path: "/publishers/:publisher/placements",
    tag: publisherTag,
    summary: "A publisher's placements, newest first",
    who: publisherUsers,
    params: publisherParams,
    query: pageQuery(["name"], 30)
      .omit({ sort: true, direction: true })
      .extend({ site: z.coerce.number().int().positive().optional(), state: z.enum(placementStates).optional() }),
    output: pageOf(placementSchema),
    errors: ["not_found"],
  }),
  showPlacement: endpoint({
    method: "GET",
    path: "/publishers/:publisher/placements/:placement",
    tag: publisherTag,
    summary: "A placement with its tag",
    who: publisherUsers,
    params,
    output: placementSchema,
    errors: ["not_found"],
  }),
  createPlacement: endpoint({
    method: "POST",
    path: "/publishers/:publisher/placements",
    tag: publisherTag,
    summary: "Adds a placement to a site; it shows ads within seconds once the site is verified",
    who: publisherUsers,
    params: publisherParams,
    body: newPlacementSchema,
    output: placementSchema,
    status: 201,
    errors: ["not_found"],
  }),
  updatePlacement: endpoint({
    method: "PUT",
    path: "/publishers/:publisher/placements/:placement",
    tag: publisherTag,
    summary: "Changes a placement; ad servers apply it within seconds",
    who: publisherUsers,
    params,
    body: placementChangeSchema,
    output: placementSchema,
    errors: ["not_found"],
  }),
  saveFallbackAd: endpoint({
    method: "POST",
    path: "/publishers/:publisher/placements/:placement/fallback-ad",
    tag: publisherTag,
    summary: "Uploads the image and link that a placement shows where no campaign fits",
    who: publisherUsers,
    params,
    body: z.strictObject({ link: urlSchema, alt: line({ max: 150 }) }),
    multipart: fallbackAdForm,
    output: placementSchema,
    errors: ["not_found"],
  }),
  deleteFallbackAd: endpoint({
    method: "DELETE",
    path: "/publishers/:publisher/placements/:placement/fallback-ad",
    tag: publisherTag,
    summary: "Removes a placement's fallback ad",
    who: publisherUsers,
    params,
    output: placementSchema,
    errors: ["not_found"],
  }),
};
