import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { idSchema } from "../kernel/validation.ts";
import { campaignEditors } from "./campaigns.ts";

/** The feed items of a campaign's banners. */
export const campaignFeedSchema = z.object({
  /** Why the feed cannot be used, in the language of the call; null if it can, and without a feed. */
  problem: z.string().nullable(),
  /** The items that rotate in banners; empty if the typed texts are shown. */
  items: z.array(
    z.object({
      title: z.string(),
      /** For example "CHF 6.90"; empty if the feed has none. */
      price: z.string(),
      /** The item's page; null if it leads to the campaign's link. */
      link: z.string().nullable(),
      /** A data URI of the re-encoded image. */
      picture: z
        .object({
          src: z.string(),
          width: z.number().int(),
          height: z.number().int(),
          focus: z.tuple([z.number(), z.number()]),
        })
        .nullable(),
    }),
  ),
});
export type CampaignFeed = z.infer<typeof campaignFeedSchema>;

export const campaignFeedEndpoints = {
  showCampaignFeed: endpoint({
    method: "GET",
    path: "/user-campaigns/:userCampaign/feed",
    tag: "Campaigns",
    summary: "The feed items of the campaign's banners; reads the feed unless it was read within ten minutes",
    who: campaignEditors,
    params: z.object({ userCampaign: idSchema }),
    output: campaignFeedSchema,
    errors: ["not_found"],
  }),
};
