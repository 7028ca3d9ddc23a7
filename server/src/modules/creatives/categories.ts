import type { CreativeCategory } from "@litfass/contract/creatives/creatives-admin";
import type { Database } from "@litfass/platform/postgres/postgres";
import { invalid, notFound } from "@litfass/platform/problem";
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

type Lang = "en" | "de";
type Body = { name_en?: string; name_de?: string; position?: number };

const present = (row: CategoryRow, lang: Lang): CreativeCategory => ({
  id: row.id,
  name: lang === "de" ? row.nameDe : row.nameEn,
  name_en: row.nameEn,
  name_de: row.nameDe,
  position: row.position,
  groups: row.groups,
});

export async function listCreativeCategories(db: Database, query: ListQuery, lang: Lang) {
  const { rows, meta } = await listCategories(db, query, lang);
  return { data: rows.map((row) => present(row, lang)), meta };
}

/** @throws 404 for an unknown one. */
export async function getCategory(db: Database, id: number, lang: Lang): Promise<CreativeCategory> {
  const row = await findCategory(db, id);
  if (!row) throw notFound();
  return present(row, lang);
}

export async function createCategory(db: Database, body: Required<Body>, lang: Lang): Promise<CreativeCategory> {
  const id = await db.transaction((tx) => insertCategory(tx, valuesOf(body) as CategoryValues));
  return getCategory(db, id, lang);
}

/** @throws 404 for an unknown one. */
export async function updateCategory(db: Database, id: number, body: Body, lang: Lang): Promise<CreativeCategory> {
  await db.transaction((tx) => updateCategoryRow(tx, id, valuesOf(body)));
  return getCategory(db, id, lang);
}

/** @throws 404 for an unknown one, 422 while groups stand in it (API-CREA-007). */
export async function deleteCategory(db: Database, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await findCategory(tx, id);
    if (!row) throw notFound();
    if (row.groups > 0) throw invalid({ id: ["creative_category.used"] });
    await deleteCategoryRow(tx, id);
  });
}

function valuesOf({ name_en, name_de, position }: Body): Partial<CategoryValues> {
  const values = { nameEn: name_en, nameDe: name_de, position };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
