import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, asc, eq, sql } from "drizzle-orm";
import { type AccountProviderRow, type AccountRow, accountProviders, accounts } from "../tables.ts";

export async function findAccount(db: Executor, localId: string): Promise<AccountRow | null> {
  const [account] = await db.select().from(accounts).where(eq(accounts.localId, localId));
  return account ?? null;
}

/** The same, locked for the rest of the transaction. */
export async function lockAccount(tx: Transaction, localId: string): Promise<AccountRow | null> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.localId, localId)).for("update");
  return account ?? null;
}

/** The account of an address in lower case, or null. */
export async function findAccountByEmail(db: Executor, email: string): Promise<AccountRow | null> {
  const [account] = await db.select().from(accounts).where(eq(accounts.email, email));
  return account ?? null;
}

export const listProviders = (db: Executor, localId: string): Promise<AccountProviderRow[]> =>
  db
    .select()
    .from(accountProviders)
    .where(eq(accountProviders.localId, localId))
    .orderBy(asc(accountProviders.createdAt), asc(accountProviders.providerId))
    .limit(10);

export async function insertAccount(db: Executor, account: typeof accounts.$inferInsert): Promise<AccountRow> {
  const [row] = await db.insert(accounts).values(account).returning();
  if (!row) throw new Error("PostgreSQL returned no row for an inserted account");
  return row;
}

type AccountChanges = Partial<Omit<typeof accounts.$inferInsert, "localId" | "generation">>;

/** Changes an account and returns it; null where it is gone. */
export async function updateAccount(
  db: Executor,
  localId: string,
  changes: AccountChanges,
): Promise<AccountRow | null> {
  const [row] = await db.update(accounts).set(changes).where(eq(accounts.localId, localId)).returning();
  return row ?? null;
}

/** Changes an account and ends every token that was given out before: they are of an earlier generation. */
export async function updateAccountAndEndTokens(
  db: Executor,
  localId: string,
  changes: AccountChanges,
  now: Date,
): Promise<AccountRow | null> {
  const [row] = await db
    .update(accounts)
    .set({ ...changes, generation: sql`${accounts.generation} + 1`, validSince: now })
    .where(eq(accounts.localId, localId))
    .returning();
  return row ?? null;
}

export async function deleteAccount(db: Executor, localId: string): Promise<boolean> {
  const rows = await db.delete(accounts).where(eq(accounts.localId, localId)).returning({ localId: accounts.localId });
  return rows.length === 1;
}

/** The social identity of this provider and id, or null. */
export async function findProvider(
  db: Executor,
  providerId: string,
  rawId: string,
): Promise<AccountProviderRow | null> {
  const [row] = await db
    .select()
    .from(accountProviders)
    .where(and(eq(accountProviders.providerId, providerId), eq(accountProviders.rawId, rawId)));
  return row ?? null;
}

/** Ties a social identity to an account; another one of the same provider gives way. */
export async function insertProvider(db: Executor, provider: typeof accountProviders.$inferInsert): Promise<void> {
  await deleteProvider(db, provider.localId, provider.providerId);
  await db.insert(accountProviders).values(provider);
}

/** Takes every social identity away from an account. False where it has none. */
export async function deleteProviders(tx: Transaction, localId: string): Promise<boolean> {
  const rows = await tx.delete(accountProviders).where(eq(accountProviders.localId, localId)).returning();
  return rows.length > 0;
}

/** Takes a social identity away from an account. */
export async function deleteProvider(db: Executor, localId: string, providerId: string): Promise<void> {
  await db
    .delete(accountProviders)
    .where(and(eq(accountProviders.localId, localId), eq(accountProviders.providerId, providerId)));
}
