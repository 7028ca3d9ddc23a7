import { z } from "zod";
import { uuidSchema } from "../kernel/validation.ts";

export const creativeTypes = ["image", "html5"] as const;
export const creativeItemKinds = ["logo", "image", "video", "html"] as const;
/** One variant of a template: an HTML banner or an image in one size (FIELD-CREA rows). */
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
  /** The template's name, see `showTemplateBundle`; null for groups of uploaded banners. */
  template: z.string().nullable(),
  /** Whether a banner requires an image, may have one, or never shows one. */
  picture: z.enum(["required", "optional", "none"]),
  is_favorite: z.boolean(),
  /** Position among the chosen six, from 1. */
  favorite_position: z.number().int().nullable(),
  creatives: z.array(creativeSchema),
  /** The template in sizes beyond the basic set, which a campaign can add; phones first. */
  additional: z.array(creativeSchema),
});

export type CreativeGroup = z.infer<typeof creativeGroupSchema>;
/** Everything a browser needs to render a template. Fonts are data URIs by family. */
export const templateBundleSchema = z.object({
  name: z.string(),
  source: z.string(),
  base: z.string(),
  runtime: z.string(),
  fonts: z.record(z.string(), z.string()),
});

export type TemplateBundle = z.infer<typeof templateBundleSchema>;
