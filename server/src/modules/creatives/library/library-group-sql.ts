import type { Language } from "@litfass/contract/kernel/language";
import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, asc, desc, eq, ilike, inArray, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { containing, type ListQuery } from "../category-sql.ts";
import type { Names } from "../name-in.ts";
import { nameColumnIn } from "../name-sql.ts";
import { creativeGroupCategories, creativeGroups, creatives, userCreativeGroups } from "../tables.ts";

/** All SQL of groups that staff manage: shared ones only. */

export type LibraryGroupRow = typeof creativeGroups.$inferSelect & {
  category: (Names & { id: number }) | null;
  formats: string[];
  campaigns: number;
};
export type GroupValues = Partial<Omit<typeof creativeGroups.$inferInsert, "uuid" | "ownerUid" | "template">>;

const ofEverybody = isNull(creativeGroups.ownerUid);

const counted = (db: Executor) =>
  db
    .select({
      group: creativeGroups,
      category: creativeGroupCategories,
      formats: sql<string[]>`array(select c.width || 'x' || c.height from creatives c
        where c.creative_group_uuid = ${creativeGroups.uuid} and c.additional is null order by c.id)`,
      campaigns: sql<number>`(select count(distinct cc.campaign_id)::int from campaign_creatives cc
        join creatives c on c.uuid = cc.creative_uuid where c.creative_group_uuid = ${creativeGroups.uuid})`,
    })
    .from(creativeGroups)
    .leftJoin(creativeGroupCategories, eq(creativeGroupCategories.id, creativeGroups.categoryId));

const flat = (row: Awaited<ReturnType<typeof counted>>[number]): LibraryGroupRow => ({
  ...row.group,
  category: row.category,
  formats: row.formats,
  campaigns: row.campaigns,
});

/** A page of groups in their offered order unless sorted. */
export async function listLibraryGroups(
  db: Executor,
  query: ListQuery & { category?: number | undefined },
  lang: Language,
): Promise<{ rows: LibraryGroupRow[]; meta: PageMeta }> {
  const { nameEn, nameDe, categoryId, position, updatedAt } = creativeGroups;
  const name = nameColumnIn(creativeGroups, lang);
  const pattern = query.search && containing(query.search);
  const filter = and(
    ofEverybody,
    query.category === undefined ? undefined : eq(categoryId, query.category),
    pattern ? or(ilike(nameEn, pattern), ilike(nameDe, pattern), ilike(name, pattern)) : undefined,
  );
  const sortable: Record<string, SQLWrapper> = {
    name: sql`lower(${name})`,
    position,
    updated_at: updatedAt,
  };
  const direction = query.direction === "asc" ? asc : desc;
  const rows = await counted(db)
    .where(filter)
    .orderBy(direction(sortable[query.sort ?? "position"] ?? position), asc(creativeGroups.uuid))
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page);
  const [total] = await db.select({ of: sql<number>`count(*)::int` }).from(creativeGroups).where(filter);
  return { rows: rows.map(flat), meta: metaOf(query.page, query.per_page, total?.of ?? 0) };
}

export async function findLibraryGroup(db: Executor, uuid: string): Promise<LibraryGroupRow | null> {
  const [row] = await counted(db).where(and(ofEverybody, eq(creativeGroups.uuid, uuid)));
  return row ? flat(row) : null;
}

export async function insertGroup(tx: Transaction, row: typeof creativeGroups.$inferInsert): Promise<void> {
  await tx.insert(creativeGroups).values(row);
}

export async function updateGroupRow(tx: Transaction, uuid: string, values: GroupValues, now: Date): Promise<void> {
  await tx
    .update(creativeGroups)
    .set({ ...values, updatedAt: now })
    .where(and(ofEverybody, eq(creativeGroups.uuid, uuid)));
}

export async function deleteGroupRow(tx: Transaction, uuid: string): Promise<void> {
  await tx.delete(creativeGroups).where(and(ofEverybody, eq(creativeGroups.uuid, uuid)));
}

/** Whether a started campaign shows one of the group's creatives. */
export const isGroupRunning = (db: Executor, uuid: string): Promise<boolean> =>
  shows(db, sql`c.creative_group_uuid = ${uuid} and cc.file_hash is not null`);

/** Whether any campaign uses this creative. */
export const isCreativeUsed = (db: Executor, uuid: string): Promise<boolean> => shows(db, sql`c.uuid = ${uuid}`);

/** Whether a started campaign shows this creative. */
export const isCreativeRunning = (db: Executor, uuid: string): Promise<boolean> =>
  shows(db, sql`c.uuid = ${uuid} and cc.file_hash is not null`);

async function shows(db: Executor, condition: SQL): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from campaign_creatives cc join creatives c on c.uuid = cc.creative_uuid where ${condition} limit 1`);
  return rows.length > 0;
}

/** Removes all finished creatives from a group. */
export async function detachCreatives(tx: Transaction, group: string): Promise<void> {
  await tx.update(creatives).set({ creativeGroupUuid: null }).where(eq(creatives.creativeGroupUuid, group));
}

export async function attachCreative(tx: Transaction, uuid: string, group: string | null, now: Date): Promise<void> {
  await tx.update(creatives).set({ creativeGroupUuid: group, updatedAt: now }).where(eq(creatives.uuid, uuid));
}

/** Which groups are offered to a user. */
export async function selectedGroups(db: Executor, userUid: string): Promise<Set<string>> {
  const rows = await db
    .select({ group: userCreativeGroups.creativeGroupUuid })
    .from(userCreativeGroups)
    .where(eq(userCreativeGroups.userUid, userUid));
  return new Set(rows.map(({ group }) => group));
}

export async function replaceSelectedGroups(tx: Transaction, userUid: string, groups: string[]): Promise<void> {
  await tx.delete(userCreativeGroups).where(eq(userCreativeGroups.userUid, userUid));
  if (groups.length === 0) return;
  await tx.insert(userCreativeGroups).values(groups.map((creativeGroupUuid) => ({ userUid, creativeGroupUuid })));
}

/** How many of these uuids are shared groups. */
export async function countGroups(db: Executor, uuids: string[]): Promise<number> {
  if (uuids.length === 0) return 0;
  const [row] = await db
    .select({ of: sql<number>`count(*)::int` })
    .from(creativeGroups)
    .where(and(ofEverybody, inArray(creativeGroups.uuid, uuids)));
  return row?.of ?? 0;
}
