import { advertisers } from "@litfass/contract/kernel/who";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { termsAcceptances, users } from "./tables.ts";

/** Records that a user accepted an edition of the terms; the first time counts. */
export async function insertAcceptance(
  tx: WriteTransaction,
  acceptance: typeof termsAcceptances.$inferInsert,
): Promise<void> {
  await tx.insert(termsAcceptances).values(acceptance).onConflictDoNothing();
}

/** Whether a user ever accepted any terms. */
export async function hasAccepted(db: Executor, uid: string): Promise<boolean> {
  const found = await db
    .select({ edition: termsAcceptances.edition })
    .from(termsAcceptances)
    .where(eq(termsAcceptances.uid, uid))
    .limit(1);
  return found.length > 0;
}

/**
 * Advertisers must accept the terms again, of which `edition` was in force until now. Accounts that were not opened by
 * their users have no record of what they accepted, and get it first. Running campaigns continue.
 */
export async function withdrawAcceptances(tx: WriteTransaction, edition: number): Promise<void> {
  const accepting = and(
    inArray(users.role, Object.keys(advertisers) as (keyof typeof advertisers)[]),
    isNotNull(users.termsAcceptedAt),
  );
  await tx.execute(sql`
    INSERT INTO terms_acceptances (uid, edition, accepted_at)
    SELECT ${users.uid}, ${edition}::int, ${users.termsAcceptedAt} FROM ${users} WHERE ${accepting}
    ON CONFLICT DO NOTHING`);
  await tx.update(users).set({ termsAcceptedAt: null }).where(accepting);
}
