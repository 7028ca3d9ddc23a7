import { findUserBySubject } from "../../users/index.ts";
import { createCode, dropAllCodes, useCode } from "../protocol/one-time-code.ts";
import { oneAddressOneAccount } from "../protocol/sign-up.ts";
import { WireError } from "../protocol/wire-error.ts";
import { deleteChallengesOf, deleteSecondFactor, findSecondFactor } from "../second-factor/second-factor-sql.ts";
import { builtInProvider, type IdentityService } from "../service.ts";
import { endSessionsOf } from "../sessions/session-sql.ts";
import type { AccountRow, CodeRow } from "../tables.ts";
import { passOnAccount } from "./account-identity.ts";
import { deleteProviders, lockAccount, updateAccountAndEndTokens } from "./account-sql.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Undoes a change of address with the code that was mailed to the former one. Whoever made the change knew how to sign
 * in: the password and the linked providers go, and all sessions, tokens and mailed codes end. A second factor stays
 * unless it was set up in the day before the change or later.
 * @returns the account, and a code to choose a new password with
 * @throws WireError INVALID_OOB_CODE, EMAIL_EXISTS where the address has another account meanwhile
 */
export async function recoverEmail(
  service: IdentityService,
  row: CodeRow,
): Promise<{ account: AccountRow; resetCode: string }> {
  const { db, clock } = service.platform;
  const now = clock.now();
  return oneAddressOneAccount(() =>
    db.transaction(async (tx) => {
      await useCode(tx, row, now);
      const found = row.localId ? await lockAccount(tx, row.localId) : null;
      if (!found) throw new WireError("INVALID_OOB_CODE");
      if (found.disabled) throw new WireError("USER_DISABLED");
      const changes = { email: row.email, emailVerified: true, passwordHash: null, passwordUpdatedAt: null };
      const account = await updateAccountAndEndTokens(tx, found.localId, changes, now);
      if (!account) throw new WireError("INVALID_OOB_CODE");
      await deleteProviders(tx, account.localId);
      await dropAllCodes(tx, account.localId);
      const user = await findUserBySubject(tx, builtInProvider, account.localId);
      if (user) {
        const factor = await findSecondFactor(tx, user.uid);
        const isSuspect = factor?.confirmedAt && factor.confirmedAt.getTime() > row.createdAt.getTime() - dayMs;
        if (isSuspect) await deleteSecondFactor(tx, user.uid);
        await deleteChallengesOf(tx, user.uid);
        await endSessionsOf(tx, user.uid);
      }
      await passOnAccount(tx, account, now);
      const reset = { requestType: "PASSWORD_RESET", email: row.email, localId: account.localId } as const;
      return { account, resetCode: await createCode(service, tx, reset) };
    }),
  );
}
