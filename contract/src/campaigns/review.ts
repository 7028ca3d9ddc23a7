import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { multiline } from "../kernel/text.ts";
import { idSchema, instantSchema, uidSchema } from "../kernel/validation.ts";
import { admins, byRole } from "../kernel/who.ts";
import { reviewPolicySchema } from "../settings/review-policy.ts";
import { campaignEditors, campaignTypes } from "./campaigns.ts";
import { lineOfBusinessNames } from "./lines-of-business.ts";
import { reviewReasonCodes } from "./review-reasons.ts";

export const reviewStatuses = ["pending", "approved", "rejected", "replaced"] as const;
/** Why something is in review: a starting campaign, changed banners of a running one, or an appeal. */
export const reviewKinds = ["start", "change", "appeal"] as const;

/** A banner, video or audio spot as submitted. */
const reviewCreativeSchema = z.object({
  uuid: z.string(),
  kind: z.enum(["html", "image", "video", "audio"]),
  format: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** Shown next to the spot of an audio campaign. */
  is_companion: z.boolean(),
  /** A tag: its ad server can show something else after the approval. */
  is_third_party: z.boolean(),
  /**
   * Of a tag: the landing pages that it declares, opened before the start and daily. Empty: where it leads is known only
   * at the click. Null for others, which lead to the campaign's link.
   */
  landing_urls: z.array(z.string()).nullable(),
  /** Page or file that shows exactly the submitted content. */
  url: z.string(),
  /** Of a video by VAST tag: the tag, and the file that it led to. Null for others. */
  vast_tag: z.object({ url: z.string(), media_url: z.string() }).nullable(),
});

const reasonSchema = z.object({ code: z.enum(reviewReasonCodes), text: z.string(), advice: z.string() });

/** A submission in review. Texts of reasons are in the language of the call; the note is the reviewer's. */
export const reviewSchema = z.object({
  id: z.number().int(),
  campaign: z.number().int(),
  campaign_name: z.string(),
  campaign_type: z.enum(campaignTypes),
  owner: uidSchema,
  owner_name: z.string(),
  kind: z.enum(reviewKinds),
  status: z.enum(reviewStatuses),
  destination_url: z.string(),
  /** What is advertised; null if the campaign has no categories. */
  line_of_business: z.enum(lineOfBusinessNames).nullable(),
  /** That of the account; null until it is declared. */
  owner_line_of_business: z.enum(lineOfBusinessNames).nullable(),
  creatives: z.array(reviewCreativeSchema),
  /**
   * Of an audio spot: its waveform, and what is said as its advertiser wrote it down. Null for others and replaced
   * ones.
   */
  spot: z.object({ waveform: z.array(z.number().int()), transcript: z.string() }).nullable(),
  /** What third parties would measure. */
  impression_trackers: z.array(z.string()),
  verification_scripts: z.array(z.string()),
  /** The number of this customer's campaigns approved before. */
  approved_before: z.number().int(),
  appeal: z.string().nullable(),
  reasons: z.array(reasonSchema),
  note: z.string().nullable(),
  /** Why a running campaign was submitted again, in the language of the call. */
  cause: z.string().nullable(),
  submitted_at: instantSchema,
  decided_at: instantSchema.nullable(),
  decided_by: z.string().nullable(),
});
export type Review = z.infer<typeof reviewSchema>;

/** The state of a campaign's creatives in review, for the advertiser. */
export const campaignReviewSchema = z.object({
  /** The last submission's state; `none` before the start. */
  status: z.enum(["none", "pending", "approved", "rejected"]),
  /** Approved creatives are running, whatever was submitted since. */
  shown: z.boolean(),
  /** Whether a start or submitted changes need an approval. */
  needed: z.boolean(),
  /** There are unsubmitted changes. */
  changed: z.boolean(),
  reasons: z.array(reasonSchema),
  note: z.string().nullable(),
  /** What a check of the running campaign found, in the language of the call. */
  cause: z.string().nullable(),
  can_appeal: z.boolean(),
  submitted_at: instantSchema.nullable(),
});
export type CampaignReview = z.infer<typeof campaignReviewSchema>;

/** Who decides on submissions. */
export const reviewerRoles = byRole({ ...admins, campaign_manager: "all" });
const review = z.object({ review: idSchema });
const userCampaign = z.object({ userCampaign: idSchema });

export const reviewEndpoints = {
  listReviews: endpoint({
    method: "GET",
    path: "/creative-reviews",
    tag: "Creative reviews",
    summary: "Banners, videos and audio spots in review, the longest waiting first; decided ones newest first",
    who: reviewerRoles,
    query: pageQuery(["submitted_at"], 10).extend({
      status: z.enum(["pending", "approved", "rejected"]).default("pending"),
      kind: z.enum(reviewKinds).optional(),
      /** Only this customer's campaigns. */
      owner: uidSchema.optional(),
    }),
    output: pageOf(reviewSchema).extend({ waiting: z.number().int() }),
  }),
  approveReview: endpoint({
    method: "POST",
    path: "/creative-reviews/:review/approve",
    tag: "Creative reviews",
    summary: "Approves the creatives, which run from now on; 409 where somebody else has decided",
    who: reviewerRoles,
    params: review,
    output: reviewSchema,
    errors: ["not_found", "conflict"],
  }),
  rejectReview: endpoint({
    method: "POST",
    path: "/creative-reviews/:review/reject",
    tag: "Creative reviews",
    summary: "Rejects the creatives with at least one reason; the advertiser gets a mail with advice",
    who: reviewerRoles,
    params: review,
    body: z.strictObject({
      reasons: z.array(z.enum(reviewReasonCodes)).min(1).max(8),
      note: multiline({ min: 0, max: 1000 }).default(""),
    }),
    output: reviewSchema,
    errors: ["not_found", "conflict"],
  }),
  showReviewPolicy: endpoint({
    method: "GET",
    path: "/creative-reviews/policy",
    tag: "Creative reviews",
    summary: "What is reviewed before it runs",
    who: reviewerRoles,
    output: reviewPolicySchema,
  }),
  changeReviewPolicy: endpoint({
    method: "PUT",
    path: "/creative-reviews/policy",
    tag: "Creative reviews",
    summary: "Sets what is reviewed before it runs; what is left out stays; running campaigns go on",
    who: reviewerRoles,
    body: reviewPolicySchema.partial({
      destination_changes: true,
      reviewed_lines: true,
      refused_lines: true,
      refused_countries: true,
    }),
    output: reviewPolicySchema,
    errors: ["conflict"],
  }),
  showCampaignReview: endpoint({
    method: "GET",
    path: "/user-campaigns/:userCampaign/review",
    tag: "Creative reviews",
    summary: "The state of the campaign's creatives in review",
    who: campaignEditors,
    params: userCampaign,
    output: campaignReviewSchema,
    errors: ["not_found"],
  }),
  submitCampaignReview: endpoint({
    method: "POST",
    path: "/user-campaigns/:userCampaign/review",
    tag: "Creative reviews",
    summary: "Submits the changed creatives of a started campaign; without need of a review they run at once",
    who: campaignEditors,
    params: userCampaign,
    output: campaignReviewSchema,
    errors: ["not_found", "conflict"],
  }),
  appealCampaignReview: endpoint({
    method: "POST",
    path: "/user-campaigns/:userCampaign/review/appeal",
    tag: "Creative reviews",
    summary: "Asks for a second review of rejected creatives, once",
    who: campaignEditors,
    params: userCampaign,
    body: z.strictObject({ text: multiline({ min: 10, max: 1000 }) }),
    output: campaignReviewSchema,
    errors: ["not_found", "conflict"],
  }),
};
