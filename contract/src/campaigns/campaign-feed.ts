import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { idSchema } from "../kernel/validation.ts";
import { campaignEditors } from "./campaigns.ts";

/** What a campaign's feed puts into its banners. */
export const campaignFeedSchema = z.object({
  /** Why the feed cannot be used, in the caller's language; null where it can be, and without a feed. */
  problem: z.string().nullable(),
  /** The items that banners show in turn; none where the typed texts are shown. */
  items: z.array(
    z.object({
      title: z.string(),
      /** As in "CHF 6.90"; empty where the feed names none. */
      price: z.string(),
      /** Where the item leads; null where that is the campaign's own link. */
      link: z.string().nullable(),
      /** Pixels as a data URI, encoded anew. */
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
    summary: "The items of the feed that the campaign's banners show; reads the feed unless that was just done",
    who: campaignEditors,
    params: z.object({ userCampaign: idSchema }),
    output: campaignFeedSchema,
    errors: ["not_found"],
  }),
};
