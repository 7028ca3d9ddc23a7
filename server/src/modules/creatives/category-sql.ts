import type { Language } from "@litfass/contract/kernel/language";
import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { asc, desc, eq, ilike, or, type SQLWrapper, sql } from "drizzle-orm";
import type { Names } from "./name-in.ts";
import { nameColumnIn } from "./name-sql.ts";
import { creativeGroupCategories, creativeGroups } from "./tables.ts";

/** All SQL of group categories. They are shared by all users, so there is no tenant. */

export type CategoryRow = typeof creativeGroupCategories.$inferSelect & { groups: number };
export type CategoryValues = Names & { position: number };
export type ListQuery = { page: number; per_page: number; search?: string; sort?: string; direction: "asc" | "desc" };

/** A LIKE pattern for texts that contain this one, with wildcards escaped. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

const counted = (db: Executor) =>
  db
    .select({
      id: creativeGroupCategories.id,
      nameEn: creativeGroupCategories.nameEn,
      nameDe: creativeGroupCategories.nameDe,
      nameTranslations: creativeGroupCategories.nameTranslations,
      position: creativeGroupCategories.position,
      groups: sql<number>`(select count(*)::int from ${creativeGroups}
        where ${creativeGroups.categoryId} = ${creativeGroupCategories.id})`,
    })
    .from(creativeGroupCategories);

/** A page of categories in their stored order unless sorted, with names in one language. */
export async function listCategories(
  db: Executor,
  query: ListQuery,
  lang: Language,
): Promise<{ rows: CategoryRow[]; meta: PageMeta }> {
  const { nameEn, nameDe } = creativeGroupCategories;
  const name = nameColumnIn(creativeGroupCategories, lang);
  const pattern = query.search && containing(query.search);
  const found = pattern ? or(ilike(nameEn, pattern), ilike(nameDe, pattern), ilike(name, pattern)) : undefined;
  const sortable: Record<string, SQLWrapper> = {
    id: creativeGroupCategories.id,
    name: sql`lower(${name})`,
    position: creativeGroupCategories.position,
  };
  const direction = query.direction === "asc" ? asc : desc;
  const rows = await counted(db)
    .where(found)
    .orderBy(direction(sortable[query.sort ?? "position"] ?? creativeGroupCategories.position))
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page);
  const [total] = await db.select({ of: sql<number>`count(*)::int` }).from(creativeGroupCategories).where(found);
  return { rows, meta: metaOf(query.page, query.per_page, total?.of ?? 0) };
}

export async function findCategory(db: Executor, id: number): Promise<CategoryRow | null> {
  const [row] = await counted(db).where(eq(creativeGroupCategories.id, id));
  return row ?? null;
}

/** @returns its id */
export async function insertCategory(
  tx: Transaction,
  values: typeof creativeGroupCategories.$inferInsert,
): Promise<number> {
  const [row] = await tx.insert(creativeGroupCategories).values(values).returning({ id: creativeGroupCategories.id });
  return row?.id as number;
}

export async function updateCategoryRow(tx: Transaction, id: number, values: Partial<CategoryValues>): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await tx.update(creativeGroupCategories).set(values).where(eq(creativeGroupCategories.id, id));
}

export async function deleteCategoryRow(tx: Transaction, id: number): Promise<void> {
  await tx.delete(creativeGroupCategories).where(eq(creativeGroupCategories.id, id));
}
