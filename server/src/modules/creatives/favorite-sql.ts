import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { favoriteGroups } from "./tables.ts";

/** All SQL of favorites; every statement names their user. */

/** Removes a favorite. @returns whether it existed. */
export async function removeFavorite(tx: Transaction, userUid: string, group: string): Promise<boolean> {
  const removed = await tx
    .delete(favoriteGroups)
    .where(and(eq(favoriteGroups.userUid, userUid), eq(favoriteGroups.creativeGroupUuid, group)))
    .returning({ group: favoriteGroups.creativeGroupUuid });
  return removed.length > 0;
}

export async function addFavorite(tx: Transaction, userUid: string, group: string): Promise<void> {
  await tx.insert(favoriteGroups).values({ userUid, creativeGroupUuid: group }).onConflictDoNothing();
}

/** Sets positions 1, 2, 3 … of the groups, which become favorites, and clears all other positions. */
export async function placeFavorites(tx: Transaction, userUid: string, groups: string[]): Promise<void> {
  await tx.update(favoriteGroups).set({ position: null }).where(eq(favoriteGroups.userUid, userUid));
  if (groups.length === 0) return;
  const values = groups.map((creativeGroupUuid, index) => ({ userUid, creativeGroupUuid, position: index + 1 }));
  await tx
    .insert(favoriteGroups)
    .values(values)
    .onConflictDoUpdate({
      target: [favoriteGroups.userUid, favoriteGroups.creativeGroupUuid],
      set: { position: sql`excluded.position` },
    });
}

/** The chosen groups of a user in their order. */
export async function placedFavorites(db: Executor, userUid: string): Promise<string[]> {
  const rows = await db
    .select({ group: favoriteGroups.creativeGroupUuid })
    .from(favoriteGroups)
    .where(and(eq(favoriteGroups.userUid, userUid), isNotNull(favoriteGroups.position)))
    .orderBy(asc(favoriteGroups.position));
  return rows.map((row) => row.group);
}
