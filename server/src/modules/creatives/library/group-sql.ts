import type { Executor } from "@litfass/platform/postgres/postgres";
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Names } from "../name-in.ts";
import { type CreativeRow, creativeGroupCategories, creativeGroups, creatives, favoriteGroups } from "../tables.ts";

/** All SQL of groups and their creatives. Favorites belong to one user. */

export type GroupRow = Names & {
  uuid: string;
  template: string | null;
  markup: string | null;
  ownerUid: string | null;
  campaignId: number | null;
  preview: string | null;
  isActive: boolean;
  category: (Names & { id: number }) | null;
  isFavorite: boolean;
  favoritePosition: number | null;
  creatives: CreativeRow[];
  /** A template in the sizes beyond the basic set, withdrawn ones included. */
  additional: CreativeRow[];
};

/** Bounds the list, above the size of every known installation. */
const maxGroups = 500;

/**
 * Active groups with at least one creative that `ownerUid` may use: chosen favorites of `userUid` in their order,
 * other favorites, then the rest. Includes banners uploaded for a campaign only for that campaign.
 */
export async function listActiveGroups(
  db: Executor,
  userUid: string,
  ownerUid = userUid,
  campaignId: number | null = null,
): Promise<GroupRow[]> {
  const ofCampaign =
    campaignId === null
      ? isNull(creativeGroups.campaignId)
      : or(isNull(creativeGroups.campaignId), eq(creativeGroups.campaignId, campaignId));
  const offered = and(eq(creativeGroups.isActive, true), ofCampaign, offeredTo(ownerUid));
  const groups = await selectGroups(db, userUid, offered);
  return groups.filter((group) => group.creatives.length > 0);
}

/** The given groups, active or not, in the same order. */
export const listGroupsById = (db: Executor, userUid: string, uuids: string[]): Promise<GroupRow[]> =>
  uuids.length === 0 ? Promise.resolve([]) : selectGroups(db, userUid, inArray(creativeGroups.uuid, uuids));

/** Own banners plus the shared groups that staff chose for this user, or all shared groups if none were chosen. */
const offeredTo = (ownerUid: string): SQL | undefined =>
  or(
    eq(creativeGroups.ownerUid, ownerUid),
    and(
      isNull(creativeGroups.ownerUid),
      sql`(not exists (select from user_creative_groups s where s.user_uid = ${ownerUid}) or exists (
        select from user_creative_groups s
        where s.user_uid = ${ownerUid} and s.creative_group_uuid = ${creativeGroups.uuid}))`,
    ),
  );

async function selectGroups(db: Executor, userUid: string, filter: SQL | undefined): Promise<GroupRow[]> {
  const rows = await db
    .select({
      group: creativeGroups,
      category: creativeGroupCategories,
      isFavorite: sql<boolean>`${favoriteGroups.userUid} is not null`,
      favoritePosition: favoriteGroups.position,
    })
    .from(creativeGroups)
    .leftJoin(creativeGroupCategories, eq(creativeGroupCategories.id, creativeGroups.categoryId))
    .leftJoin(
      favoriteGroups,
      and(eq(favoriteGroups.creativeGroupUuid, creativeGroups.uuid), eq(favoriteGroups.userUid, userUid)),
    )
    .where(filter)
    .orderBy(
      sql`${favoriteGroups.position} nulls last`,
      sql`${favoriteGroups.userUid} is null`,
      asc(creativeGroups.position),
      asc(creativeGroups.nameEn),
    )
    .limit(maxGroups);
  const members = await creativesOfGroups(
    db,
    rows.map((row) => row.group.uuid),
  );
  return rows.map(({ group, ...rest }) => {
    const all = members.get(group.uuid) ?? [];
    const [creatives, additional] = [all.filter((row) => row.additional === null), all.filter((row) => row.additional)];
    return { ...group, ...rest, creatives, additional };
  });
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

/** The group with this uuid, or with a creative of this uuid; null if unknown. */
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

/** The owner of an own banner; null if the creative is shared or unknown. */
export async function findOwner(db: Executor, creative: string): Promise<string | null> {
  const [row] = await db
    .select({ ownerUid: creativeGroups.ownerUid })
    .from(creatives)
    .innerJoin(creativeGroups, eq(creativeGroups.uuid, creatives.creativeGroupUuid))
    .where(eq(creatives.uuid, creative));
  return row?.ownerUid ?? null;
}

/** The creatives of these uuids that belong to an active group which the campaign's owner may use. */
export async function listUsableCreatives(
  db: Executor,
  campaignId: number,
  uuids: string[],
): Promise<{ uuid: string; group: string }[]> {
  if (uuids.length === 0) return [];
  const ownerUid = sql`(select owner_uid from campaigns where id = ${campaignId})`;
  return db
    .select({ uuid: creatives.uuid, group: creativeGroups.uuid })
    .from(creatives)
    .innerJoin(creativeGroups, eq(creativeGroups.uuid, creatives.creativeGroupUuid))
    .where(
      and(
        inArray(creatives.uuid, uuids),
        eq(creativeGroups.isActive, true),
        or(isNull(creativeGroups.campaignId), eq(creativeGroups.campaignId, campaignId)),
        or(isNull(creativeGroups.ownerUid), eq(creativeGroups.ownerUid, ownerUid)),
      ),
    );
}

/** The names of the templates of creatives, active or not. */
export async function listTemplatesOf(db: Executor, uuids: string[]): Promise<{ creative: string; names: Names }[]> {
  if (uuids.length === 0) return [];
  const { nameEn, nameDe, nameTranslations } = creativeGroups;
  return db
    .select({ creative: creatives.uuid, names: { nameEn, nameDe, nameTranslations } })
    .from(creatives)
    .innerJoin(creativeGroups, eq(creativeGroups.uuid, creatives.creativeGroupUuid))
    .where(inArray(creatives.uuid, uuids));
}
