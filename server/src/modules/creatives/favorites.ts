import type { CreativeGroup } from "@litfass/contract/creatives/creatives";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database } from "@litfass/platform/postgres/postgres";
import { invalid, notFound } from "@litfass/platform/problem";
import { addFavorite, placedFavorites, placeFavorites, removeFavorite } from "./favorite-sql.ts";
import { findGroupUuid, listGroupsById } from "./library/group-sql.ts";
import { presentGroup } from "./library/present-group.ts";

/** Makes the group of `uuid` a favorite of the caller, or none again (API-UCRE-002). @throws 404 for an unknown uuid. */
export async function toggleFavorite(db: Database, caller: Caller, uuid: string) {
  return db.transaction(async (tx) => {
    const group = await findGroupUuid(tx, uuid);
    if (!group) throw notFound();
    const removed = await removeFavorite(tx, caller.uid, group);
    if (!removed) await addFavorite(tx, caller.uid, group);
    return { creative_id: uuid, creative_group: group, is_favorite: !removed };
  });
}

/** The caller's chosen favorites in their order, at most six (API-UCRE-003). */
export async function selectedFavorites(db: Database, caller: Caller): Promise<CreativeGroup[]> {
  const placed = await placedFavorites(db, caller.uid);
  const groups = await listGroupsById(db, caller.uid, placed);
  return groups.filter((group) => group.isActive).map((group) => presentGroup(group, { lang: caller.lang }));
}

/** Stores the chosen favorites in the given order (API-UCRE-004). @throws 422 for an unknown uuid. */
export async function selectFavorites(db: Database, caller: Caller, uuids: string[]): Promise<CreativeGroup[]> {
  await db.transaction(async (tx) => {
    const groups: string[] = [];
    for (const [index, uuid] of uuids.entries()) {
      const group = await findGroupUuid(tx, uuid);
      if (!group) throw invalid({ [`creative_ids.${index}`]: ["rule.oneOf"] });
      if (!groups.includes(group)) groups.push(group);
    }
    await placeFavorites(tx, caller.uid, groups);
  });
  return selectedFavorites(db, caller);
}
