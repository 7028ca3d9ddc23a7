import { findUserBySubject } from "../../users/index.ts";
import { presentUpdatedAccount } from "../accounts/account.ts";
import { passOnAccount } from "../accounts/account-identity.ts";
import { listProviders, lockAccount, updateAccount, updateAccountAndEndTokens } from "../accounts/account-sql.ts";
import { tellFormerAddress } from "../accounts/email-change.ts";
import { recoverEmail } from "../accounts/recover-email.ts";
import { codeMail } from "../mails.ts";
import { builtInProvider, type IdentityService } from "../service.ts";
import type { CodeRow } from "../tables.ts";
import { readCode, useCode } from "./one-time-code.ts";
import { codeLink } from "./send-code.ts";
import { oneAddressOneAccount } from "./sign-up.ts";
import { WireError } from "./wire-error.ts";

/**
 * Applies a mailed code that verifies an address, changes it to a verified one, or undoes such a change. Good once.
 * @throws WireError INVALID_OOB_CODE, EXPIRED_OOB_CODE, USER_DISABLED, EMAIL_EXISTS
 */
export async function applyCode(service: IdentityService, code: string): Promise<Record<string, unknown>> {
  const { db, clock } = service.platform;
  const row = await readCode(service, code);
  if (row.requestType === "RECOVER_EMAIL") return recoverByProtocol(service, row);
  const now = clock.now();
  const newEmail = addressAfter(row);
  const { account, former } = await oneAddressOneAccount(() =>
    db.transaction(async (tx) => {
      await useCode(tx, row, now);
      const found = row.localId ? await lockAccount(tx, row.localId) : null;
      if (!found || found.email !== row.email) throw new WireError("INVALID_OOB_CODE");
      if (found.disabled) throw new WireError("USER_DISABLED");
      const updated = newEmail
        ? await updateAccountAndEndTokens(tx, found.localId, { email: newEmail, emailVerified: true }, now)
        : await updateAccount(tx, found.localId, { emailVerified: true });
      if (!updated) throw new WireError("INVALID_OOB_CODE");
      await passOnAccount(tx, updated, now);
      return { account: updated, former: found };
    }),
  );
  if (newEmail) await tellFormerAddress(service, former, account);
  return presentUpdatedAccount(account, await listProviders(db, account.localId));
}

/** The protocol has no page to lead to: the link to a new password is mailed. */
async function recoverByProtocol(service: IdentityService, row: CodeRow): Promise<Record<string, unknown>> {
  const { db, config, mailer } = service.platform;
  const { account, resetCode } = await recoverEmail(service, row);
  const user = await findUserBySubject(db, builtInProvider, account.localId);
  const lang = user?.lang ?? "en";
  const request = { requestType: "PASSWORD_RESET", email: row.email } as const;
  const link = codeLink(config.publicUrl, request, resetCode, lang, undefined);
  await mailer.send({ to: row.email, ...codeMail("PASSWORD_RESET", link, lang) });
  return presentUpdatedAccount(account, await listProviders(db, account.localId));
}

/** The new address of a code that changes it, null where it only verifies. Other codes are not for this call. */
function addressAfter(row: CodeRow): string | null {
  if (row.requestType === "VERIFY_EMAIL") return null;
  if (row.requestType === "VERIFY_AND_CHANGE_EMAIL" && row.newEmail) return row.newEmail;
  throw new WireError("INVALID_OOB_CODE");
}
