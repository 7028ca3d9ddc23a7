import { type NameFields, namesAlone } from "@litfass/contract/creatives/library-names";
import type { CreativeCategory } from "@litfass/contract/creatives/library-shapes";
import type { Language } from "@litfass/contract/kernel/language";
import { changesBetween } from "@litfass/platform/audit/audit";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { invalid, notFound } from "@litfass/platform/problem";
import { removalOf } from "./audit-values.ts";
import {
  type CategoryRow,
  deleteCategoryRow,
  findCategory,
  insertCategory,
  type ListQuery,
  listCategories,
  updateCategoryRow,
} from "./category-sql.ts";
import { nameIn, namesOf, nameValuesOf } from "./name-in.ts";

type Body = Partial<NameFields> & { position?: number };
type NewCategory = NameFields & { position: number };

const present = (row: CategoryRow, lang: Language): CreativeCategory => ({
  id: row.id,
  name: nameIn(row, lang),
  ...namesOf(row),
  position: row.position,
  groups: row.groups,
});

export async function listCreativeCategories(db: Executor, query: ListQuery, lang: Language) {
  const { rows, meta } = await listCategories(db, query, lang);
  return { data: rows.map((row) => present(row, lang)), meta };
}

/** @throws 404 for an unknown one. */
export async function getCategory(db: Executor, id: number, lang: Language): Promise<CreativeCategory> {
  const row = await findCategory(db, id);
  if (!row) throw notFound();
  return present(row, lang);
}

/** Creates a category (API-CREA-004). */
export const createCategory = command({
  name: "creatives.create_category",
  errors: [],
  async run({ ctx, input }: CommandCall<NewCategory>): Promise<CreativeCategory> {
    const { name_en: nameEn, name_de: nameDe, position } = input;
    const id = await insertCategory(ctx.tx, { ...nameValuesOf(input), nameEn, nameDe, position });
    await ctx.audit.record({ subject: subject(id), changes: changesBetween({}, input) });
    return getCategory(ctx.tx, id, ctx.lang);
  },
});

/** Changes the given fields (API-CREA-006). @throws 404 for an unknown one. */
export const updateCategory = command({
  name: "creatives.update_category",
  errors: ["not_found"],
  async run({ ctx, input: { id, body } }: CommandCall<{ id: number; body: Body }>): Promise<CreativeCategory> {
    const before = await getCategory(ctx.tx, id, ctx.lang);
    const { position } = body;
    const names = nameValuesOf(body, (await findCategory(ctx.tx, id))?.nameTranslations);
    await updateCategoryRow(ctx.tx, id, { ...names, ...(position !== undefined && { position }) });
    const after = await getCategory(ctx.tx, id, ctx.lang);
    await ctx.audit.record({ subject: subject(id), changes: changesBetween(auditedOf(before), auditedOf(after)) });
    return after;
  },
});

/** @throws 404 for an unknown one, 422 while it contains groups (API-CREA-007). */
export const deleteCategory = command({
  name: "creatives.delete_category",
  errors: ["not_found"],
  async run({ ctx, input: { id } }: CommandCall<{ id: number }>): Promise<void> {
    const before = await getCategory(ctx.tx, id, ctx.lang);
    if (before.groups > 0) throw invalid({ id: ["creative_category.used"] });
    await deleteCategoryRow(ctx.tx, id);
    await ctx.audit.record({ subject: subject(id), changes: removalOf(auditedOf(before)) });
  },
});

const subject = (id: number) => ({ type: "creative_category", id: String(id) });
const auditedOf = (category: CreativeCategory) => ({ ...namesAlone(category), position: category.position });
