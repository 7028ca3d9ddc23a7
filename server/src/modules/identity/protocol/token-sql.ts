import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, eq, lt } from "drizzle-orm";
import { type RefreshTokenRow, refreshTokens } from "../tables.ts";

export const insertGrant = async (tx: WriteTransaction, grant: RefreshTokenRow): Promise<void> => {
  await tx.insert(refreshTokens).values(grant);
};

/** The grant of a refresh token by its hash, expired ones included, or null. */
export async function findGrantByHash(db: Executor, tokenHash: string): Promise<RefreshTokenRow | null> {
  const [grant] = await db.select().from(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash));
  return grant ?? null;
}

/** The sign-in named by an ID token, or null. */
export async function findSignIn(
  db: Executor,
  localId: string,
  signInId: string | undefined,
): Promise<RefreshTokenRow | null> {
  if (!signInId) return null;
  const [grant] = await db
    .select()
    .from(refreshTokens)
    .where(and(eq(refreshTokens.signInId, signInId), eq(refreshTokens.localId, localId)));
  return grant ?? null;
}

/** Records that a sign-in has passed the second factor. */
export const markSecondFactorPassed = async (tx: WriteTransaction, signInId: string, at: Date): Promise<void> => {
  await tx.update(refreshTokens).set({ secondFactorAt: at }).where(eq(refreshTokens.signInId, signInId));
};

export const deleteExpiredGrants = async (tx: WriteTransaction, now: Date): Promise<void> => {
  await tx.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now));
};
