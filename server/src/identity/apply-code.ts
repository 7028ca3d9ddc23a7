import { findUserBySubject } from "../users/index.ts";
import { presentUpdatedAccount } from "./account.ts";
import { passOnAccount } from "./account-identity.ts";
import { findAccount, listProviders, updateAccount, updateAccountAndEndTokens } from "./account-sql.ts";
import { accountNotice } from "./mails.ts";
import { readCode, useCode } from "./one-time-code.ts";
import { builtInProvider, type IdentityService } from "./service.ts";
import { oneAddressOneAccount } from "./sign-up.ts";
import type { CodeRow } from "./tables.ts";
import { WireError } from "./wire-error.ts";

/**
 * Applies a mailed code that verifies an address or changes it to a verified one. Good once.
 * @throws WireError INVALID_OOB_CODE, EXPIRED_OOB_CODE, USER_DISABLED, EMAIL_EXISTS
 */
export async function applyCode(service: IdentityService, code: string): Promise<Record<string, unknown>> {
  const { db, clock } = service.platform;
  const row = await readCode(service, code);
  const now = clock.now();
  const newEmail = addressAfter(row);
  const account = await oneAddressOneAccount(() =>
    db.transaction(async (tx) => {
      await useCode(tx, row, now);
      const found = row.localId ? await findAccount(tx, row.localId) : null;
      if (!found || found.email !== row.email) throw new WireError("INVALID_OOB_CODE");
      if (found.disabled) throw new WireError("USER_DISABLED");
      const updated = newEmail
        ? await updateAccountAndEndTokens(tx, found.localId, { email: newEmail, emailVerified: true }, now)
        : await updateAccount(tx, found.localId, { emailVerified: true });
      if (!updated) throw new WireError("INVALID_OOB_CODE");
      await passOnAccount(tx, updated, now);
      return updated;
    }),
  );
  if (newEmail) await tellFormerAddress(service, row.email, newEmail, account.localId);
  return presentUpdatedAccount(account, await listProviders(db, account.localId));
}

/** Whoever still reads the former address learns of the change; a mail server that is down does not undo it. */
async function tellFormerAddress(
  { platform }: IdentityService,
  former: string,
  address: string,
  localId: string,
): Promise<void> {
  const user = await findUserBySubject(platform.db, builtInProvider, localId);
  if (!user) return;
  await platform.mailer
    .send({ to: former, ...accountNotice("email_changed", address, user.lang) })
    .catch((error: unknown) => platform.log.error({ err: error, uid: user.uid }, "the former address was not told"));
}

/** The new address of a code that changes it, null where it only verifies. Other codes are not for this call. */
function addressAfter(row: CodeRow): string | null {
  if (row.requestType === "VERIFY_EMAIL") return null;
  if (row.requestType === "VERIFY_AND_CHANGE_EMAIL" && row.newEmail) return row.newEmail;
  throw new WireError("INVALID_OOB_CODE");
}
