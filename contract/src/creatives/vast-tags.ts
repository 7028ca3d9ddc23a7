import { z } from "zod";
import { campaignEditors } from "../campaigns/campaigns.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { opaque, textKinds } from "../kernel/text.ts";
import { idSchema, instantSchema, say, uuidSchema } from "../kernel/validation.ts";
import { maxTagBytes } from "./own-banners.ts";
import { videoLimits } from "./video-conversions.ts";

/**
 * Wrappers that are followed from one tag. Players need to follow no more than five (VAST 4.2, 3.19), and ours comes before
 * them.
 */
export const maxTagWrappers = 4;

/** A file that a tag answered with. The bit rate is null where the tag states none. */
const vastMediaSchema = z.object({
  url: z.string(),
  type: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  kbps: z.number().int().nullable(),
});

/** What a tag leads to: wrappers of other ad servers, and at last one video. */
export const vastAnswerSchema = z.object({
  /** The newest major version of VAST among the documents. */
  version: z.number().int(),
  wrappers: z.number().int(),
  /** The hosts that a player calls. */
  hosts: z.array(z.string()),
  /** As the last document names its ad server. */
  ad_system: z.string(),
  duration: z.number().int(),
  media: z.array(vastMediaSchema),
  /** The host of its landing page; null if it leads nowhere. */
  click_host: z.string().nullable(),
  /** Its address, for the check of landing pages; absent in answers that an earlier release stored. */
  click_url: z.string().nullable().optional(),
});
export type VastAnswer = z.infer<typeof vastAnswerSchema>;

/** The video of another ad server in a video campaign, with the answer of its last check. */
export const vastTagSchema = z.object({
  creative: uuidSchema,
  url: z.string(),
  duration: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  answer: vastAnswerSchema,
  /** Why the last check failed, in the caller's language; null if it did not. */
  problem: z.string().nullable(),
  checked_at: instantSchema,
});
export type VastTag = z.infer<typeof vastTagSchema>;

const tagText = opaque({ max: maxTagBytes })
  .refine((tag) => new TextEncoder().encode(tag).length <= maxTagBytes, say("own_banner.tag_size"))
  .register(textKinds, { kind: "opaque" });
const pixels = z.number().int().min(100).max(7680);

const userCampaign = z.object({ userCampaign: idSchema });

export const vastTagEndpoints = {
  showVastTag: endpoint({
    method: "GET",
    path: "/user-campaigns/:userCampaign/vast-tag",
    tag: "Media",
    summary: "The VAST tag of a video campaign, and the hosts that such tags may use",
    who: campaignEditors,
    params: userCampaign,
    output: z.object({
      tag: vastTagSchema.nullable(),
      /** With their subdomains. None: tags are not accepted. */
      third_party_hosts: z.array(z.string()),
    }),
    errors: ["not_found"],
  }),
  setVastTag: endpoint({
    method: "PUT",
    path: "/user-campaigns/:userCampaign/vast-tag",
    tag: "Media",
    summary:
      "Makes the VAST tag of another ad server the video of the campaign: its https address, or a VAST document with it. " +
      "It is called and followed, and must end in one video of the stated length and size",
    who: campaignEditors,
    params: userCampaign,
    body: z.strictObject({
      tag: tagText,
      duration: z.number().int().min(1).max(videoLimits.campaignSeconds),
      width: pixels,
      height: pixels,
    }),
    output: vastTagSchema,
    errors: ["not_found", "conflict"],
  }),
  removeVastTag: endpoint({
    method: "DELETE",
    path: "/user-campaigns/:userCampaign/vast-tag",
    tag: "Media",
    summary: "Removes the VAST tag from a draft",
    who: campaignEditors,
    params: userCampaign,
    output: null,
    errors: ["not_found", "conflict"],
  }),
};
