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

/** Adds or replaces audiences by provider and name; without `setsFees` known ones keep theirs. `isNew` marks the added ones. */
export async function upsertAudiences(
  tx: WriteTransaction,
  rows: (typeof audiences.$inferInsert)[],
  setsFees: boolean,
): Promise<{ id: number; isNew: boolean }[]> {
  if (rows.length === 0) return [];
  return tx
    .insert(audiences)
    .values(rows)
    .onConflictDoUpdate({
      target: [audiences.provider, audiences.name],
      set: {
        size: sql`excluded.size`,
        segmentIds: sql`excluded.segment_ids`,
        ...(setsFees && {
          feePercent: sql`excluded.fee_percent`,
          feePerThousand: sql`excluded.fee_per_thousand`,
          feeCurrency: sql`excluded.fee_currency`,
        }),
        updatedAt: sql`excluded.updated_at`,
      },
    })
    .returning({ id: audiences.id, isNew: sql<boolean>`xmax = 0` });
}

/** The ledger's name of what is owed to a data provider. No exchange can have such a name, because of its colon. */
const payeeOf = (provider: string): string => `data:${provider}`;
/** Audiences are never deleted, so only a damaged event is owed to nobody. */
export const unknownDataProvider = payeeOf("");

/** Whom the data fees of audiences are owed to, by audience. */
export async function payeesOfAudiences(db: Executor, ids: number[]): Promise<Map<number, string>> {
  const rows = await audiencesById(db, ids);
  return new Map(rows.map(({ id, provider }) => [id, payeeOf(provider)]));
}
