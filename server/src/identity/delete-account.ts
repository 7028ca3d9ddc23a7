import { deleteAccount } from "./account-sql.ts";
import { builtInProvider, type IdentityService } from "./service.ts";
import { endSessionsOfSubject } from "./session-sql.ts";
import { accountOfToken, requireRecentSignIn } from "./token-account.ts";
import { WireError } from "./wire-error.ts";
import type { WireInput } from "./wire-input.ts";

/** accounts:delete. Deletes the identity and ends its sessions; what the user did on the platform stays. */
export async function deleteOwnAccount(service: IdentityService, input: WireInput): Promise<Record<string, unknown>> {
  const { account, claims } = await accountOfToken(service, input.idToken);
  requireRecentSignIn(service, claims);
  await service.platform.db.transaction(async (tx) => {
    if (!(await deleteAccount(tx, account.localId))) throw new WireError("USER_NOT_FOUND");
    await endSessionsOfSubject(tx, builtInProvider, account.localId);
  });
  return { kind: "identitytoolkit#DeleteAccountResponse" };
}
