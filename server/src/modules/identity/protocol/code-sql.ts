import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, eq, gt, lt, ne } from "drizzle-orm";
import { type CodeRow, codes } from "../tables.ts";

export const insertCode = async (tx: WriteTransaction, row: CodeRow): Promise<void> => {
  await tx.insert(codes).values(row);
};

/** A code by its hash, expired ones included, or null. */
export async function findCode(db: Executor, codeHash: string): Promise<CodeRow | null> {
  const [row] = await db.select().from(codes).where(eq(codes.codeHash, codeHash));
  return row ?? null;
}

/** Deletes a code that is still valid. False if another call was faster or it has expired. */
export async function deleteValidCode(tx: WriteTransaction, codeHash: string, now: Date): Promise<boolean> {
  const used = await tx
    .delete(codes)
    .where(and(eq(codes.codeHash, codeHash), gt(codes.expiresAt, now)))
    .returning({ codeHash: codes.codeHash });
  return used.length === 1;
}

/** Deletes the codes mailed for an account, except those that undo a change of address. */
export const deleteCodes = async (tx: WriteTransaction, localId: string): Promise<void> => {
  await tx.delete(codes).where(and(eq(codes.localId, localId), ne(codes.requestType, "RECOVER_EMAIL")));
};

/** Deletes every code mailed for an account. */
export const deleteAllCodes = async (tx: WriteTransaction, localId: string): Promise<void> => {
  await tx.delete(codes).where(eq(codes.localId, localId));
};

export const deleteExpiredCodes = async (tx: WriteTransaction, now: Date): Promise<void> => {
  await tx.delete(codes).where(lt(codes.expiresAt, now));
};
