import { z } from "zod";
import { campaignEditors } from "../campaigns/campaigns.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { idSchema, instantSchema } from "../kernel/validation.ts";

/** For how many days a preview link can be opened. */
export const previewLinkDays = [1, 7, 30] as const;
export type PreviewLinkDays = (typeof previewLinkDays)[number];

const previewLinkSchema = z.object({
  /** Opens without signing in, on any device. */
  url: z.url(),
  expires_at: instantSchema,
});
export type PreviewLink = z.infer<typeof previewLinkSchema>;

const userCampaign = z.object({ userCampaign: idSchema });
const path = "/user-campaigns/:userCampaign/preview-link";

export const previewLinkEndpoints = {
  showPreviewLink: endpoint({
    method: "GET",
    path,
    tag: "Media",
    summary: "The link to a page with the campaign's ads as visitors see them; null without one that can be opened",
    who: campaignEditors,
    params: userCampaign,
    output: z.object({ link: previewLinkSchema.nullable() }),
    errors: ["not_found"],
  }),
  createPreviewLink: endpoint({
    method: "POST",
    path,
    tag: "Media",
    summary:
      "Creates the campaign's preview link, or extends the one that can still be opened. Its page counts nothing",
    who: campaignEditors,
    params: userCampaign,
    body: z.strictObject({ days: z.literal(previewLinkDays) }),
    output: previewLinkSchema,
    errors: ["not_found"],
  }),
  revokePreviewLink: endpoint({
    method: "DELETE",
    path,
    tag: "Media",
    summary: "Ends the campaign's preview link at once; a later one has another address",
    who: campaignEditors,
    params: userCampaign,
    output: null,
    errors: ["not_found"],
  }),
};
