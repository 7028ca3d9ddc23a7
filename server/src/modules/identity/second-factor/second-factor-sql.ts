import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, count, eq, gt, isNotNull, isNull, lt, or } from "drizzle-orm";
import { recoveryCodes, type SecondFactorRow, secondFactors, signInChallenges } from "./second-factor-tables.ts";

/** The second factor of a user, unconfirmed ones included, or null. */
export async function findSecondFactor(db: Executor, uid: string): Promise<SecondFactorRow | null> {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.uid, uid));
  return row ?? null;
}

/** Whether the user signs in with a second factor. */
export async function hasSecondFactor(db: Executor, uid: string): Promise<boolean> {
  const [row] = await db
    .select({ uid: secondFactors.uid })
    .from(secondFactors)
    .where(and(eq(secondFactors.uid, uid), isNotNull(secondFactors.confirmedAt)));
  return row !== undefined;
}

/** Stores an unconfirmed second factor, replacing an earlier unconfirmed one. False if there is a confirmed one. */
export async function beginSecondFactorRow(
  db: Executor,
  row: { uid: string; sealedSecret: string; createdAt: Date },
): Promise<boolean> {
  const rows = await db
    .insert(secondFactors)
    .values(row)
    .onConflictDoUpdate({
      target: secondFactors.uid,
      set: { sealedSecret: row.sealedSecret, createdAt: row.createdAt },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning();
  return rows.length === 1;
}

export const confirmSecondFactorRow = async (tx: WriteTransaction, uid: string, now: Date): Promise<void> => {
  await tx.update(secondFactors).set({ confirmedAt: now }).where(eq(secondFactors.uid, uid));
};

/** Claims the time step of a code. False if a code of this step or a later one was used: no code is valid twice. */
export async function takeStep(db: Executor, uid: string, step: number): Promise<boolean> {
  const rows = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.uid, uid), or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step))))
    .returning();
  return rows.length === 1;
}

/** Uses up a recovery code. False for an unknown or used one. */
export async function useRecoveryCode(db: Executor, uid: string, codeHash: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.uid, uid), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
    .returning();
  return rows.length === 1;
}

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(tx: WriteTransaction, uid: string, hashes: string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.uid, uid));
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ uid, codeHash })));
}

export async function countRecoveryCodes(db: Executor, uid: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.uid, uid), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

/** Deletes a second factor with its recovery codes. False if there is none. */
export async function deleteSecondFactor(tx: WriteTransaction, uid: string): Promise<boolean> {
  const rows = await tx.delete(secondFactors).where(eq(secondFactors.uid, uid)).returning();
  return rows.some(({ confirmedAt }) => confirmedAt !== null);
}

export const insertChallenge = async (db: Executor, row: typeof signInChallenges.$inferInsert): Promise<void> => {
  await db.insert(signInChallenges).values(row);
};

/** The sign-in pending under this id, or null. */
export async function findChallenge(
  db: Executor,
  idHash: string,
  now: Date,
): Promise<{ uid: string; signInId: string | null } | null> {
  const [row] = await db
    .select({ uid: signInChallenges.uid, signInId: signInChallenges.signInId })
    .from(signInChallenges)
    .where(and(eq(signInChallenges.idHash, idHash), gt(signInChallenges.expiresAt, now)));
  return row ?? null;
}

/** Ends the pending sign-ins of a user. */
export const deleteChallengesOf = async (db: Executor, uid: string): Promise<void> => {
  await db.delete(signInChallenges).where(eq(signInChallenges.uid, uid));
};

export const deleteExpiredChallenges = async (db: Executor, now: Date): Promise<void> => {
  await db.delete(signInChallenges).where(lt(signInChallenges.expiresAt, now));
};
