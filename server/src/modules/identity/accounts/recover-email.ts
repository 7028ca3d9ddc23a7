import { type CommandCall, command } from "@litfass/platform/command/command";
import { findUserBySubject } from "../../users/index.ts";
import { type IdentityCall, provedAccount } from "../identity-call.ts";
import { deleteAllCodes } from "../protocol/code-sql.ts";
import { createCode, useCode } from "../protocol/one-time-code.ts";
import { WireError } from "../protocol/wire-error.ts";
import { deleteChallengesOf, deleteSecondFactor, findSecondFactor } from "../second-factor/second-factor-sql.ts";
import { builtInProvider, type IdentityServices } from "../service.ts";
import { endSessionsOf } from "../sessions/session-sql.ts";
import type { AccountRow, CodeRow } from "../tables.ts";
import { syncUserOfAccount } from "./account-identity.ts";
import { deleteProviders, lockAccount, uniqueAddress, updateAccountAndEndTokens } from "./account-sql.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** The account with its previous address, and a code to choose a new password. */
type Recovered = { account: AccountRow; resetCode: string };

/**
 * Undoes a change of address with the code mailed to the previous one. The person who made the change was able to
 * sign in, so the password and linked providers are removed, and all sessions, tokens and mailed codes end. A second
 * factor is kept unless it was set up within the day before the change or later.
 */
export const recoverAddress = command({
  name: "identity.recover_email",
  errors: [],
  async run({ ctx, input: { row } }: CommandCall<{ row: CodeRow }, IdentityServices>): Promise<Recovered> {
    const { tx, clock } = ctx;
    await useCode(ctx, row);
    const found = row.localId ? await lockAccount(tx, row.localId) : null;
    if (!found) throw new WireError("INVALID_OOB_CODE");
    if (found.disabled) throw new WireError("USER_DISABLED");
    const changes = { email: row.email, emailVerified: true, passwordHash: null, passwordUpdatedAt: null };
    const account = await updateAccountAndEndTokens(tx, found.localId, changes, clock.now());
    await deleteProviders(tx, account.localId);
    await deleteAllCodes(tx, account.localId);
    const user = await findUserBySubject(tx, builtInProvider, account.localId);
    if (user) {
      const factor = await findSecondFactor(tx, user.uid);
      const isSuspect = factor?.confirmedAt && factor.confirmedAt.getTime() > row.createdAt.getTime() - dayMs;
      if (isSuspect) await deleteSecondFactor(tx, user.uid);
      await deleteChallengesOf(tx, user.uid);
      await endSessionsOf(tx, user.uid);
    }
    await syncUserOfAccount(ctx, account, found);
    const reset = { requestType: "PASSWORD_RESET", email: row.email, localId: account.localId } as const;
    return { account, resetCode: await createCode(ctx, reset) };
  },
});

/** @throws WireError INVALID_OOB_CODE, USER_DISABLED, EMAIL_EXISTS if the address has another account by now */
export const recoverEmail = (call: IdentityCall, row: CodeRow): Promise<Recovered> =>
  uniqueAddress(() => call.run(recoverAddress, { row }, provedAccount(row.localId)));
