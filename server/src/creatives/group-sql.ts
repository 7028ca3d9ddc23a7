import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { Executor } from "../platform/postgres.ts";
import { type CreativeRow, creativeGroupCategories, creativeGroups, creatives, favouriteGroups } from "./tables.ts";

/** All SQL of groups and their creatives. Favourites are those of one user. */

export type GroupRow = {
  uuid: string;
  nameEn: string;
  nameDe: string;
  template: string | null;
  preview: string | null;
  isActive: boolean;
  category: { id: number; nameEn: string; nameDe: string } | null;
  isFavourite: boolean;
  favouritePosition: number | null;
  creatives: CreativeRow[];
};

/** Enough for every installation we know of, and a bound for the list. */
const mostGroups = 500;

/** Active groups with at least one creative: chosen favourites in their order, other favourites, then the rest. */
export const listActiveGroups = (db: Executor, userUid: string): Promise<GroupRow[]> => selectGroups(db, userUid, null);

/** The given groups, active or not, in the same order. */
export const listGroupsById = (db: Executor, userUid: string, uuids: string[]): Promise<GroupRow[]> =>
  uuids.length === 0 ? Promise.resolve([]) : selectGroups(db, userUid, uuids);

async function selectGroups(db: Executor, userUid: string, uuids: string[] | null): Promise<GroupRow[]> {
  const rows = await db
    .select({
      group: creativeGroups,
      category: creativeGroupCategories,
      isFavourite: sql<boolean>`${favouriteGroups.userUid} is not null`,
      favouritePosition: favouriteGroups.position,
    })
    .from(creativeGroups)
    .leftJoin(creativeGroupCategories, eq(creativeGroupCategories.id, creativeGroups.categoryId))
    .leftJoin(
      favouriteGroups,
      and(eq(favouriteGroups.creativeGroupUuid, creativeGroups.uuid), eq(favouriteGroups.userUid, userUid)),
    )
    .where(uuids ? inArray(creativeGroups.uuid, uuids) : eq(creativeGroups.isActive, true))
    .orderBy(
      sql`${favouriteGroups.position} nulls last`,
      sql`${favouriteGroups.userUid} is null`,
      asc(creativeGroups.position),
      asc(creativeGroups.nameEn),
    )
    .limit(mostGroups);
  const members = await creativesOfGroups(
    db,
    rows.map((row) => row.group.uuid),
  );
  return rows
    .map(({ group, ...rest }) => ({ ...group, ...rest, creatives: members.get(group.uuid) ?? [] }))
    .filter((group) => uuids !== null || group.creatives.length > 0);
}

async function creativesOfGroups(db: Executor, groups: string[]): Promise<Map<string, CreativeRow[]>> {
  const members = new Map<string, CreativeRow[]>();
  if (groups.length === 0) return members;
  const rows = await db
    .select()
    .from(creatives)
    .where(inArray(creatives.creativeGroupUuid, groups))
    .orderBy(asc(creatives.id));
  for (const row of rows) {
    const group = row.creativeGroupUuid as string;
    members.set(group, [...(members.get(group) ?? []), row]);
  }
  return members;
}

/** The group that a uuid means, be it the group's own or that of one of its creatives; null for an unknown one. */
export async function findGroupUuid(db: Executor, uuid: string): Promise<string | null> {
  const [row] = await db
    .select({ uuid: creativeGroups.uuid })
    .from(creativeGroups)
    .leftJoin(creatives, eq(creatives.creativeGroupUuid, creativeGroups.uuid))
    .where(or(eq(creativeGroups.uuid, uuid), eq(creatives.uuid, uuid)))
    .limit(1);
  return row?.uuid ?? null;
}

export async function findCreative(db: Executor, uuid: string): Promise<CreativeRow | null> {
  const [row] = await db.select().from(creatives).where(eq(creatives.uuid, uuid));
  return row ?? null;
}

/** The creatives of these uuids that belong to an active group, with the group's template. */
export async function listUsableCreatives(
  db: Executor,
  uuids: string[],
): Promise<{ uuid: string; group: string; template: string | null }[]> {
  if (uuids.length === 0) return [];
  return db
    .select({ uuid: creatives.uuid, group: creativeGroups.uuid, template: creativeGroups.template })
    .from(creatives)
    .innerJoin(creativeGroups, eq(creativeGroups.uuid, creatives.creativeGroupUuid))
    .where(and(inArray(creatives.uuid, uuids), eq(creativeGroups.isActive, true)));
}
