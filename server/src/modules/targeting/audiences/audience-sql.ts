import { escapeLike } from "@litfass/platform/postgres/like";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { asc, desc, ilike, inArray, or, sql } from "drizzle-orm";
import { type AudienceRow, audiences } from "../tables.ts";

/** Audiences belong to the installation: every advertiser with advanced settings may select any of them. */

/** Audiences whose name or provider contains `q`, the largest first. */
export async function findAudiences(db: Executor, q: string, limit: number): Promise<AudienceRow[]> {
  const pattern = `%${escapeLike(q)}%`;
  return db
    .select()
    .from(audiences)
    .where(q === "" ? undefined : or(ilike(audiences.name, pattern), ilike(audiences.provider, pattern)))
    .orderBy(desc(audiences.size), asc(audiences.id))
    .limit(limit);
}

export const audiencesById = (db: Executor, ids: number[]): Promise<AudienceRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.select().from(audiences).where(inArray(audiences.id, ids)).orderBy(asc(audiences.id));

/** Adds or replaces audiences by provider and name. `isNew` marks the added ones. */
export async function upsertAudiences(
  tx: WriteTransaction,
  rows: (typeof audiences.$inferInsert)[],
): Promise<{ id: number; isNew: boolean }[]> {
  return tx
    .insert(audiences)
    .values(rows)
    .onConflictDoUpdate({
      target: [audiences.provider, audiences.name],
      set: {
        size: sql`excluded.size`,
        segmentIds: sql`excluded.segment_ids`,
        updatedAt: sql`excluded.updated_at`,
      },
    })
    .returning({ id: audiences.id, isNew: sql<boolean>`xmax = 0` });
}
