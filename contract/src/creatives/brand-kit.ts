import { z } from "zod";
import { campaignEditors } from "../campaigns/campaigns.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { idSchema, instantSchema } from "../kernel/validation.ts";
import { bannerFonts } from "./banner-fields.ts";

/** The initial content of an advertiser's banners. */
export const brandKitSchema = z.object({
  /** Name of the logo's file. */
  logo: z.string().nullable(),
  /** Null uses the template's. */
  background_color: z.string().nullable(),
  button_color: z.string().nullable(),
  font: z.enum(bannerFonts).nullable(),
  updated_at: instantSchema,
});
export type BrandKit = z.infer<typeof brandKitSchema>;

const userCampaign = z.object({ userCampaign: idSchema });
const tag = "Creatives";

export const brandKitEndpoints = {
  showBrandKit: endpoint({
    method: "GET",
    path: "/user-creatives/:userCampaign/brand-kit",
    tag,
    summary: "The brand kit of the campaign's owner; new campaigns begin with it",
    who: campaignEditors,
    params: userCampaign,
    output: z.object({ kit: brandKitSchema.nullable() }),
    errors: ["not_found"],
  }),
  saveBrandKit: endpoint({
    method: "PUT",
    path: "/user-creatives/:userCampaign/brand-kit",
    tag,
    summary: "Takes logo, colours and font of the campaign over as its owner's brand kit",
    who: campaignEditors,
    params: userCampaign,
    output: z.object({ kit: brandKitSchema }),
    errors: ["not_found"],
  }),
  applyBrandKit: endpoint({
    method: "POST",
    path: "/user-creatives/:userCampaign/brand-kit",
    tag,
    summary: "Gives the campaign logo, colours and font of its owner's brand kit",
    who: campaignEditors,
    params: userCampaign,
    output: null,
    errors: ["not_found", "conflict"],
  }),
};
