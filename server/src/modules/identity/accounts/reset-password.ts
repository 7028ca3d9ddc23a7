import type { Transaction } from "@litfass/platform/postgres/postgres";
import { dropCodes, readCode, useCode } from "../protocol/one-time-code.ts";
import { WireError } from "../protocol/wire-error.ts";
import { required, type WireCall, type WireInput } from "../protocol/wire-input.ts";
import { builtInProvider, type IdentityService } from "../service.ts";
import { endSessionsOfSubject } from "../sessions/session-sql.ts";
import type { AccountRow, CodeRow } from "../tables.ts";
import { passOnAccount } from "./account-identity.ts";
import { lockAccount, updateAccountAndEndTokens } from "./account-sql.ts";
import { type Claim, claimAccount, tellClaimer } from "./claim-account.ts";
import { checkPassword, hashPassword } from "./password.ts";

/** accounts:resetPassword. Says what a mailed code is for; with a new password it sets it. */
export async function resetPassword(
  service: IdentityService,
  input: WireInput,
  call: WireCall,
): Promise<Record<string, unknown>> {
  const row = await readCode(service, required(input.oobCode, "MISSING_OOB_CODE"));
  if (input.newPassword) await setForgottenPassword(service, row, input.newPassword, call.lang);
  return {
    kind: "identitytoolkit#ResetPasswordResponse",
    requestType: row.requestType,
    email: row.email,
    ...(row.newEmail ? { newEmail: row.newEmail } : {}),
  };
}

/**
 * Sets a password by a mailed code. Every token, session and mailed code of the account ends, every lock is lifted, and
 * the address counts as verified, as its owner has read the mail. Where it was not before, the account is claimed.
 * @throws WireError WEAK_PASSWORD, INVALID_OOB_CODE
 */
export async function setForgottenPassword(
  service: IdentityService,
  row: CodeRow,
  password: string,
  lang: "en" | "de",
): Promise<void> {
  if (row.requestType !== "PASSWORD_RESET") throw new WireError("INVALID_OOB_CODE");
  checkPassword(password);
  const passwordHash = await hashPassword(password);
  const { db, clock } = service.platform;
  const now = clock.now();
  const claim = await db.transaction(async (tx) => {
    await useCode(tx, row, now);
    const account = row.localId ? await lockAccount(tx, row.localId) : null;
    if (!account || account.email !== row.email) throw new WireError("INVALID_OOB_CODE");
    const changes = { passwordHash, passwordUpdatedAt: now };
    const reset = account.emailVerified
      ? await keepAccount(tx, account, changes, now)
      : await claimAccount(tx, account, changes, now);
    if (!reset) throw new WireError("INVALID_OOB_CODE");
    await passOnAccount(tx, reset.account, now);
    return reset;
  });
  await service.lockout.lift(row.email);
  // The password that was there before is what people replace here: only more than that is worth a mail.
  await tellClaimer(service, { ...claim, removed: claim.removed.filter((what) => what !== "password") }, lang);
}

/** Sets a password where the address had been proved before: providers and second factor are the owner's own. */
async function keepAccount(
  tx: Transaction,
  { localId }: AccountRow,
  changes: { passwordHash: string; passwordUpdatedAt: Date },
  now: Date,
): Promise<Claim | null> {
  const account = await updateAccountAndEndTokens(tx, localId, changes, now);
  await dropCodes(tx, localId);
  await endSessionsOfSubject(tx, builtInProvider, localId);
  return account && { account, removed: [] };
}
