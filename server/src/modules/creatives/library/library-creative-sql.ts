import type { creativeTypes } from "@litfass/contract/creatives/template-groups";
import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, asc, desc, eq, ilike, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { containing, type ListQuery } from "../category-sql.ts";
import { type CreativeRow, creativeGroups, creatives } from "../tables.ts";

/** All SQL of creatives that staff manage: shared ones only. */

export type LibraryCreativeRow = CreativeRow & {
  group: typeof creativeGroups.$inferSelect | null;
  campaigns: number;
};
export type CreativeValues = Partial<Omit<typeof creatives.$inferInsert, "uuid" | "id">>;
export type CreativeListQuery = ListQuery & {
  type?: (typeof creativeTypes)[number] | undefined;
  format?: string | undefined;
  creative_group?: string | undefined;
};

/** Excludes campaign videos, which belong to the advertiser, and additional sizes, which follow their template. */
const ofEverybody = and(
  isNull(creativeGroups.ownerUid),
  isNull(creatives.additional),
  sql`not exists (select from campaign_videos v where v.creative_uuid = ${creatives.uuid})`,
);

const counted = (db: Executor) =>
  db
    .select({
      creative: creatives,
      group: creativeGroups,
      campaigns: sql<number>`(select count(*)::int from campaign_creatives cc
        where cc.creative_uuid = ${creatives.uuid})`,
    })
    .from(creatives)
    .leftJoin(creativeGroups, eq(creativeGroups.uuid, creatives.creativeGroupUuid));

const flat = ({ creative, ...rest }: Awaited<ReturnType<typeof counted>>[number]): LibraryCreativeRow => ({
  ...creative,
  ...rest,
});

/** A page of creatives, newest first unless sorted. */
export async function listLibraryCreatives(
  db: Executor,
  query: CreativeListQuery,
): Promise<{ rows: LibraryCreativeRow[]; meta: PageMeta }> {
  const filter = and(
    ofEverybody,
    query.type && eq(creatives.type, query.type),
    query.format ? sql`${creatives.width} || 'x' || ${creatives.height} = ${query.format}` : undefined,
    groupFilter(query.creative_group),
    query.search ? found(query.search) : undefined,
  );
  const sortable: Record<string, SQLWrapper> = {
    id: creatives.id,
    title: sql`lower(${creatives.title})`,
    format: sql`${creatives.width} * 100000 + ${creatives.height}`,
    created_at: creatives.createdAt,
  };
  const column = query.sort ? sortable[query.sort] : undefined;
  const direction = column && query.direction === "asc" ? asc : desc;
  const rows = await counted(db)
    .where(filter)
    .orderBy(direction(column ?? creatives.createdAt), direction(creatives.id))
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page);
  const [total] = await db
    .select({ of: sql<number>`count(*)::int` })
    .from(creatives)
    .leftJoin(creativeGroups, eq(creativeGroups.uuid, creatives.creativeGroupUuid))
    .where(filter);
  return { rows: rows.map(flat), meta: metaOf(query.page, query.per_page, total?.of ?? 0) };
}

function groupFilter(group: string | undefined): SQL | undefined {
  if (group === undefined) return undefined;
  return group === "none" ? isNull(creatives.creativeGroupUuid) : eq(creatives.creativeGroupUuid, group);
}

const found = (search: string): SQL | undefined =>
  or(
    ilike(creatives.title, containing(search)),
    ilike(creatives.description, containing(search)),
    ilike(creativeGroups.nameEn, containing(search)),
    ilike(creativeGroups.nameDe, containing(search)),
  );

export async function findLibraryCreative(db: Executor, uuid: string): Promise<LibraryCreativeRow | null> {
  const [row] = await counted(db).where(and(ofEverybody, eq(creatives.uuid, uuid)));
  return row ? flat(row) : null;
}

/** All creatives of a shared group, at most one per format. */
export async function listCreativesOf(db: Executor, group: string): Promise<LibraryCreativeRow[]> {
  const rows = await counted(db)
    .where(and(ofEverybody, eq(creatives.creativeGroupUuid, group)))
    .orderBy(asc(creatives.id))
    .limit(200);
  return rows.map(flat);
}

export async function insertCreative(tx: Transaction, row: typeof creatives.$inferInsert): Promise<void> {
  await tx.insert(creatives).values(row);
}

export async function updateCreativeRow(
  tx: Transaction,
  uuid: string,
  values: CreativeValues,
  now: Date,
): Promise<void> {
  await tx
    .update(creatives)
    .set({ ...values, updatedAt: now })
    .where(eq(creatives.uuid, uuid));
}

/** Deletes a creative and its items. */
export async function deleteCreativeRow(tx: Transaction, uuid: string): Promise<void> {
  await tx.delete(creatives).where(eq(creatives.uuid, uuid));
}
