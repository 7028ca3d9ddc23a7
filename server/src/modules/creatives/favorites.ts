import type { CreativeGroup } from "@litfass/contract/creatives/creatives";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database } from "@litfass/platform/postgres/postgres";
import { invalid, notFound } from "@litfass/platform/problem";
import { addFavourite, placedFavourites, placeFavourites, removeFavourite } from "./favorite-sql.ts";
import { findGroupUuid, listGroupsById } from "./library/group-sql.ts";
import { presentGroup } from "./library/present-group.ts";

/** Makes the group of `uuid` a favourite of the caller, or none again (API-UCRE-002). @throws 404 for an unknown uuid. */
export async function toggleFavourite(db: Database, caller: Caller, uuid: string) {
  return db.transaction(async (tx) => {
    const group = await findGroupUuid(tx, uuid);
    if (!group) throw notFound();
    const removed = await removeFavourite(tx, caller.uid, group);
    if (!removed) await addFavourite(tx, caller.uid, group);
    return { creative_id: uuid, creative_group: group, is_favorite: !removed };
  });
}

/** The caller's chosen favourites in their order, at most six (API-UCRE-003). */
export async function selectedFavourites(db: Database, caller: Caller): Promise<CreativeGroup[]> {
  const placed = await placedFavourites(db, caller.uid);
  const groups = await listGroupsById(db, caller.uid, placed);
  return groups.filter((group) => group.isActive).map((group) => presentGroup(group, { lang: caller.lang }));
}

/** Stores the chosen favourites in the given order (API-UCRE-004). @throws 422 for an unknown uuid. */
export async function selectFavourites(db: Database, caller: Caller, uuids: string[]): Promise<CreativeGroup[]> {
  await db.transaction(async (tx) => {
    const groups: string[] = [];
    for (const [index, uuid] of uuids.entries()) {
      const group = await findGroupUuid(tx, uuid);
      if (!group) throw invalid({ [`creative_ids.${index}`]: ["rule.oneOf"] });
      if (!groups.includes(group)) groups.push(group);
    }
    await placeFavourites(tx, caller.uid, groups);
  });
  return selectedFavourites(db, caller);
}
