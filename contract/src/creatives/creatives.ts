import { z } from "zod";
import { campaignEditors, campaignTypes } from "../campaigns/campaigns.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { pictureForm } from "../kernel/form-limits.ts";
import { formatSchema } from "../kernel/formats.ts";
import { idSchema, uuidSchema } from "../kernel/validation.ts";
import { admins, advertisers, byRole, visitor } from "../kernel/who.ts";
import { bannerFonts } from "./banner-fields.ts";
import { campaignImageSchema, contentSchema, creativeFormsSchema, missingFieldSchema } from "./creative-content.ts";
import { creativeGroupSchema, templateBundleSchema } from "./template-groups.ts";

/** The roles with favorites (GUARD-015). */
const favoriteRoles = byRole({ super_admin: "own", admin: "own", ...advertisers, sales: "own" });

/** The roles that build campaigns see the templates. */
const templateRoles = byRole({
  ...admins,
  tech_admin: "all",
  campaign_manager: "own",
  ...advertisers,
  sales: "own",
});

const userCampaign = z.object({ userCampaign: idSchema });
export const groups = z.array(creativeGroupSchema);

export const creativeEndpoints = {
  listUserCreatives: endpoint({
    method: "GET",
    path: "/user-creatives",
    tag: "Creatives",
    summary: "Templates the caller may use, chosen favourites first",
    who: templateRoles,
    output: groups,
  }),
  toggleFavoriteCreative: endpoint({
    method: "POST",
    path: "/user-creatives/favorites",
    tag: "Creatives",
    summary: "Makes a template a favourite, or none again; takes the uuid of the group or of one of its creatives",
    who: favoriteRoles,
    body: z.strictObject({ creative_id: uuidSchema }),
    output: z.object({ creative_id: uuidSchema, creative_group: uuidSchema, is_favorite: z.boolean() }),
    errors: ["not_found"],
  }),
  listSelectedFavorites: endpoint({
    method: "GET",
    path: "/user-creatives/favorites/selected",
    tag: "Creatives",
    summary: "The caller's chosen favourites in their order, at most six",
    who: favoriteRoles,
    output: groups,
  }),
  saveSelectedFavorites: endpoint({
    method: "POST",
    path: "/user-creatives/favorites/selected",
    tag: "Creatives",
    summary: "Stores up to six favourites in the order in which they are shown first",
    who: favoriteRoles,
    body: z.strictObject({ creative_ids: z.array(uuidSchema).max(6) }),
    output: groups,
  }),
  listCampaignCreatives: endpoint({
    method: "POST",
    path: "/creatives/campaign-creatives",
    tag: "Creatives",
    summary: "Templates for a campaign, favourites first, with the chosen creatives marked",
    who: campaignEditors,
    body: z
      .strictObject({
        campaign_id: idSchema,
        creative_ids: z.array(uuidSchema).max(200),
        type: z.enum(campaignTypes),
        dimensions: z.array(formatSchema).max(20),
      })
      .partial(),
    output: groups,
    errors: ["not_found"],
  }),
  showTemplateBundle: endpoint({
    method: "GET",
    path: "/creatives/templates/:name",
    tag: "Creatives",
    summary: "A template with its fonts and script, for a live preview",
    who: visitor,
    params: z.object({ name: z.union([z.string().regex(/^[a-z]{1,40}$/), uuidSchema]) }),
    /** A font that replaces the template's. */
    query: z.object({ font: z.enum(bannerFonts).optional() }),
    output: templateBundleSchema,
    errors: ["not_found"],
  }),
  showCreativeForms: endpoint({
    method: "GET",
    path: "/user-creatives/:userCampaign/forms",
    tag: "Creatives",
    summary: "The fill-in forms of the campaign's creatives with their values",
    who: campaignEditors,
    params: userCampaign,
    output: creativeFormsSchema,
    errors: ["not_found"],
  }),
  checkCreativesFilled: endpoint({
    method: "GET",
    path: "/user-creatives/:userCampaign/filled-validation",
    tag: "Creatives",
    summary: "Whether all creatives of the campaign are filled in, and what is missing",
    who: campaignEditors,
    params: userCampaign,
    output: z.object({ filled: z.boolean(), chosen: z.number().int(), missing: z.array(missingFieldSchema) }),
    errors: ["not_found"],
  }),
  uploadCampaignImage: endpoint({
    method: "POST",
    path: "/user-creatives/:userCampaign/images",
    tag: "Creatives",
    summary: "Takes a logo or a picture (PNG, JPEG, GIF, WebP, SVG; under 1500 x 1500 px) in the form's field `file`",
    who: campaignEditors,
    params: userCampaign,
    body: z.strictObject({ kind: z.enum(["logo", "image"]) }),
    multipart: pictureForm,
    output: campaignImageSchema,
    status: 201,
    errors: ["not_found", "conflict"],
  }),
  showCampaignImage: endpoint({
    method: "GET",
    path: "/user-creatives/:userCampaign/images/:image",
    tag: "Creatives",
    summary: "An uploaded picture, as it goes into the banners",
    who: campaignEditors,
    params: userCampaign.extend({ image: uuidSchema }),
    output: { file: ["image/webp", "image/png"] },
    errors: ["not_found"],
  }),
  fillCreativeGroup: endpoint({
    method: "PUT",
    path: "/user-creatives/:userCampaign/:creativeGroup",
    tag: "Creatives",
    summary: "Saves what is given for all formats at once",
    who: campaignEditors,
    params: userCampaign.extend({ creativeGroup: uuidSchema }),
    body: contentSchema,
    output: creativeFormsSchema,
    errors: ["not_found", "conflict"],
  }),
  fillCreative: endpoint({
    method: "POST",
    path: "/user-creatives/:userCampaign/:creativeGroup/:creative",
    tag: "Creatives",
    summary: "Saves what is given for one creative; the others of its group take it over",
    who: campaignEditors,
    params: userCampaign.extend({ creativeGroup: uuidSchema, creative: uuidSchema }),
    body: contentSchema,
    output: creativeFormsSchema,
    errors: ["not_found", "conflict"],
  }),
};
