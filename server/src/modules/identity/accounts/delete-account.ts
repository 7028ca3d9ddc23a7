import { message } from "@litfass/contract/kernel/messages";
import { isStaff } from "@litfass/contract/kernel/roles";
import { Problem } from "@litfass/platform/problem";
import { findUserBySubject, obstacleOf, type UserRow } from "../../users/index.ts";
import { accountOfToken } from "../protocol/token-account.ts";
import { WireError } from "../protocol/wire-error.ts";
import type { WireCall, WireInput } from "../protocol/wire-input.ts";
import { builtInProvider, type IdentityService } from "../service.ts";
import { requireSensitiveSignIn } from "../sessions/sensitive-sign-in.ts";
import { deleteAccount } from "./account-sql.ts";
import { type ClosingParts, closeAccount } from "./close-account.ts";

/**
 * accounts:delete. Deletes the identity. The user behind it is closed by the same rules as on the account page.
 * @throws WireError CREDENTIAL_TOO_OLD_LOGIN_AGAIN, USER_DISABLED, ADMIN_ONLY_OPERATION for staff,
 * OPERATION_NOT_ALLOWED while campaigns run, orders are open or money is left
 */
export async function deleteOwnAccount(
  service: IdentityService,
  closing: ClosingParts,
  input: WireInput,
  call: WireCall,
): Promise<Record<string, unknown>> {
  const { account, claims } = await accountOfToken(service, input.idToken);
  await requireSensitiveSignIn(service, account, claims);
  const { db } = service.platform;
  const user = await findUserBySubject(db, builtInProvider, account.localId);
  if (user) await closeByProtocol(service, closing, user, call);
  else if (!(await deleteAccount(db, account.localId))) throw new WireError("USER_NOT_FOUND");
  return { kind: "identitytoolkit#DeleteAccountResponse" };
}

async function closeByProtocol(
  service: IdentityService,
  closing: ClosingParts,
  user: UserRow,
  call: WireCall,
): Promise<void> {
  if (obstacleOf(user) === "disabled") throw new WireError("USER_DISABLED");
  if (isStaff(user.role)) throw new WireError("ADMIN_ONLY_OPERATION");
  try {
    // The protocol cannot say that money may stay behind: that is confirmed on the account page.
    await closeAccount(service, closing, user, { leavesBalance: false });
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error;
    const key = error.details.code === "balance_left" ? "closing.balance" : "closing.open";
    throw new WireError(`OPERATION_NOT_ALLOWED : ${message(key, call.lang)}`);
  }
}
