import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { favouriteGroups } from "./tables.ts";

/** All SQL of favourites; every statement names their user. */

/** Takes a favourite away. @returns whether there was one. */
export async function removeFavourite(tx: Transaction, userUid: string, group: string): Promise<boolean> {
  const removed = await tx
    .delete(favouriteGroups)
    .where(and(eq(favouriteGroups.userUid, userUid), eq(favouriteGroups.creativeGroupUuid, group)))
    .returning({ group: favouriteGroups.creativeGroupUuid });
  return removed.length > 0;
}

export async function addFavourite(tx: Transaction, userUid: string, group: string): Promise<void> {
  await tx.insert(favouriteGroups).values({ userUid, creativeGroupUuid: group }).onConflictDoNothing();
}

/** Gives the groups the places 1, 2, 3 … and takes every other group its place; all become favourites. */
export async function placeFavourites(tx: Transaction, userUid: string, groups: string[]): Promise<void> {
  await tx.update(favouriteGroups).set({ position: null }).where(eq(favouriteGroups.userUid, userUid));
  if (groups.length === 0) return;
  const values = groups.map((creativeGroupUuid, index) => ({ userUid, creativeGroupUuid, position: index + 1 }));
  await tx
    .insert(favouriteGroups)
    .values(values)
    .onConflictDoUpdate({
      target: [favouriteGroups.userUid, favouriteGroups.creativeGroupUuid],
      set: { position: sql`excluded.position` },
    });
}

/** The chosen groups of a user in their order. */
export async function placedFavourites(db: Executor, userUid: string): Promise<string[]> {
  const rows = await db
    .select({ group: favouriteGroups.creativeGroupUuid })
    .from(favouriteGroups)
    .where(and(eq(favouriteGroups.userUid, userUid), isNotNull(favouriteGroups.position)))
    .orderBy(asc(favouriteGroups.position));
  return rows.map((row) => row.group);
}
