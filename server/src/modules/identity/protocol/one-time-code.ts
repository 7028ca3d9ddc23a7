import type { Executor } from "@litfass/platform/postgres/postgres";
import { hashSecret, newSecret } from "@litfass/platform/security/sealing";
import { and, eq, gt, ne } from "drizzle-orm";
import type { IdentityService } from "../service.ts";
import { type CodeKind, type CodeRow, codes } from "../tables.ts";
import { WireError } from "./wire-error.ts";

const hour = 60 * 60 * 1000;
/** How long a mailed code is good for. */
const lifetimesMs: Record<CodeKind, number> = {
  VERIFY_EMAIL: 72 * hour,
  PASSWORD_RESET: hour,
  EMAIL_SIGNIN: 6 * hour,
  VERIFY_AND_CHANGE_EMAIL: 24 * hour,
  RECOVER_EMAIL: 7 * 24 * hour,
};

/** Makes a code for a mail; only its hash is kept. */
export async function createCode(
  service: IdentityService,
  db: Executor,
  parts: { requestType: CodeKind; email: string; newEmail?: string; localId?: string; lifetimeMs?: number },
): Promise<string> {
  const code = newSecret(service.platform.random);
  const now = service.platform.clock.now();
  await db.insert(codes).values({
    codeHash: hashSecret(code),
    requestType: parts.requestType,
    email: parts.email,
    newEmail: parts.newEmail ?? null,
    localId: parts.localId ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + (parts.lifetimeMs ?? lifetimesMs[parts.requestType])),
  });
  return code;
}

/** What a code is for, without using it. @throws WireError INVALID_OOB_CODE, EXPIRED_OOB_CODE */
export async function readCode(service: IdentityService, code: string): Promise<CodeRow> {
  const [row] = await service.platform.db
    .select()
    .from(codes)
    .where(eq(codes.codeHash, hashSecret(code)));
  if (!row) throw new WireError("INVALID_OOB_CODE");
  if (row.expiresAt <= service.platform.clock.now()) throw new WireError("EXPIRED_OOB_CODE");
  return row;
}

/**
 * Uses a code up, inside the transaction of what it allows. @throws WireError INVALID_OOB_CODE where another call was
 * faster
 */
export async function useCode(db: Executor, row: CodeRow, now: Date): Promise<void> {
  const used = await db
    .delete(codes)
    .where(and(eq(codes.codeHash, row.codeHash), gt(codes.expiresAt, now)))
    .returning({ codeHash: codes.codeHash });
  if (used.length === 0) throw new WireError("INVALID_OOB_CODE");
}

/** Ends the codes that were mailed for an account, but not those that undo a change of address. */
export async function dropCodes(db: Executor, localId: string): Promise<void> {
  await db.delete(codes).where(and(eq(codes.localId, localId), ne(codes.requestType, "RECOVER_EMAIL")));
}

/** Ends every code that was mailed for an account. */
export async function dropAllCodes(db: Executor, localId: string): Promise<void> {
  await db.delete(codes).where(eq(codes.localId, localId));
}
