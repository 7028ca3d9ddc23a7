import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { creativeGroupForm } from "../kernel/form-limits.ts";
import { basicFormatSchema } from "../kernel/formats.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { opaque } from "../kernel/text.ts";
import { idSchema, uuidSchema } from "../kernel/validation.ts";
import { creativeParams, tag } from "./library-creatives.ts";
import { librarians, orNone } from "./library-fields.ts";
import { nameFields } from "./library-names.ts";
import { creativeCategorySchema, libraryGroupDetailSchema, libraryGroupSchema } from "./library-shapes.ts";

/** A form's fields are texts. */
const flag = z.union([z.boolean(), z.stringbool()]);

const categoryBody = z.strictObject({
  ...nameFields,
  position: z.number().int().min(0).max(10_000).default(0),
});

export const markupLimit = 100_000;
const groupBody = z.strictObject({
  ...nameFields,
  category_id: orNone(idSchema).default(null),
  is_active: flag.default(true),
  position: z.coerce.number().int().min(0).max(10_000).default(100),
  /** A custom template; it can be rendered in every format of the group. */
  markup: opaque({ min: 0, max: markupLimit }).optional(),
  /** Basic formats of a custom template; all five by default. */
  formats: z.array(basicFormatSchema).max(5).optional(),
  /** Finished creatives that belong to the group, one for each format. */
  creative_ids: z.array(uuidSchema).max(50).optional(),
});

const groupParams = z.object({ uuid: uuidSchema });

export const libraryGroupEndpoints = {
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
};
