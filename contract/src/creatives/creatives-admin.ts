import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { bannerZipForm, creativeForm, creativeGroupForm } from "../kernel/form-limits.ts";
import { formatSchema } from "../kernel/formats.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { line, multiline, opaque } from "../kernel/text.ts";
import { colorSchema, idSchema, uuidSchema } from "../kernel/validation.ts";
import { byRole } from "../kernel/who.ts";
import { bannerLimits } from "./banner-fields.ts";
import { bannerReportSchema } from "./banner-report.ts";
import { creativeTypes } from "./creatives.ts";
import {
  creativeCategorySchema,
  libraryCreativeDetailSchema,
  libraryCreativeSchema,
  libraryGroupDetailSchema,
  libraryGroupSchema,
  templateKitSchema,
} from "./creatives-admin-shapes.ts";

export * from "./creatives-admin-shapes.ts";

/** The roles that manage templates and banners (GUARD-011). */
const librarians = byRole({ super_admin: "all", tech_admin: "all" });

const nameSchema = line({ max: 100 });
/** A form's fields are texts. */
const flag = z.union([z.boolean(), z.stringbool()]);
/** An empty field of a form clears the value. */
const orNone = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? null : value), schema.nullable());

const categoryBody = z.strictObject({
  name_en: nameSchema,
  name_de: nameSchema,
  position: z.number().int().min(0).max(10_000).default(0),
});

const sideSchema = z.coerce.number().int().min(1).max(10_000);
/** Longest HTML of a banner, in characters: its files are inlined. */
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
  /** A finished banner in one file, as `creatives/zip/get-html` answers it. */
  html: opaque({ min: 0, max: bannerHtmlLimit }).optional(),
});

export const markupLimit = 100_000;
const groupBody = z.strictObject({
  name_en: nameSchema,
  name_de: nameSchema,
  category_id: orNone(idSchema).default(null),
  is_active: flag.default(true),
  position: z.coerce.number().int().min(0).max(10_000).default(100),
  /** An own template; it can be drawn in every format of the group. */
  markup: opaque({ min: 0, max: markupLimit }).optional(),
  /** Formats of an own template; all five by default. */
  formats: z.array(formatSchema).max(5).optional(),
  /** Finished creatives that belong to the group, one for each format. */
  creative_ids: z.array(uuidSchema).max(50).optional(),
});

const creativeParams = z.object({ creative: uuidSchema });
const groupParams = z.object({ uuid: uuidSchema });
const tag = "Creatives";

export const creativeAdminEndpoints = {
  listCreativeCategories: endpoint({
    method: "GET",
    path: "/creative-group-categories",
    tag,
    summary: "Categories of creative groups",
    who: librarians,
    query: pageQuery(["id", "name", "position"], 50),
    output: pageOf(creativeCategorySchema),
  }),
  createCreativeCategory: endpoint({
    method: "POST",
    path: "/creative-group-categories",
    tag,
    summary: "Creates a category",
    who: librarians,
    body: categoryBody,
    output: creativeCategorySchema,
    status: 201,
  }),
  showCreativeCategory: endpoint({
    method: "GET",
    path: "/creative-group-categories/:id",
    tag,
    summary: "One category",
    who: librarians,
    params: z.object({ id: idSchema }),
    output: creativeCategorySchema,
    errors: ["not_found"],
  }),
  updateCreativeCategory: endpoint({
    method: "PUT",
    path: "/creative-group-categories/:id",
    tag,
    summary: "Changes what is given",
    who: librarians,
    params: z.object({ id: idSchema }),
    body: categoryBody.extend({ position: categoryBody.shape.position.unwrap() }).partial(),
    output: creativeCategorySchema,
    errors: ["not_found"],
  }),
  deleteCreativeCategory: endpoint({
    method: "DELETE",
    path: "/creative-group-categories/:id",
    tag,
    summary: "Deletes a category that no group uses",
    who: librarians,
    params: z.object({ id: idSchema }),
    output: null,
    errors: ["not_found"],
  }),
  listCreativeGroups: endpoint({
    method: "GET",
    path: "/creative-groups",
    tag,
    summary: "Groups that are offered to everybody",
    who: librarians,
    query: pageQuery(["name", "position", "updated_at"], 30).extend({ category: idSchema.optional() }),
    output: pageOf(libraryGroupSchema),
  }),
  createCreativeGroup: endpoint({
    method: "POST",
    path: "/creative-groups",
    tag,
    summary: "Creates a group: of an own template, or of finished creatives; the field `preview` takes a picture",
    who: librarians,
    body: groupBody,
    multipart: creativeGroupForm,
    output: libraryGroupDetailSchema,
    status: 201,
    errors: ["not_found"],
  }),
  listGroupsWithSelected: endpoint({
    method: "GET",
    path: "/creative-groups/with-selected/:user",
    tag,
    summary: "All groups, those that are offered to this user marked",
    who: librarians,
    params: z.object({ user: opaque({ max: 128 }) }),
    output: z.array(libraryGroupSchema.extend({ selected: z.boolean() })),
    errors: ["not_found"],
  }),
  selectCreativeGroups: endpoint({
    method: "PATCH",
    path: "/creative-groups/selected/:user",
    tag,
    summary: "Stores which groups are offered to this user; none means all",
    who: librarians,
    params: z.object({ user: opaque({ max: 128 }) }),
    body: z.strictObject({ creative_groups: z.array(uuidSchema).max(500) }),
    output: z.array(libraryGroupSchema.extend({ selected: z.boolean() })),
    errors: ["not_found"],
  }),
  showCreativeGroup: endpoint({
    method: "GET",
    path: "/creative-groups/:uuid",
    tag,
    summary: "One group with its creatives and its template",
    who: librarians,
    params: groupParams,
    output: libraryGroupDetailSchema,
    errors: ["not_found"],
  }),
  updateCreativeGroup: endpoint({
    method: "PUT",
    path: "/creative-groups/:uuid",
    tag,
    summary: "Changes what is given; the text of a standard template stays",
    who: librarians,
    params: groupParams,
    body: z
      .strictObject({
        ...groupBody.shape,
        category_id: orNone(idSchema),
        is_active: flag,
        position: z.coerce.number().int().min(0).max(10_000),
      })
      .partial(),
    multipart: creativeGroupForm,
    output: libraryGroupDetailSchema,
    errors: ["not_found", "conflict"],
  }),
  deleteCreativeGroup: endpoint({
    method: "DELETE",
    path: "/creative-groups/:uuid",
    tag,
    summary: "Deletes an own group that no campaign uses; finished creatives stay, without a group",
    who: librarians,
    params: groupParams,
    output: null,
    errors: ["not_found", "conflict"],
  }),
  removeCreativeFromGroup: endpoint({
    method: "DELETE",
    path: "/creative-groups/:uuid/:creative",
    tag,
    summary: "Removes one creative from a group",
    who: librarians,
    params: groupParams.extend(creativeParams.shape),
    output: null,
    errors: ["not_found", "conflict"],
  }),
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
