import { createHash } from "node:crypto";
import { type NameFields, namesAlone } from "@litfass/contract/creatives/library-names";
import type { LibraryGroup, LibraryGroupDetail } from "@litfass/contract/creatives/library-shapes";
import { formats, sizeOf } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import { changesBetween } from "@litfass/platform/audit/audit";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import { findFormats } from "@litfass/platform/settings/read-settings";
import { publishAdFile } from "../ad-file-sql.ts";
import { listed, removalOf } from "../audit-values.ts";
import { designOf } from "../banner-design.ts";
import { findCategory, type ListQuery } from "../category-sql.ts";
import { nameValuesOf } from "../name-in.ts";
import type { NameTranslations } from "../tables.ts";
import { offerFormats } from "./additional-formats.ts";
import { deleteAdditional } from "./additional-formats-sql.ts";
import { checkMarkup } from "./check-markup.ts";
import { type ReadPicture, readPictures } from "./creative-files.ts";
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
import { formatOf } from "./present-group.ts";
import { presentLibraryCreative, presentLibraryGroup } from "./present-library.ts";

export type GroupBody = Partial<NameFields> & {
  category_id?: number | null;
  is_active?: boolean;
  position?: number;
  markup?: string;
  formats?: string[];
  creative_ids?: string[];
};

type NewGroup = { body: GroupBody & NameFields; preview: ReadPicture | null };
type GroupUpdate = { uuid: string; body: GroupBody; preview: ReadPicture | null };

export async function listCreativeGroups(
  db: Executor,
  query: ListQuery & { category?: number | undefined },
  lang: Language,
) {
  const { rows, meta } = await listLibraryGroups(db, query, lang);
  return { data: rows.map((row): LibraryGroup => presentLibraryGroup(row, lang)), meta };
}

/** @throws 404 for an unknown group and for a customer's own. */
export async function getLibraryGroup(db: Executor, uuid: string, lang: Language): Promise<LibraryGroupDetail> {
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
 * Creates a group (API-CREA-009): with `markup` a custom template with a creative for each format, otherwise a family
 * of finished creatives. @throws 422 for a template that cannot be rendered, an unknown category or creative.
 */
export const createGroup = command({
  name: "creatives.create_group",
  errors: [],
  async run({ ctx, input: { body, preview } }: CommandCall<NewGroup>): Promise<LibraryGroupDetail> {
    const { tx } = ctx;
    const uuid = ctx.random.id();
    const now = ctx.clock.now();
    const { name_en: nameEn, name_de: nameDe } = body;
    const values = { ...(await valuesOf(tx, body, ctx.lang)), ...(await storePreview(tx, preview)) };
    await insertGroup(tx, { uuid, nameEn, nameDe, ...values, updatedAt: now });
    if (body.markup) {
      for (const format of body.formats ?? formats) {
        const shared = { uuid: ctx.random.id(), creativeGroupUuid: uuid, createdAt: now, updatedAt: now };
        await insertCreative(tx, { ...shared, type: "html5", ...sizeOf(format), title: nameEn.slice(0, 30) });
      }
      await offerFormats(tx, (await findFormats(tx)).sizes, now);
    } else {
      await placeCreatives(tx, uuid, body.creative_ids ?? [], now);
    }
    const created = await getLibraryGroup(tx, uuid, ctx.lang);
    await ctx.audit.record({ subject: subject(uuid), changes: changesBetween({}, auditedOf(created)) });
    return created;
  },
});

/**
 * Changes the given fields (API-CREA-011). @throws 404, 422 as for a new group, 409 for the source or the formats of
 * a standard template and for the source of a template shown by running campaigns.
 */
export const updateGroup = command({
  name: "creatives.update_group",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { uuid, body, preview } }: CommandCall<GroupUpdate>): Promise<LibraryGroupDetail> {
    const { tx } = ctx;
    const now = ctx.clock.now();
    const group = await findLibraryGroup(tx, uuid);
    if (!group) throw notFound();
    const values = await valuesOf(tx, body, ctx.lang, group.nameTranslations);
    await checkChange(tx, group, body);
    const before = await getLibraryGroup(tx, uuid, ctx.lang);
    await updateGroupRow(tx, uuid, { ...values, ...(await storePreview(tx, preview)) }, now);
    if (body.creative_ids && group.markup === null && group.template === null) {
      await placeCreatives(tx, uuid, body.creative_ids, now);
    }
    const after = await getLibraryGroup(tx, uuid, ctx.lang);
    await ctx.audit.record({ subject: subject(uuid), changes: changesBetween(auditedOf(before), auditedOf(after)) });
    return after;
  },
});

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

/** Deletes a group (API-CREA-012). @throws 404, 409 for a standard template and for a group used by campaigns. */
export const deleteGroup = command({
  name: "creatives.delete_group",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { uuid } }: CommandCall<{ uuid: string }>): Promise<void> {
    const group = await findLibraryGroup(ctx.tx, uuid);
    if (!group) throw notFound();
    if (group.template !== null) throw conflict("creative_standard", "creative.standard");
    if (group.campaigns > 0) throw conflict("group_used", "creative_group.used");
    const before = await getLibraryGroup(ctx.tx, uuid, ctx.lang);
    if (group.markup !== null) {
      // They cannot be rendered without their template.
      for (const creative of before.creatives) await deleteCreativeRow(ctx.tx, creative.uuid);
      await deleteAdditional(ctx.tx, uuid);
    }
    await deleteGroupRow(ctx.tx, uuid);
    await ctx.audit.record({ subject: subject(uuid), changes: removalOf(auditedOf(before)) });
  },
});

/**
 * Removes a creative from its group (API-CREA-015); one rendered by the group's template is deleted.
 * @throws 404, 409 for a standard template and for a creative used by campaigns.
 */
export const removeFromGroup = command({
  name: "creatives.remove_from_group",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { uuid, creative } }: CommandCall<{ uuid: string; creative: string }>): Promise<void> {
    const row = await findLibraryCreative(ctx.tx, creative);
    if (row?.group?.uuid !== uuid) throw notFound();
    if (row.group.template !== null) throw conflict("creative_standard", "creative.standard");
    if (await isCreativeUsed(ctx.tx, creative)) throw conflict("creative_used", "creative.used");
    if (row.group.markup !== null) await deleteCreativeRow(ctx.tx, creative);
    else await attachCreative(ctx.tx, creative, null, ctx.clock.now());
    await ctx.audit.record({
      subject: { type: "creative", id: creative },
      changes: changesBetween({ creative_group: uuid }, { creative_group: null }),
    });
  },
});

const subject = (uuid: string) => ({ type: "creative_group", id: uuid });

const auditedOf = (group: LibraryGroupDetail) => ({
  ...namesAlone(group),
  category: group.category?.id ?? null,
  is_active: group.is_active,
  position: group.position,
  preview: group.preview,
  // Templates are long, so the hash shows that one changed.
  markup: group.source === "template" && group.markup ? sha256(group.markup) : null,
  creatives: listed(group.creatives.map(({ uuid }) => uuid)),
});

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Assigns finished creatives to the group. @throws 422 for an unknown one, or two of the same format. */
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

/** The validated row values of the given fields. */
async function valuesOf(
  db: Executor,
  body: GroupBody,
  lang: Language,
  before?: NameTranslations,
): Promise<GroupValues> {
  if (body.category_id && !(await findCategory(db, body.category_id))) throw invalid({ category_id: ["rule.oneOf"] });
  const problems = body.markup ? checkMarkup(body.markup, lang) : [];
  if (problems.length > 0) throw invalid({ markup: problems });
  const values: GroupValues = {
    ...nameValuesOf(body, before),
    categoryId: body.category_id,
    isActive: body.is_active,
    position: body.position,
    markup: body.markup || undefined,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The image of a group's form, or null. @throws 422 at `preview`. */
export async function readPreview(files: UploadedFile[]): Promise<ReadPicture | null> {
  const [picture] = await readPictures(files, "preview", "image");
  return picture ?? null;
}

const storePreview = async (tx: Transaction, preview: ReadPicture | null): Promise<GroupValues> =>
  preview ? { preview: await publishAdFile(tx, preview) } : {};
