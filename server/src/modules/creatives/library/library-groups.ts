import type { LibraryGroup, LibraryGroupDetail } from "@litfass/contract/creatives/creatives-admin";
import { formats, sizeOf } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/messages";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Platform } from "@litfass/platform/platform";
import type { Database, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import { publishAdFile } from "../ad-file-sql.ts";
import { designOf } from "../banner-design.ts";
import { findCategory, type ListQuery } from "../category-sql.ts";
import { checkMarkup } from "./check-markup.ts";
import { deleteCreativeRow, findLibraryCreative, insertCreative, listCreativesOf } from "./library-creative-sql.ts";
import {
  attachCreative,
  deleteGroupRow,
  detachCreatives,
  findLibraryGroup,
  type GroupValues,
  insertGroup,
  isCreativeUsed,
  isGroupRunning,
  type LibraryGroupRow,
  listLibraryGroups,
  updateGroupRow,
} from "./library-group-sql.ts";
import { readPictures } from "./picture-files.ts";
import { formatOf } from "./present-group.ts";
import { presentLibraryCreative, presentLibraryGroup } from "./present-library.ts";

type Tools = Pick<Platform, "db" | "clock" | "random">;
export type GroupBody = {
  name_en?: string;
  name_de?: string;
  category_id?: number | null;
  is_active?: boolean;
  position?: number;
  markup?: string;
  formats?: string[];
  creative_ids?: string[];
};

export async function listCreativeGroups(
  db: Database,
  query: ListQuery & { category?: number | undefined },
  lang: Caller["lang"],
) {
  const { rows, meta } = await listLibraryGroups(db, query, lang);
  return { data: rows.map((row): LibraryGroup => presentLibraryGroup(row, lang)), meta };
}

/** @throws 404 for an unknown group, and for a customer's own. */
export async function getLibraryGroup(db: Database, uuid: string, lang: Caller["lang"]): Promise<LibraryGroupDetail> {
  const row = await findLibraryGroup(db, uuid);
  if (!row) throw notFound();
  const members = await listCreativesOf(db, uuid);
  return {
    ...presentLibraryGroup(row, lang),
    markup: designOf(row)?.source ?? null,
    creatives: members.map((member) => presentLibraryCreative(member, lang)),
  };
}

/**
 * Creates a group (API-CREA-009): with `markup` an own template with a creative for each format, otherwise a family of
 * finished creatives. @throws 422 for a template that cannot be drawn, an unknown category or creative.
 */
export async function createGroup(
  { db, clock, random }: Tools,
  lang: Language,
  body: GroupBody & { name_en: string; name_de: string },
  files: UploadedFile[],
): Promise<LibraryGroupDetail> {
  const uuid = random.id();
  const values = await valuesOf(db, body, lang);
  const preview = await readPreview(files);
  await db.transaction(async (tx) => {
    const now = clock.now();
    const { name_en: nameEn, name_de: nameDe } = body;
    await insertGroup(tx, { uuid, nameEn, nameDe, ...values, ...(await preview(tx)), updatedAt: now });
    if (body.markup) {
      for (const format of body.formats ?? formats) {
        const { width, height } = sizeOf(format);
        const shared = { uuid: random.id(), creativeGroupUuid: uuid, createdAt: now, updatedAt: now };
        await insertCreative(tx, { ...shared, type: "html5", width, height, title: body.name_en.slice(0, 30) });
      }
    } else {
      await placeCreatives(tx, uuid, body.creative_ids ?? [], now);
    }
  });
  return getLibraryGroup(db, uuid, lang);
}

/**
 * Changes what is given (API-CREA-011). @throws 404, 422 as for a new group, 409 for the text or the formats of a
 * standard template and for the text of a template that running campaigns show.
 */
export async function updateGroup(
  { db, clock }: Tools,
  lang: Language,
  uuid: string,
  body: GroupBody,
  files: UploadedFile[],
): Promise<LibraryGroupDetail> {
  const values = await valuesOf(db, body, lang);
  const preview = await readPreview(files);
  await db.transaction(async (tx) => {
    const group = await findLibraryGroup(tx, uuid);
    if (!group) throw notFound();
    await checkChange(tx, group, body);
    await updateGroupRow(tx, uuid, { ...values, ...(await preview(tx)) }, clock.now());
    if (body.creative_ids && group.markup === null && group.template === null) {
      await placeCreatives(tx, uuid, body.creative_ids, clock.now());
    }
  });
  return getLibraryGroup(db, uuid, lang);
}

async function checkChange(
  tx: Transaction,
  group: LibraryGroupRow,
  { markup, creative_ids }: GroupBody,
): Promise<void> {
  const isNew = markup !== undefined && markup !== designOf(group)?.source;
  if (group.template !== null && (isNew || creative_ids)) throw conflict("creative_standard", "creative.standard");
  if (isNew && group.markup === null) throw invalid({ markup: ["rule.excluded"] });
  if (isNew && (await isGroupRunning(tx, group.uuid))) throw conflict("group_running", "creative_group.running");
}

/** @throws 404, 409 for a standard template and for a group that campaigns use (API-CREA-012). */
export async function deleteGroup(db: Database, uuid: string): Promise<void> {
  await db.transaction(async (tx) => {
    const group = await findLibraryGroup(tx, uuid);
    if (!group) throw notFound();
    if (group.template !== null) throw conflict("creative_standard", "creative.standard");
    if (group.campaigns > 0) throw conflict("group_used", "creative_group.used");
    if (group.markup !== null) {
      // Without their template there is nothing to draw.
      for (const { uuid: creative } of await listCreativesOf(tx, uuid)) await deleteCreativeRow(tx, creative);
    }
    await deleteGroupRow(tx, uuid);
  });
}

/**
 * Takes a creative out of its group (API-CREA-015); one that is drawn by the group's template goes with it.
 * @throws 404, 409 for a standard template and for a creative that campaigns use.
 */
export async function removeFromGroup({ db, clock }: Tools, uuid: string, creative: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await findLibraryCreative(tx, creative);
    if (row?.group?.uuid !== uuid) throw notFound();
    if (row.group.template !== null) throw conflict("creative_standard", "creative.standard");
    if (await isCreativeUsed(tx, creative)) throw conflict("creative_used", "creative.used");
    if (row.group.markup !== null) await deleteCreativeRow(tx, creative);
    else await attachCreative(tx, creative, null, clock.now());
  });
}

/** Makes these finished creatives the group's. @throws 422 for an unknown one, or two of one format. */
async function placeCreatives(tx: Transaction, group: string, uuids: string[], now: Date): Promise<void> {
  await detachCreatives(tx, group);
  const taken = new Set<string>();
  for (const [index, uuid] of uuids.entries()) {
    const row = await findLibraryCreative(tx, uuid);
    const field = `creative_ids.${index}`;
    if (!row || row.group?.template || row.group?.markup) throw invalid({ [field]: ["rule.oneOf"] });
    if (taken.has(formatOf(row))) throw invalid({ [field]: ["creative.format_taken"] });
    taken.add(formatOf(row));
    await attachCreative(tx, uuid, group, now);
  }
}

/** The row's values of what is given, checked. */
async function valuesOf(db: Database, body: GroupBody, lang: Caller["lang"]): Promise<GroupValues> {
  if (body.category_id && !(await findCategory(db, body.category_id))) throw invalid({ category_id: ["rule.oneOf"] });
  const problems = body.markup ? checkMarkup(body.markup, lang) : [];
  if (problems.length > 0) throw invalid({ markup: problems });
  const values: GroupValues = {
    nameEn: body.name_en,
    nameDe: body.name_de,
    categoryId: body.category_id,
    isActive: body.is_active,
    position: body.position,
    markup: body.markup || undefined,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

async function readPreview(files: UploadedFile[]): Promise<(tx: Transaction) => Promise<GroupValues>> {
  const [picture] = await readPictures(files, "preview", "image");
  return async (tx) => (picture ? { preview: await publishAdFile(tx, picture) } : {});
}
