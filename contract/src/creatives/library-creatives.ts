import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { bannerZipForm, creativeForm } from "../kernel/form-limits.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { line, multiline, opaque } from "../kernel/text.ts";
import { colorSchema, idSchema, uuidSchema } from "../kernel/validation.ts";
import { bannerLimits } from "./banner-fields.ts";
import { bannerReportSchema } from "./banner-report.ts";
import { librarians, orNone } from "./library-fields.ts";
import { libraryCreativeDetailSchema, libraryCreativeSchema, templateKitSchema } from "./library-shapes.ts";
import { creativeTypes } from "./template-groups.ts";

const sideSchema = z.coerce.number().int().min(1).max(10_000);
/** Maximum HTML length of a banner in characters: its files are inlined. */
export const bannerHtmlLimit = 1_000_000;

const creativeBody = z.strictObject({
  type: z.enum(creativeTypes),
  width: sideSchema,
  height: sideSchema,
  title: line({ min: 0, max: bannerLimits.title }).default(""),
  description: multiline({ min: 0, max: bannerLimits.description }).default(""),
  background_color: orNone(colorSchema).default(null),
  button_color: orNone(colorSchema).default(null),
  creative_group: orNone(uuidSchema).default(null),
  /** A finished banner in one file, as returned by `creatives/zip/get-html`. */
  html: opaque({ min: 0, max: bannerHtmlLimit }).optional(),
});

export const creativeParams = z.object({ creative: uuidSchema });
export const tag = "Creatives";

export const libraryCreativeEndpoints = {
  listCreatives: endpoint({
    method: "GET",
    path: "/creatives",
    tag,
    summary: "Creatives that are offered to everybody",
    who: librarians,
    query: pageQuery(["id", "title", "format", "created_at"], 30).extend({
      type: z.enum(creativeTypes).optional(),
      format: z
        .string()
        .regex(/^\d{1,5}x\d{1,5}$/)
        .optional(),
      creative_group: z.union([uuidSchema, z.literal("none")]).optional(),
    }),
    output: pageOf(libraryCreativeSchema),
  }),
  createCreative: endpoint({
    method: "POST",
    path: "/creatives",
    tag,
    summary: "Creates a creative; the fields `logo` and `images` take pictures, `html` a finished banner",
    who: librarians,
    body: creativeBody,
    multipart: creativeForm,
    output: libraryCreativeDetailSchema,
    status: 201,
    errors: ["not_found"],
  }),
  showTemplateKit: endpoint({
    method: "GET",
    path: "/creatives/template-kit",
    tag,
    summary: "What the template editor needs to draw banners by itself",
    who: librarians,
    output: templateKitSchema,
  }),
  readBannerZip: endpoint({
    method: "POST",
    path: "/creatives/zip/get-html",
    tag,
    summary: "Takes the zip of an HTML5 banner in the field `file`; answers its HTML in one file, and what to fix",
    who: librarians,
    multipart: bannerZipForm,
    output: z.object({ html: z.string(), report: bannerReportSchema }),
  }),
  showCreative: endpoint({
    method: "GET",
    path: "/creatives/:creative",
    tag,
    summary: "One creative with its items",
    who: librarians,
    params: creativeParams,
    output: libraryCreativeDetailSchema,
    errors: ["not_found"],
  }),
  updateCreative: endpoint({
    method: "PUT",
    path: "/creatives/:creative",
    tag,
    summary: "Changes what is given; pictures are added",
    who: librarians,
    params: creativeParams,
    body: z
      .strictObject({
        ...creativeBody.shape,
        title: creativeBody.shape.title.unwrap(),
        description: creativeBody.shape.description.unwrap(),
        background_color: orNone(colorSchema),
        button_color: orNone(colorSchema),
        creative_group: orNone(uuidSchema),
      })
      .partial(),
    multipart: creativeForm,
    output: libraryCreativeDetailSchema,
    errors: ["not_found", "conflict"],
  }),
  deleteCreative: endpoint({
    method: "DELETE",
    path: "/creatives/:creative",
    tag,
    summary: "Deletes a creative that no campaign uses",
    who: librarians,
    params: creativeParams,
    output: null,
    errors: ["not_found", "conflict"],
  }),
  duplicateCreative: endpoint({
    method: "POST",
    path: "/creatives/:creative/duplicate",
    tag,
    summary: "A copy with a new uuid and the same items; it belongs to no group yet",
    who: librarians,
    params: creativeParams,
    output: libraryCreativeDetailSchema,
    status: 201,
    errors: ["not_found"],
  }),
  deleteCreativeItem: endpoint({
    method: "DELETE",
    path: "/creative-items/:creativeItem",
    tag,
    summary: "Deletes one item of a creative",
    who: librarians,
    params: z.object({ creativeItem: idSchema }),
    output: null,
    errors: ["not_found", "conflict"],
  }),
};
