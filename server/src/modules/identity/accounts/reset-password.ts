import { type CommandCall, command } from "@litfass/platform/command/command";
import { forbidden, invalid } from "@litfass/platform/problem";
import { type IdentityCall, provedAccount } from "../identity-call.ts";
import { deleteCodes } from "../protocol/code-sql.ts";
import { readCode, useCode } from "../protocol/one-time-code.ts";
import { mailCode } from "../protocol/send-code.ts";
import { WireError } from "../protocol/wire-error.ts";
import { required, type WireInput } from "../protocol/wire-input.ts";
import { builtInProvider, type IdentityContext, type IdentityService, type IdentityServices } from "../service.ts";
import { endSessionsOfSubject } from "../sessions/session-sql.ts";
import type { AccountRow, CodeRow } from "../tables.ts";
import { recordAccountChange } from "./account-audit.ts";
import { syncUserOfAccount } from "./account-identity.ts";
import { findAccountByEmail, lockAccount, updateAccountAndEndTokens } from "./account-sql.ts";
import { claimAccount } from "./claim-account.ts";
import { checkPassword, hashPassword } from "./password.ts";

/** Mails a link to choose a new password. @throws Problem 403 for an address without an account (ERR-007) */
export async function mailForgottenPassword(
  service: IdentityService,
  call: IdentityCall,
  email: string,
): Promise<void> {
  const account = await findAccountByEmail(service.platform.db, email);
  if (!account) throw forbidden("forgot.unknown");
  await mailCode(service, call, { requestType: "PASSWORD_RESET", email, localId: account.localId });
}

/** Sets the new password with the mailed token. @throws Problem 422 if token and address do not match (any more) */
export async function resetForgottenPassword(
  service: IdentityService,
  call: IdentityCall,
  input: { email: string; token: string; password: string },
): Promise<void> {
  try {
    const code = await readCode(service, input.token);
    if (code.email !== input.email) throw new WireError("INVALID_OOB_CODE");
    await setForgottenPassword(call, code, input.password);
  } catch (error) {
    // The screen shows messages only below the password (ERR-009).
    if (error instanceof WireError) throw invalid({ password: ["reset.token"], token: ["reset.token"] });
    throw error;
  }
}

/** accounts:resetPassword. Returns the purpose of a mailed code; with a new password, sets it. */
export async function resetPassword(
  service: IdentityService,
  input: WireInput,
  call: IdentityCall,
): Promise<Record<string, unknown>> {
  const row = await readCode(service, required(input.oobCode, "MISSING_OOB_CODE"));
  if (input.newPassword) await setForgottenPassword(call, row, input.newPassword);
  return {
    kind: "identitytoolkit#ResetPasswordResponse",
    requestType: row.requestType,
    email: row.email,
    ...(row.newEmail ? { newEmail: row.newEmail } : {}),
  };
}

/** @throws WireError WEAK_PASSWORD, INVALID_OOB_CODE */
async function setForgottenPassword(call: IdentityCall, row: CodeRow, password: string): Promise<void> {
  if (row.requestType !== "PASSWORD_RESET") throw new WireError("INVALID_OOB_CODE");
  checkPassword(password);
  await call.run(resetByCode, { row, passwordHash: await hashPassword(password) }, provedAccount(row.localId));
}

/**
 * Sets a password with a mailed code. Every token, session and mailed code of the account ends, every lock is lifted,
 * and the address becomes verified, because its owner has read the mail. If it was unverified, the account is
 * claimed.
 */
export const resetByCode = command({
  name: "identity.reset_password",
  errors: [],
  async run({ ctx, input }: CommandCall<{ row: CodeRow; passwordHash: string }, IdentityServices>): Promise<void> {
    const { row, passwordHash } = input;
    await useCode(ctx, row);
    const found = row.localId ? await lockAccount(ctx.tx, row.localId) : null;
    if (!found || found.email !== row.email) throw new WireError("INVALID_OOB_CODE");
    const changes = { passwordHash, passwordUpdatedAt: ctx.clock.now() };
    const account = found.emailVerified
      ? await setPassword(ctx, found, changes)
      : // The owner replaces the password on purpose: only other removals are worth a mail.
        await claimAccount(ctx, found, changes, { isExpected: "password" });
    await syncUserOfAccount(ctx, account, found);
    await recordAccountChange(ctx, account.localId, "password_changed");
    ctx.afterCommit(() => ctx.services.identity.lockout.lift(row.email));
  },
});

/** If the address was already verified, providers and second factor are the owner's and stay. */
async function setPassword(
  { tx, clock }: IdentityContext,
  { localId }: AccountRow,
  changes: { passwordHash: string; passwordUpdatedAt: Date },
): Promise<AccountRow> {
  const account = await updateAccountAndEndTokens(tx, localId, changes, clock.now());
  await deleteCodes(tx, localId);
  await endSessionsOfSubject(tx, builtInProvider, localId);
  return account;
}
