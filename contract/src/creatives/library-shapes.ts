import { z } from "zod";
import { uuidSchema } from "../kernel/validation.ts";
import { nameOutputs } from "./library-names.ts";
import { creativeItemKinds, creativeTypes } from "./template-groups.ts";

/** A category of creative groups (FIELD-GROUP-003). `groups` counts its groups. */
export const creativeCategorySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  ...nameOutputs(z.string()),
  position: z.number().int(),
  groups: z.number().int(),
});
export type CreativeCategory = z.infer<typeof creativeCategorySchema>;

/** One file of a creative (FIELD-CREA-008, FIELD-CREA-009). */
export const creativeItemSchema = z.object({
  id: z.number().int(),
  creative: uuidSchema,
  kind: z.enum(creativeItemKinds),
  /** `url` loads the file. */
  file: z.string(),
  name: z.string(),
  url: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  position: z.number().int(),
});
export type CreativeItem = z.infer<typeof creativeItemSchema>;

/** The origin of a banner: a standard template, one written by staff, or finished files. */
export const creativeSources = ["standard", "template", "files"] as const;

const groupReference = z.object({ uuid: uuidSchema, name: z.string() });

/** A creative in the staff API. */
export const libraryCreativeSchema = z.object({
  uuid: uuidSchema,
  id: z.number().int(),
  component_name: z.string(),
  type: z.enum(creativeTypes),
  source: z.enum(creativeSources),
  format: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  title: z.string(),
  description: z.string(),
  background_color: z.string().nullable(),
  button_color: z.string().nullable(),
  creative_group: groupReference.nullable(),
  /** The number of campaigns that use it. */
  campaigns: z.number().int(),
  preview_url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type LibraryCreative = z.infer<typeof libraryCreativeSchema>;

export const libraryCreativeDetailSchema = libraryCreativeSchema.extend({
  logo: creativeItemSchema.nullable(),
  images: z.array(creativeItemSchema),
  items: z.array(creativeItemSchema),
});
export type LibraryCreativeDetail = z.infer<typeof libraryCreativeDetailSchema>;

/** A group in the staff API (FIELD-GROUP-002). */
export const libraryGroupSchema = z.object({
  uuid: uuidSchema,
  name: z.string(),
  ...nameOutputs(z.string()),
  category: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** The group's own image, if it has one. */
  preview: z.string().nullable(),
  source: z.enum(creativeSources),
  is_active: z.boolean(),
  position: z.number().int(),
  formats: z.array(z.string()),
  /** The number of campaigns that use one of its creatives. */
  campaigns: z.number().int(),
  updated_at: z.string(),
});
export type LibraryGroup = z.infer<typeof libraryGroupSchema>;

export const libraryGroupDetailSchema = libraryGroupSchema.extend({
  /** The source of the template; null for groups of finished files. */
  markup: z.string().nullable(),
  creatives: z.array(libraryCreativeSchema),
});
export type LibraryGroupDetail = z.infer<typeof libraryGroupDetailSchema>;

/** Everything needed to render a template in the browser while it is edited. */
export const templateKitSchema = z.object({
  base: z.string(),
  runtime: z.string(),
  fonts: z.record(z.string(), z.string()),
  /** Sources of the standard templates by name, as starting points for new ones. */
  standard: z.array(z.object({ name: z.string(), markup: z.string() })),
});
export type TemplateKitBundle = z.infer<typeof templateKitSchema>;
