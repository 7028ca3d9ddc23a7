import { advertisers } from "@litfass/contract/kernel/who";
import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, inArray, isNotNull } from "drizzle-orm";
import { termsAcceptances, users } from "./tables.ts";

/** Records that a user accepted an edition of the terms; the first time counts. */
export async function insertAcceptance(
  tx: WriteTransaction,
  acceptance: typeof termsAcceptances.$inferInsert,
): Promise<void> {
  await tx.insert(termsAcceptances).values(acceptance).onConflictDoNothing();
}

/** Advertisers must accept the terms again. Their running campaigns continue. @returns the number of accounts. */
export async function withdrawAcceptances(tx: WriteTransaction): Promise<number> {
  const roles = Object.keys(advertisers) as (keyof typeof advertisers)[];
  const { rowCount } = await tx
    .update(users)
    .set({ termsAcceptedAt: null })
    .where(and(inArray(users.role, roles), isNotNull(users.termsAcceptedAt)));
  return rowCount ?? 0;
}
