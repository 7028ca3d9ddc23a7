import type { CreativeCategory } from "@litfass/contract/creatives/library-shapes";
import type { Language } from "@litfass/contract/kernel/language";
import { changesBetween } from "@litfass/platform/audit/audit";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { invalid, notFound } from "@litfass/platform/problem";
import { removalOf } from "./audited.ts";
import {
  type CategoryRow,
  type CategoryValues,
  deleteCategoryRow,
  findCategory,
  insertCategory,
  type ListQuery,
  listCategories,
  updateCategoryRow,
} from "./category-sql.ts";
import { nameIn } from "./name-in.ts";

type Body = { name_en?: string; name_de?: string; position?: number };

const present = (row: CategoryRow, lang: Language): CreativeCategory => ({
  id: row.id,
  name: nameIn(row, lang),
  name_en: row.nameEn,
  name_de: row.nameDe,
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
  async run({ ctx, input }: CommandCall<Required<Body>>): Promise<CreativeCategory> {
    const id = await insertCategory(ctx.tx, valuesOf(input) as CategoryValues);
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
    await updateCategoryRow(ctx.tx, id, valuesOf(body));
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
const auditedOf = ({ name_en, name_de, position }: CreativeCategory) => ({ name_en, name_de, position });

function valuesOf({ name_en, name_de, position }: Body): Partial<CategoryValues> {
  const values = { nameEn: name_en, nameDe: name_de, position };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
