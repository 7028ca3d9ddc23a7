import { z } from "zod";
import { campaignEditors, campaignTypes } from "../campaigns/campaigns.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { pictureForm } from "../kernel/form-limits.ts";
import { formatSchema } from "../kernel/formats.ts";
import { line, multiline } from "../kernel/text.ts";
import { colorSchema, idSchema, languageSchema, listOfImages, uuidSchema } from "../kernel/validation.ts";
import { admins, advertisers, byRole, visitor } from "../kernel/who.ts";
import { bannerFonts, bannerLimits, largestZoom } from "./banner-fields.ts";

export const creativeTypes = ["image", "html5"] as const;
export const creativeItemKinds = ["logo", "image", "video", "html"] as const;

/** One shape of a template: an HTML banner, or an image, in one size (FIELD-CREA rows). */
export const creativeSchema = z.object({
  uuid: uuidSchema,
  id: z.number().int(),
  component_name: z.string(),
  type: z.enum(creativeTypes),
  format: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  title: z.string(),
  description: z.string(),
  background_color: z.string().nullable(),
  button_color: z.string().nullable(),
  is_favorite: z.boolean(),
  is_selected: z.boolean(),
  /** Page that shows it with sample content, to be framed. */
  preview_url: z.string(),
});
export type Creative = z.infer<typeof creativeSchema>;

/** A template in several formats. Names are in the caller's language. */
export const creativeGroupSchema = z.object({
  uuid: uuidSchema,
  name: z.string(),
  category: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  preview: z.string().nullable(),
  is_active: z.boolean(),
  /** Names the template behind it, see `showTemplateBundle`; null for groups of uploaded banners. */
  template: z.string().nullable(),
  /** Whether a banner needs a picture, may have one, or never shows one. */
  picture: z.enum(["required", "optional", "none"]),
  is_favorite: z.boolean(),
  /** Place among the chosen six, from 1. */
  favorite_position: z.number().int().nullable(),
  creatives: z.array(creativeSchema),
});
export type CreativeGroup = z.infer<typeof creativeGroupSchema>;

/** A point of a picture that every crop keeps, 0 to 1 from the left and the top. */
export const focusSchema = z.strictObject({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });

/** What single formats show of a picture instead: the point they keep, enlarged up to three times. */
export const cropsSchema = z.partialRecord(
  formatSchema,
  focusSchema.extend({ zoom: z.number().min(1).max(largestZoom) }),
);

/** An uploaded picture of a campaign. `tones` are a logo's dominant colors. */
export const campaignImageSchema = z.object({
  uuid: uuidSchema,
  kind: z.enum(["logo", "image"]),
  name: z.string(),
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  size_bytes: z.number().int(),
  tones: z.array(z.string()),
});
export type CampaignImage = z.infer<typeof campaignImageSchema>;

/** What an advertiser fills in, once for all formats. The link is the campaign's own. */
export const contentSchema = z
  .strictObject({
    title: line({ min: 0, max: bannerLimits.title }),
    description: multiline({ min: 0, max: bannerLimits.description }),
    button_text: line({ min: 0, max: bannerLimits.buttonText }),
    background_color: colorSchema,
    button_color: colorSchema,
    font: z.enum(bannerFonts).nullable(),
    logo: uuidSchema.nullable(),
    images: listOfImages(
      z.strictObject({ uuid: uuidSchema, focus: focusSchema, crops: cropsSchema.optional() }),
      bannerLimits.images,
    ),
  })
  .partial();
export type ContentChange = z.infer<typeof contentSchema>;

/** The saved content, with its pictures. */
export const contentValuesSchema = z.object({
  title: z.string(),
  description: z.string(),
  button_text: z.string(),
  background_color: z.string(),
  button_color: z.string(),
  /** Null is the template's own. */
  font: z.enum(bannerFonts).nullable(),
  logo: campaignImageSchema.nullable(),
  images: z.array(campaignImageSchema.extend({ focus: focusSchema, crops: cropsSchema })),
  lang: languageSchema,
});
export type ContentValues = z.infer<typeof contentValuesSchema>;

export const contentFields = [
  "logo",
  "title",
  "description",
  "button_text",
  "images",
  "background_color",
  "button_color",
] as const;
export type ContentField = (typeof contentFields)[number];

const formFieldSchema = z.object({
  name: z.enum(contentFields),
  label: z.string(),
  kind: z.enum(["text", "color", "image", "images"]),
  required: z.boolean(),
  max_length: z.number().int().nullable(),
  max_files: z.number().int().nullable(),
  /** Each side of an uploaded picture stays under this many pixels. */
  max_side: z.number().int().nullable(),
});

/** The form of one creative; all forms of a group share their values. */
export const creativeFormSchema = z.object({
  creative: uuidSchema,
  creative_group: uuidSchema,
  format: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  fields: z.array(formFieldSchema),
  preview_url: z.string(),
});

export const missingFieldSchema = z.object({ field: z.enum(contentFields), label: z.string(), message: z.string() });

export const creativeFormsSchema = z.object({
  user_campaign: z.number().int(),
  group: creativeGroupSchema.nullable(),
  values: contentValuesSchema,
  forms: z.array(creativeFormSchema),
  missing: z.array(missingFieldSchema),
});
export type CreativeForms = z.infer<typeof creativeFormsSchema>;

/** All a browser needs to draw a template by itself. Fonts are data URIs by family. */
export const templateBundleSchema = z.object({
  name: z.string(),
  source: z.string(),
  base: z.string(),
  runtime: z.string(),
  fonts: z.record(z.string(), z.string()),
});
export type TemplateBundle = z.infer<typeof templateBundleSchema>;

/** The roles with favorites of their own (GUARD-015). */
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
const groups = z.array(creativeGroupSchema);

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
    /** A font that replaces the template's own. */
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
