import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { findUserBySubject } from "../../users/index.ts";
import { listProviders, lockAccount } from "../accounts/account-sql.ts";
import { findSignIn } from "../protocol/token-sql.ts";
import type { IdTokenClaims } from "../protocol/verify-id-token.ts";
import { WireError } from "../protocol/wire-error.ts";
import { hasSecondFactor } from "../second-factor/second-factor-sql.ts";
import { builtInProvider, type IdentityService } from "../service.ts";
import type { AccountRow } from "../tables.ts";

/** How recent a sign-in must be to change sign-in methods or delete the account. */
export const recentSignInMs = 5 * 60 * 1000;

/**
 * Requires a sign-in within the last 5 minutes; if the user has a second factor, that sign-in must have passed it too
 * (`POST login`, then `POST login/second-factor`, with an ID token of the same sign-in). Guests cannot sign in again
 * and pass.
 * @throws WireError CREDENTIAL_TOO_OLD_LOGIN_AGAIN, which the client library maps to `auth/requires-recent-login`
 */
export async function requireSensitiveSignIn(
  service: IdentityService,
  account: AccountRow,
  claims: IdTokenClaims,
): Promise<void> {
  const { db, clock } = service.platform;
  const isRecent = (at: Date): boolean => clock.now().getTime() - at.getTime() <= recentSignInMs;
  if (await isGuest(db, account)) return;
  if (!isRecent(new Date(claims.auth_time * 1000))) throw new WireError("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  const user = await findUserBySubject(db, builtInProvider, account.localId);
  if (!user || !(await hasSecondFactor(db, user.uid))) return;
  const signIn = await findSignIn(db, account.localId, claims.firebase?.sign_in_id);
  if (!signIn?.secondFactorAt || !isRecent(signIn.secondFactorAt)) {
    throw new WireError("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  }
}

const isGuest = async (db: Executor, account: AccountRow): Promise<boolean> =>
  account.email === null && (await listProviders(db, account.localId)).length === 0;

/**
 * The account of an ID token, locked for the rest of the transaction. A faster concurrent change, such as a claim by
 * the owner of the address, wins.
 * @throws WireError TOKEN_EXPIRED, USER_NOT_FOUND
 */
export async function lockAccountOfToken(
  tx: WriteTransaction,
  { localId, generation }: AccountRow,
): Promise<AccountRow> {
  const account = await lockAccount(tx, localId);
  if (!account) throw new WireError("USER_NOT_FOUND");
  if (account.generation !== generation) throw new WireError("TOKEN_EXPIRED");
  return account;
}
