import { type Executor, uniqueViolationOf, type WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, asc, eq, isNull, lt, notExists, sql } from "drizzle-orm";
import { WireError } from "../protocol/wire-error.ts";
import { type AccountProviderRow, type AccountRow, accountProviders, accounts } from "../tables.ts";

export async function findAccount(db: Executor, localId: string): Promise<AccountRow | null> {
  const [account] = await db.select().from(accounts).where(eq(accounts.localId, localId));
  return account ?? null;
}

/** The same, locked for the rest of the transaction. */
export async function lockAccount(tx: WriteTransaction, localId: string): Promise<AccountRow | null> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.localId, localId)).for("update");
  return account ?? null;
}

/** The account of a lowercase address, or null. */
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

/** Changes an account and returns it; null if it was deleted. */
export async function updateAccount(
  db: Executor,
  localId: string,
  changes: AccountChanges,
): Promise<AccountRow | null> {
  const [row] = await db.update(accounts).set(changes).where(eq(accounts.localId, localId)).returning();
  return row ?? null;
}

/**
 * Changes an account and invalidates all earlier tokens by starting a new generation.
 * @throws WireError USER_NOT_FOUND if the account was deleted in the meantime
 */
export async function updateAccountAndEndTokens(
  tx: WriteTransaction,
  localId: string,
  changes: AccountChanges,
  now: Date,
): Promise<AccountRow> {
  const [row] = await tx
    .update(accounts)
    .set({ ...changes, generation: sql`${accounts.generation} + 1`, validSince: now })
    .where(eq(accounts.localId, localId))
    .returning();
  if (!row) throw new WireError("USER_NOT_FOUND");
  return row;
}

/** Deletes an account with all its data. False if there is none. */
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

/** Links a social identity to an account, replacing another one of the same provider. */
export async function insertProvider(db: Executor, provider: typeof accountProviders.$inferInsert): Promise<void> {
  await deleteProvider(db, provider.localId, provider.providerId);
  await db.insert(accountProviders).values(provider);
}

/** Unlinks every social identity of an account. False if it has none. */
export async function deleteProviders(tx: WriteTransaction, localId: string): Promise<boolean> {
  const rows = await tx.delete(accountProviders).where(eq(accountProviders.localId, localId)).returning();
  return rows.length > 0;
}

/** Unlinks the social identity of one provider from an account. */
export async function deleteProvider(db: Executor, localId: string, providerId: string): Promise<void> {
  await db
    .delete(accountProviders)
    .where(and(eq(accountProviders.localId, localId), eq(accountProviders.providerId, providerId)));
}

/** Deletes guests (no address, password or provider) whose tokens were last refreshed before `unusedSince`. */
export async function deleteUnusedGuests(tx: WriteTransaction, unusedSince: Date): Promise<void> {
  const linked = tx.select().from(accountProviders).where(sql`${accountProviders.localId} = ${accounts.localId}`);
  await tx
    .delete(accounts)
    .where(
      and(
        isNull(accounts.email),
        isNull(accounts.passwordHash),
        lt(accounts.lastRefreshAt, unusedSince),
        notExists(linked),
      ),
    );
}

/** Concurrent writes of the same address are decided by the constraint. @throws WireError EMAIL_EXISTS */
export async function uniqueAddress<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (uniqueViolationOf(error)) throw new WireError("EMAIL_EXISTS");
    throw error;
  }
}
