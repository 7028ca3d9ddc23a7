import { z } from "zod";
import { formatSchema, maxFormats } from "../kernel/formats.ts";
import { line, multiline } from "../kernel/text.ts";
import { colorSchema, languageSchema, listOfImages, uuidSchema } from "../kernel/validation.ts";
import { bannerFonts, bannerLimits, largestZoom } from "./banner-fields.ts";
import { creativeGroupSchema } from "./template-groups.ts";

/** The focus of an image that every crop keeps, 0 to 1 from the left and the top. */
export const focusSchema = z.strictObject({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });

/** Crops of single formats: the focus, and a zoom of up to three. */
export const cropsSchema = z
  .record(formatSchema, focusSchema.extend({ zoom: z.number().min(1).max(largestZoom) }))
  .refine((crops) => Object.keys(crops).length <= maxFormats);

/** An uploaded image of a campaign. `tones` are a logo's dominant colors. */
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
/** An advertiser's content, shared by all formats. The link is the campaign's own. */
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
/** The saved content with its images. */
export const contentValuesSchema = z.object({
  title: z.string(),
  description: z.string(),
  button_text: z.string(),
  background_color: z.string(),
  button_color: z.string(),
  /** Null uses the template's. */
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
  "video",
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
  /** Each side of an uploaded image has fewer pixels than this. */
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
