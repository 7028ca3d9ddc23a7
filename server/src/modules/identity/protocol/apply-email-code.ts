import { type CommandCall, command } from "@litfass/platform/command/command";
import { findUserBySubject } from "../../users/index.ts";
import { presentUpdatedAccount } from "../accounts/account.ts";
import { syncUserOfAccount } from "../accounts/account-identity.ts";
import {
  listProviders,
  lockAccount,
  uniqueAddress,
  updateAccount,
  updateAccountAndEndTokens,
} from "../accounts/account-sql.ts";
import { notifyFormerAddress } from "../accounts/email-change.ts";
import { recoverEmail } from "../accounts/recover-email.ts";
import { type IdentityCall, provedAccount } from "../identity-call.ts";
import { codeMail } from "../mails.ts";
import { builtInProvider, type IdentityService, type IdentityServices } from "../service.ts";
import type { AccountRow, CodeRow } from "../tables.ts";
import { readCode, useCode } from "./one-time-code.ts";
import { codeLink } from "./send-code.ts";
import { WireError } from "./wire-error.ts";

/**
 * Applies a mailed code that verifies an address, changes it to a verified one, or undoes a change. Works once.
 * @throws WireError INVALID_OOB_CODE, EXPIRED_OOB_CODE, USER_DISABLED, EMAIL_EXISTS
 */
export async function applyCode(
  service: IdentityService,
  code: string,
  call: IdentityCall,
): Promise<Record<string, unknown>> {
  const { db } = service.platform;
  const row = await readCode(service, code);
  if (row.requestType === "RECOVER_EMAIL") return recoverByProtocol(service, row, call);
  const account = await uniqueAddress(() => call.run(applyAddressCode, { row }, provedAccount(row.localId)));
  return presentUpdatedAccount(account, await listProviders(db, account.localId));
}

/** Verifies the address of an account, or changes it to the verified new one. */
export const applyAddressCode = command({
  name: "identity.apply_code",
  errors: [],
  async run({ ctx, input: { row } }: CommandCall<{ row: CodeRow }, IdentityServices>): Promise<AccountRow> {
    const { tx, clock } = ctx;
    const newEmail = newEmailOf(row);
    await useCode(ctx, row);
    const former = row.localId ? await lockAccount(tx, row.localId) : null;
    if (!former || former.email !== row.email) throw new WireError("INVALID_OOB_CODE");
    if (former.disabled) throw new WireError("USER_DISABLED");
    const account = newEmail
      ? await updateAccountAndEndTokens(tx, former.localId, { email: newEmail, emailVerified: true }, clock.now())
      : await updateAccount(tx, former.localId, { emailVerified: true });
    if (!account) throw new WireError("INVALID_OOB_CODE");
    await syncUserOfAccount(ctx, account, former);
    if (newEmail) await notifyFormerAddress(ctx, former, account);
    return account;
  },
});

/** The protocol has no page to redirect to, so the link to a new password is mailed. */
async function recoverByProtocol(
  service: IdentityService,
  row: CodeRow,
  call: IdentityCall,
): Promise<Record<string, unknown>> {
  const { db, config } = service.platform;
  const { account, resetCode } = await recoverEmail(call, row);
  const user = await findUserBySubject(db, builtInProvider, account.localId);
  const lang = user?.lang ?? "en";
  const request = { requestType: "PASSWORD_RESET", email: row.email } as const;
  const link = codeLink(config.publicUrl, request, resetCode, lang, undefined);
  await service.sendMail(row.email, codeMail("PASSWORD_RESET", link, lang));
  return presentUpdatedAccount(account, await listProviders(db, account.localId));
}

/** The new address of a code that changes it, null if it only verifies. Other codes are rejected. */
function newEmailOf(row: CodeRow): string | null {
  if (row.requestType === "VERIFY_EMAIL") return null;
  if (row.requestType === "VERIFY_AND_CHANGE_EMAIL" && row.newEmail) return row.newEmail;
  throw new WireError("INVALID_OOB_CODE");
}
