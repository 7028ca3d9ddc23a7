import type { CommandContext } from "@litfass/platform/command/command";
import { hashSecret, newSecret } from "@litfass/platform/security/sealing";
import type { IdentityService } from "../service.ts";
import type { CodeKind, CodeRow } from "../tables.ts";
import { deleteValidCode, findCode, insertCode } from "./code-sql.ts";
import { WireError } from "./wire-error.ts";

const hour = 60 * 60 * 1000;
/** Validity of a mailed code. */
const lifetimesMs: Record<CodeKind, number> = {
  VERIFY_EMAIL: 72 * hour,
  PASSWORD_RESET: hour,
  EMAIL_SIGNIN: 6 * hour,
  VERIFY_AND_CHANGE_EMAIL: 24 * hour,
  RECOVER_EMAIL: 7 * 24 * hour,
};

export type NewCode = {
  requestType: CodeKind;
  email: string;
  newEmail?: string;
  localId?: string;
  lifetimeMs?: number;
};

/** Creates a code for a mail; only its hash is stored. */
export async function createCode(
  { tx, random, clock }: Pick<CommandContext, "tx" | "random" | "clock">,
  { requestType, email, newEmail, localId, lifetimeMs = lifetimesMs[requestType] }: NewCode,
): Promise<string> {
  const code = newSecret(random);
  const now = clock.now();
  await insertCode(tx, {
    codeHash: hashSecret(code),
    requestType,
    email,
    newEmail: newEmail ?? null,
    localId: localId ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  });
  return code;
}

/** The purpose of a code, without using it. @throws WireError INVALID_OOB_CODE, EXPIRED_OOB_CODE */
export async function readCode(service: IdentityService, code: string): Promise<CodeRow> {
  const row = await findCode(service.platform.db, hashSecret(code));
  if (!row) throw new WireError("INVALID_OOB_CODE");
  if (row.expiresAt <= service.platform.clock.now()) throw new WireError("EXPIRED_OOB_CODE");
  return row;
}

/** Uses up a code in the transaction of its effect. @throws WireError INVALID_OOB_CODE if another call was faster */
export async function useCode({ tx, clock }: Pick<CommandContext, "tx" | "clock">, row: CodeRow): Promise<void> {
  if (!(await deleteValidCode(tx, row.codeHash, clock.now()))) throw new WireError("INVALID_OOB_CODE");
}
