import type { LibraryCreativeDetail } from "@litfass/contract/creatives/library-shapes";
import { isBasicFormat } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import { changesBetween } from "@litfass/platform/audit/audit";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { UploadedFile } from "@litfass/platform/http/form";
import { type Executor, type Transaction, uniqueViolationOf } from "@litfass/platform/postgres/postgres";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import { listed, removalOf } from "../audit-values.ts";
import { checkSizes, type Pictures, readCreativePictures, type Shape, storeFiles } from "./creative-files.ts";
import { copyItems, findItem, listItems, removeItem } from "./item-sql.ts";
import {
  type CreativeListQuery,
  type CreativeValues,
  deleteCreativeRow,
  findLibraryCreative,
  insertCreative,
  type LibraryCreativeRow,
  listLibraryCreatives,
  updateCreativeRow,
} from "./library-creative-sql.ts";
import { findLibraryGroup, isCreativeRunning, isCreativeUsed } from "./library-group-sql.ts";
import { formatOf } from "./present-group.ts";
import { presentCreativeDetail, presentLibraryCreative } from "./present-library.ts";

export type CreativeBody = Partial<Shape> & {
  title?: string;
  description?: string;
  background_color?: string | null;
  button_color?: string | null;
  creative_group?: string | null;
  html?: string;
};
type NewCreative = { body: CreativeBody & Shape; pictures: Pictures };
type CreativeUpdate = { uuid: string; body: CreativeBody; pictures: Pictures };

export async function listCreatives(db: Executor, query: CreativeListQuery, lang: Language) {
  const { rows, meta } = await listLibraryCreatives(db, query);
  return { data: rows.map((row) => presentLibraryCreative(row, lang)), meta };
}

/** @throws 404 for an unknown creative and for a customer's own. */
export async function getCreative(db: Executor, uuid: string, lang: Language): Promise<LibraryCreativeDetail> {
  const row = await findLibraryCreative(db, uuid);
  if (!row) throw notFound();
  return presentCreativeDetail(row, await listItems(db, uuid), lang);
}

/**
 * Creates a creative (API-CREA-017) with its images or its document.
 * @throws 422 for images that differ in size from the banner, an unknown group, or a format that the group already
 * has.
 */
export const createCreative = command({
  name: "creatives.create_creative",
  errors: [],
  async run({ ctx, input: { body, pictures } }: CommandCall<NewCreative>): Promise<LibraryCreativeDetail> {
    const { tx } = ctx;
    const uuid = ctx.random.id();
    const now = ctx.clock.now();
    const { type, width, height } = body;
    checkSizes(pictures, body);
    await checkGroup(tx, body.creative_group, body);
    const row = { uuid, type, width, height, ...valuesOf(body), createdAt: now, updatedAt: now };
    await inOnePlace(insertCreative(tx, row));
    await storeFiles(tx, uuid, pictures, body.html);
    const created = await getCreative(tx, uuid, ctx.lang);
    await ctx.audit.record({ subject: subject(uuid), changes: changesBetween({}, auditedOf(created)) });
    return created;
  },
});

/**
 * Changes the given fields (API-CREA-019). @throws 404, 422, 409 if it would change the content of a running
 * campaign.
 */
export const updateCreative = command({
  name: "creatives.update_creative",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { uuid, body, pictures } }: CommandCall<CreativeUpdate>): Promise<LibraryCreativeDetail> {
    const { tx } = ctx;
    const known = await findLibraryCreative(tx, uuid);
    if (!known) throw notFound();
    const before = await getCreative(tx, uuid, ctx.lang);
    const shape = shapeAfter(known, body);
    checkSizes(pictures, shape);
    const hasFiles = pictures.logo !== undefined || pictures.images.length > 0;
    const changesContent = hasFiles || body.html !== undefined || !isSameShape(shape, known);
    const moves = body.creative_group !== undefined && body.creative_group !== (known.group?.uuid ?? null);
    if (changesContent || moves) await checkFree(tx, known, moves);
    if (moves || !isSameShape(shape, known)) {
      await checkGroup(tx, body.creative_group === undefined ? known.group?.uuid : body.creative_group, shape);
    }
    await inOnePlace(updateCreativeRow(tx, uuid, { ...shape, ...valuesOf(body) }, ctx.clock.now()));
    await storeFiles(tx, uuid, pictures, body.html);
    const after = await getCreative(tx, uuid, ctx.lang);
    await ctx.audit.record({ subject: subject(uuid), changes: changesBetween(auditedOf(before), auditedOf(after)) });
    return after;
  },
});

/**
 * Deletes a creative (API-CREA-020).
 * @throws 404, 409 for one of a standard template or one used by campaigns.
 */
export const deleteCreative = command({
  name: "creatives.delete_creative",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { uuid } }: CommandCall<{ uuid: string }>): Promise<void> {
    const row = await findLibraryCreative(ctx.tx, uuid);
    if (!row) throw notFound();
    if (row.group?.template) throw conflict("creative_standard", "creative.standard");
    if (await isCreativeUsed(ctx.tx, uuid)) throw conflict("creative_used", "creative.used");
    const before = await getCreative(ctx.tx, uuid, ctx.lang);
    await deleteCreativeRow(ctx.tx, uuid);
    await ctx.audit.record({ subject: subject(uuid), changes: removalOf(auditedOf(before)) });
  },
});

/** Makes a copy outside any group, with the same items (API-CREA-021). @throws 404. */
export const duplicateCreative = command({
  name: "creatives.duplicate_creative",
  errors: ["not_found"],
  async run({ ctx, input: { uuid } }: CommandCall<{ uuid: string }>): Promise<LibraryCreativeDetail> {
    const row = await findLibraryCreative(ctx.tx, uuid);
    if (!row) throw notFound();
    const copy = ctx.random.id();
    const now = ctx.clock.now();
    const { type, width, height, title, description, backgroundColor, buttonColor } = row;
    const values = { type, width, height, title, description, backgroundColor, buttonColor };
    await insertCreative(ctx.tx, { uuid: copy, ...values, createdAt: now, updatedAt: now });
    await copyItems(ctx.tx, uuid, copy);
    const created = await getCreative(ctx.tx, copy, ctx.lang);
    await ctx.audit.record({
      subject: subject(copy),
      changes: changesBetween({}, { ...auditedOf(created), copied_from: uuid }),
    });
    return created;
  },
});

/** Deletes one file of a creative (API-CREA-022). @throws 404, 409 for an item shown by a running campaign. */
export const deleteItem = command({
  name: "creatives.delete_item",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { id } }: CommandCall<{ id: number }>): Promise<void> {
    const item = await findItem(ctx.tx, id);
    const row = item && (await findLibraryCreative(ctx.tx, item.creativeUuid));
    if (!row) throw notFound();
    if (await isCreativeRunning(ctx.tx, row.uuid)) throw conflict("creative_used", "creative.used");
    await removeItem(ctx.tx, id);
    await ctx.audit.record({
      subject: subject(row.uuid),
      changes: [{ field: "file", before: item.name, after: null }],
    });
  },
});

/** The images of a form that changes a creative. @throws 404, 422 at the field. */
export async function picturesOfChange(
  db: Executor,
  uuid: string,
  body: CreativeBody,
  files: UploadedFile[],
): Promise<Pictures> {
  const known = await findLibraryCreative(db, uuid);
  if (!known) throw notFound();
  return readCreativePictures(files, shapeAfter(known, body).type);
}

const subject = (uuid: string) => ({ type: "creative", id: uuid });

const auditedOf = (creative: LibraryCreativeDetail) => ({
  type: creative.type,
  format: creative.format,
  title: creative.title,
  description: creative.description,
  background_color: creative.background_color,
  button_color: creative.button_color,
  creative_group: creative.creative_group?.uuid ?? null,
  // The hash shows when a file was replaced by one with the same name.
  files: listed(creative.items.map(({ name, file }) => `${name} ${file.slice(0, 8)}`)),
});

const shapeAfter = (known: Shape, body: CreativeBody): Shape => ({
  type: body.type ?? known.type,
  width: body.width ?? known.width,
  height: body.height ?? known.height,
});

const isSameShape = (one: Shape, other: Shape): boolean =>
  one.type === other.type && one.width === other.width && one.height === other.height;

async function checkFree(tx: Transaction, { uuid, group }: LibraryCreativeRow, moves: boolean): Promise<void> {
  if (group?.template) throw conflict("creative_standard", "creative.standard");
  const isBusy = moves ? await isCreativeUsed(tx, uuid) : await isCreativeRunning(tx, uuid);
  if (isBusy) throw conflict("creative_used", "creative.used");
}

/** Templates render HTML in the basic formats and follow in the others; groups of files accept any type and size. */
async function checkGroup(tx: Transaction, uuid: string | null | undefined, shape: Shape): Promise<void> {
  if (!uuid) return;
  const group = await findLibraryGroup(tx, uuid);
  const isDrawn = group?.markup != null;
  const fits = !isDrawn || (shape.type === "html5" && isBasicFormat(formatOf(shape)));
  if (!group || group.template !== null || !fits) throw invalid({ creative_group: ["rule.oneOf"] });
}

/** One creative per format in a group. */
async function inOnePlace(change: Promise<void>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (uniqueViolationOf(error)?.constraint === "creatives_group_format") {
      throw invalid({ creative_group: ["creative.format_taken"] });
    }
    throw error;
  }
}

function valuesOf(body: CreativeBody): CreativeValues {
  const values: CreativeValues = {
    title: body.title,
    description: body.description,
    backgroundColor: body.background_color,
    buttonColor: body.button_color,
    creativeGroupUuid: body.creative_group,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
