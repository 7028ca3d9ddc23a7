import type { LibraryCreativeDetail } from "@litfass/contract/creatives/creatives-admin";
import { formatSchema } from "@litfass/contract/kernel/formats";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Platform } from "@litfass/platform/platform";
import { type Database, type Transaction, uniqueViolationOf } from "@litfass/platform/postgres/postgres";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import { publishAdFile } from "../ad-file-sql.ts";
import { addItems, copyItems, findItem, listItems, removeItem, removeItemsOf } from "./item-sql.ts";
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
import { type ReadPicture, readPictures, storePicture } from "./picture-files.ts";
import { formatOf } from "./present-group.ts";
import { presentCreativeDetail, presentLibraryCreative } from "./present-library.ts";

type Tools = Pick<Platform, "db" | "clock" | "random">;
type Shape = { type: "image" | "html5"; width: number; height: number };
export type CreativeBody = Partial<Shape> & {
  title?: string;
  description?: string;
  background_color?: string | null;
  button_color?: string | null;
  creative_group?: string | null;
  html?: string;
};

export async function listCreatives(db: Database, query: CreativeListQuery, lang: Caller["lang"]) {
  const { rows, meta } = await listLibraryCreatives(db, query);
  return { data: rows.map((row) => presentLibraryCreative(row, lang)), meta };
}

/** @throws 404 for an unknown creative, and for a customer's own. */
export async function getCreative(db: Database, uuid: string, lang: Caller["lang"]): Promise<LibraryCreativeDetail> {
  const row = await findLibraryCreative(db, uuid);
  if (!row) throw notFound();
  return presentCreativeDetail(row, await listItems(db, uuid), lang);
}

/**
 * Creates a creative (API-CREA-017), with its pictures or its document.
 * @throws 422 for pictures that are none or have another size than the banner, an unknown group, or a format that the
 * group has already.
 */
export async function createCreative(
  { db, clock, random }: Tools,
  caller: Caller,
  body: CreativeBody & Shape,
  files: UploadedFile[],
): Promise<LibraryCreativeDetail> {
  const uuid = random.id();
  const pictures = await readFiles(files, body);
  const { type, width, height } = body;
  const now = clock.now();
  await inOnePlace(() =>
    db.transaction(async (tx) => {
      await checkGroup(tx, body.creative_group, body);
      await insertCreative(tx, { uuid, type, width, height, ...valuesOf(body), createdAt: now, updatedAt: now });
      await storeFiles(tx, uuid, pictures, body.html);
    }),
  );
  return getCreative(db, uuid, caller.lang);
}

/** Changes what is given (API-CREA-019). @throws 404, 422, 409 where a running campaign would show other content. */
export async function updateCreative(
  { db, clock }: Tools,
  caller: Caller,
  uuid: string,
  body: CreativeBody,
  files: UploadedFile[],
): Promise<LibraryCreativeDetail> {
  const known = await findLibraryCreative(db, uuid);
  if (!known) throw notFound();
  const shape = {
    type: body.type ?? known.type,
    width: body.width ?? known.width,
    height: body.height ?? known.height,
  };
  const pictures = await readFiles(files, shape);
  const changesContent = files.length > 0 || body.html !== undefined || !isSameShape(shape, known);
  const moves = body.creative_group !== undefined && body.creative_group !== (known.group?.uuid ?? null);
  await inOnePlace(() =>
    db.transaction(async (tx) => {
      if (changesContent || moves) await checkFree(tx, known, moves);
      if (moves || !isSameShape(shape, known)) {
        await checkGroup(tx, body.creative_group === undefined ? known.group?.uuid : body.creative_group, shape);
      }
      await updateCreativeRow(tx, uuid, { ...shape, ...valuesOf(body) }, clock.now());
      await storeFiles(tx, uuid, pictures, body.html);
    }),
  );
  return getCreative(db, uuid, caller.lang);
}

/** @throws 404, 409 for one of a standard template and for one that campaigns use (API-CREA-020). */
export async function deleteCreative(db: Database, uuid: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await findLibraryCreative(tx, uuid);
    if (!row) throw notFound();
    if (row.group?.template) throw conflict("creative_standard", "creative.standard");
    if (await isCreativeUsed(tx, uuid)) throw conflict("creative_used", "creative.used");
    await deleteCreativeRow(tx, uuid);
  });
}

/** A copy outside any group, with the same items (API-CREA-021). @throws 404. */
export async function duplicateCreative(
  { db, clock, random }: Tools,
  caller: Caller,
  uuid: string,
): Promise<LibraryCreativeDetail> {
  const copy = random.id();
  await db.transaction(async (tx) => {
    const row = await findLibraryCreative(tx, uuid);
    if (!row) throw notFound();
    const { type, width, height, title, description, backgroundColor, buttonColor } = row;
    const values = { type, width, height, title, description, backgroundColor, buttonColor };
    await insertCreative(tx, { uuid: copy, ...values, createdAt: clock.now(), updatedAt: clock.now() });
    await copyItems(tx, uuid, copy);
  });
  return getCreative(db, copy, caller.lang);
}

/** @throws 404, 409 for an item that a running campaign shows (API-CREA-022). */
export async function deleteItem(db: Database, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const item = await findItem(tx, id);
    const row = item && (await findLibraryCreative(tx, item.creativeUuid));
    if (!row) throw notFound();
    if (await isCreativeRunning(tx, row.uuid)) throw conflict("creative_used", "creative.used");
    await removeItem(tx, id);
  });
}

const isSameShape = (one: Shape, other: Shape): boolean =>
  one.type === other.type && one.width === other.width && one.height === other.height;

async function checkFree(tx: Transaction, { uuid, group }: LibraryCreativeRow, moves: boolean): Promise<void> {
  if (group?.template) throw conflict("creative_standard", "creative.standard");
  const isBusy = moves ? await isCreativeUsed(tx, uuid) : await isCreativeRunning(tx, uuid);
  if (isBusy) throw conflict("creative_used", "creative.used");
}

/** A template draws HTML in the five formats; groups of files take everything. */
async function checkGroup(tx: Transaction, uuid: string | null | undefined, shape: Shape): Promise<void> {
  if (!uuid) return;
  const group = await findLibraryGroup(tx, uuid);
  const isDrawn = group?.markup != null;
  const fits = !isDrawn || (shape.type === "html5" && formatSchema.safeParse(formatOf(shape)).success);
  if (!group || group.template !== null || !fits) throw invalid({ creative_group: ["rule.oneOf"] });
}

/** One creative per format in a group. */
async function inOnePlace(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (uniqueViolationOf(error)?.constraint === "creatives_group_format") {
      throw invalid({ creative_group: ["creative.format_taken"] });
    }
    throw error;
  }
}

async function readFiles(files: UploadedFile[], { type, width, height }: Shape) {
  const [logo] = await readPictures(files, "logo", "logo");
  const images = await readPictures(files, "images", type === "image" ? "banner" : "image");
  const fits = (image: ReadPicture): boolean =>
    [1, 2].some((scale) => image.width === width * scale && image.height === height * scale);
  if (type === "image" && !images.every(fits)) throw invalid({ images: ["creative.picture_size"] });
  return { logo, images };
}

async function storeFiles(
  tx: Transaction,
  uuid: string,
  { logo, images }: Awaited<ReturnType<typeof readFiles>>,
  html: string | undefined,
): Promise<void> {
  const items = [];
  if (logo) {
    await removeItemsOf(tx, uuid, "logo");
    items.push(await storePicture(tx, logo, "logo"));
  }
  for (const image of images) items.push(await storePicture(tx, image, "image"));
  if (html !== undefined) {
    await removeItemsOf(tx, uuid, "html");
    if (html !== "") items.push(await storeDocument(tx, html));
  }
  await addItems(tx, uuid, items);
}

/** Publishes a finished banner to the ads origin. @returns the item that names it. */
export async function storeDocument(
  tx: Transaction,
  html: string,
  { held = false, name = "index.html" }: { held?: boolean; name?: string } = {},
) {
  const file = await publishAdFile(tx, { body: Buffer.from(html), contentType: "text/html; charset=utf-8" }, { held });
  return { kind: "html" as const, file, name, width: null, height: null };
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
