import { findUserBySubject, lockUser } from "../users/index.ts";
import { deleteAccount } from "./account-sql.ts";
import { type ClosingParts, closeUserWithoutIdentity } from "./close-account.ts";
import { builtInProvider, type IdentityService } from "./service.ts";
import { accountOfToken, requireRecentSignIn } from "./token-account.ts";
import { WireError } from "./wire-error.ts";
import type { WireInput } from "./wire-input.ts";

/**
 * accounts:delete. Deletes the identity. The user behind it is archived and its sessions end, as nobody could sign in
 * there any more; what the user did on the platform stays.
 */
export async function deleteOwnAccount(
  service: IdentityService,
  closing: ClosingParts,
  input: WireInput,
): Promise<Record<string, unknown>> {
  const { account, claims } = await accountOfToken(service, input.idToken);
  requireRecentSignIn(service, claims);
  const { db, clock } = service.platform;
  await db.transaction(async (tx) => {
    const tied = await findUserBySubject(tx, builtInProvider, account.localId);
    const user = tied && (await lockUser(tx, tied.uid));
    if (!(await deleteAccount(tx, account.localId))) throw new WireError("USER_NOT_FOUND");
    if (user) await closeUserWithoutIdentity(closing, tx, user, clock.now());
  });
  return { kind: "identitytoolkit#DeleteAccountResponse" };
}
