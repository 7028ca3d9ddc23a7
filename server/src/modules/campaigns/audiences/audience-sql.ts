import type { Executor } from "@litfass/platform/postgres/postgres";
import { asc, desc, ilike, inArray, or, sql } from "drizzle-orm";
import { escapeLike } from "../campaign-sql.ts";
import { type AudienceRow, audiences } from "../tables.ts";

/** Audiences whose name or provider holds `q`, the largest first. */
export const findAudiences = (db: Executor, q: string, limit: number): Promise<AudienceRow[]> =>
  db
    .select()
    .from(audiences)
    .where(
      q === ""
        ? undefined
        : or(ilike(audiences.name, `%${escapeLike(q)}%`), ilike(audiences.provider, `%${escapeLike(q)}%`)),
    )
    .orderBy(desc(audiences.size), asc(audiences.id))
    .limit(limit);

export const audiencesById = (db: Executor, ids: number[]): Promise<AudienceRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.select().from(audiences).where(inArray(audiences.id, ids)).orderBy(asc(audiences.id));

/** Adds audiences or replaces those of the same provider and name; tells which were there before. */
export async function upsertAudiences(
  tx: Executor,
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
