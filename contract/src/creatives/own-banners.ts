import { z } from "zod";
import { campaignEditors } from "../campaigns/campaigns.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { ownBannerForm } from "../kernel/form-limits.ts";
import { formatSchema } from "../kernel/formats.ts";
import { opaque, textKinds } from "../kernel/text.ts";
import { idSchema, say, uuidSchema } from "../kernel/validation.ts";
import { bannerReportSchema } from "./banner-report.ts";

/** A finished banner that an advertiser uploaded for one campaign. */
export const ownBannerSchema = z.object({
  creative: uuidSchema,
  /** `third_party` is a tag: its ad server delivers the banner. */
  kind: z.enum(["image", "html", "third_party"]),
  format: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  /** Name of the uploaded file. */
  name: z.string(),
  /** Whether the campaign shows it. */
  is_selected: z.boolean(),
  /** Page that shows it, to be framed; also before approval. */
  preview_url: z.string(),
  /** The findings for an HTML5 banner; null for images. */
  report: bannerReportSchema.nullable(),
});
export type OwnBanner = z.infer<typeof ownBannerSchema>;

/** The longest tag. It is a document of its own with each impression, so it only loads what it shows. */
export const maxTagBytes = 16 * 1024;

const thirdPartyTagSchema = opaque({ max: maxTagBytes })
  .refine((tag) => new TextEncoder().encode(tag).length <= maxTagBytes, say("own_banner.tag_size"))
  .register(textKinds, { kind: "opaque" });

const userCampaign = z.object({ userCampaign: idSchema });
const tag = "Creatives";

export const ownBannerEndpoints = {
  listOwnBanners: endpoint({
    method: "GET",
    path: "/user-creatives/:userCampaign/own-banners",
    tag,
    summary: "The finished banners that were uploaded for a campaign, at most one for each format",
    who: campaignEditors,
    params: userCampaign,
    output: z.object({
      creative_group: uuidSchema.nullable(),
      banners: z.array(ownBannerSchema),
      /** The formats that banners can have, the operator's own sizes included. */
      formats: z.array(formatSchema),
      /** The hosts from which third-party tags may load, with their subdomains. None: tags are not accepted. */
      third_party_hosts: z.array(z.string()),
    }),
    errors: ["not_found"],
  }),
  uploadOwnBanner: endpoint({
    method: "POST",
    path: "/user-creatives/:userCampaign/own-banners",
    tag,
    summary:
      "Takes a picture in one of the offered formats, or the zip of an HTML5 banner, in the field `file`; a banner of the same " +
      "format is replaced. A zip with faults is not taken: `banner` is null and `report` says what to fix",
    who: campaignEditors,
    params: userCampaign,
    multipart: ownBannerForm,
    output: z.object({ banner: ownBannerSchema.nullable(), report: bannerReportSchema.nullable() }),
    errors: ["not_found", "conflict"],
  }),
  saveThirdPartyTag: endpoint({
    method: "POST",
    path: "/user-creatives/:userCampaign/third-party-tags",
    tag,
    summary:
      "Takes the HTML or JavaScript tag of another ad server as the campaign's own banner in one format; a banner of the same " +
      "format is replaced. A tag that loads from a host that is not allowed is not taken: `banner` is null and `report` names it",
    who: campaignEditors,
    params: userCampaign,
    body: z.strictObject({ format: formatSchema, tag: thirdPartyTagSchema }),
    output: z.object({ banner: ownBannerSchema.nullable(), report: bannerReportSchema.nullable() }),
    errors: ["not_found", "conflict"],
  }),
  removeOwnBanner: endpoint({
    method: "DELETE",
    path: "/user-creatives/:userCampaign/own-banners/:creative",
    tag,
    summary: "Removes an uploaded banner of a draft",
    who: campaignEditors,
    params: userCampaign.extend({ creative: uuidSchema }),
    output: null,
    errors: ["not_found", "conflict"],
  }),
};
