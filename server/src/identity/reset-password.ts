import { passOnAccount } from "./account-identity.ts";
import { findAccount, updateAccountAndEndTokens } from "./account-sql.ts";
import { dropCodes, readCode, useCode } from "./one-time-code.ts";
import { checkPassword, hashPassword } from "./password.ts";
import { builtInProvider, type IdentityService } from "./service.ts";
import { endSessionsOfSubject } from "./session-sql.ts";
import type { CodeRow } from "./tables.ts";
import { WireError } from "./wire-error.ts";
import { required, type WireInput } from "./wire-input.ts";

/** accounts:resetPassword. Says what a mailed code is for; with a new password it sets it. */
export async function resetPassword(service: IdentityService, input: WireInput): Promise<Record<string, unknown>> {
  const row = await readCode(service, required(input.oobCode, "MISSING_OOB_CODE"));
  if (input.newPassword) await setForgottenPassword(service, row, input.newPassword);
  return {
    kind: "identitytoolkit#ResetPasswordResponse",
    requestType: row.requestType,
    email: row.email,
    ...(row.newEmail ? { newEmail: row.newEmail } : {}),
  };
}

/**
 * Sets a password by a mailed code. Every token and session of the account ends, every lock is lifted, and the address
 * counts as verified: its owner has read the mail.
 * @throws WireError WEAK_PASSWORD, INVALID_OOB_CODE
 */
export async function setForgottenPassword(service: IdentityService, row: CodeRow, password: string): Promise<void> {
  if (row.requestType !== "PASSWORD_RESET") throw new WireError("INVALID_OOB_CODE");
  checkPassword(password);
  const passwordHash = await hashPassword(password);
  const { db, clock } = service.platform;
  const now = clock.now();
  await db.transaction(async (tx) => {
    await useCode(tx, row, now);
    const account = row.localId ? await findAccount(tx, row.localId) : null;
    if (!account || account.email !== row.email) throw new WireError("INVALID_OOB_CODE");
    const changes = { passwordHash, passwordUpdatedAt: now, emailVerified: true };
    const updated = await updateAccountAndEndTokens(tx, account.localId, changes, now);
    if (!updated) throw new WireError("INVALID_OOB_CODE");
    await dropCodes(tx, account.localId, "PASSWORD_RESET");
    await endSessionsOfSubject(tx, builtInProvider, account.localId);
    await passOnAccount(tx, updated, now);
  });
  await service.lockout.lift(row.email);
}
