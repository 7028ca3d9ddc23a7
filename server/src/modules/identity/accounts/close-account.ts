import type { Closing } from "@litfass/contract/identity/own-account";
import { message } from "@litfass/contract/kernel/messages";
import { isStaff } from "@litfass/contract/kernel/roles";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { conflict, Problem, unauthenticated } from "@litfass/platform/problem";
import {
  accountRestriction,
  closeUser,
  findSubject,
  findUserBySubject,
  lockUser,
  type UserRow,
} from "../../users/index.ts";
import { type IdentityCall, provedAccount } from "../identity-call.ts";
import { accountClosedMail } from "../mails.ts";
import { accountOfToken } from "../protocol/token-account.ts";
import { WireError } from "../protocol/wire-error.ts";
import type { WireInput } from "../protocol/wire-input.ts";
import { deleteSecondFactor } from "../second-factor/second-factor-sql.ts";
import { builtInProvider, type ClosingParts, type IdentityService, type IdentityServices } from "../service.ts";
import { requireSensitiveSignIn } from "../sessions/sensitive-sign-in.ts";
import { endSessionsOf } from "../sessions/session-sql.ts";
import { recordAccountChange } from "./account-audit.ts";
import { deleteAccount } from "./account-sql.ts";

/** Open items in a user's account. */
export async function showClosing(parts: ClosingParts, db: Executor, uid: string): Promise<Closing> {
  const matters = await parts.openMatters(db, uid);
  const running = matters.running_campaigns + matters.settling_campaigns + matters.open_orders;
  return { can_close: running === 0 && matters.publisher === null, ...matters };
}

/**
 * Closes an account: identity, second factor and sessions are deleted; invoices and bookings are kept. Call it after
 * the customer has confirmed their identity.
 * @throws Problem 409 while campaigns, orders or a publisher are open, or while money is left and `leavesBalance` is false
 */
export const closeAccount = command({
  name: "identity.close_account",
  errors: ["conflict"],
  async run({ ctx, input }: CommandCall<{ uid: string; leavesBalance: boolean }, IdentityServices>): Promise<void> {
    const { tx, services } = ctx;
    const user = await lockUser(tx, input.uid);
    if (!user) throw unauthenticated();
    const closing = await showClosing(services.closing, tx, user.uid);
    if (!closing.can_close) throw conflict("account_in_use", "closing.open");
    if (closing.balances.length > 0 && !input.leavesBalance) throw conflict("balance_left", "closing.balance");
    const subject = await findSubject(tx, builtInProvider, user.uid);
    if (subject) await deleteAccount(tx, subject);
    await deleteSecondFactor(tx, user.uid);
    await endSessionsOf(tx, user.uid);
    await closeUser(ctx, user);
    await services.closing.leaveServices(tx, user.uid);
    ctx.afterCommit(() => mailClosed(services.identity, user));
  },
});

async function mailClosed(service: IdentityService, { email, emailVerifiedAt, lang }: UserRow): Promise<void> {
  if (!email) return;
  // Repeatedly signing up with an address and closing the account could flood its mailbox.
  if (!emailVerifiedAt && !(await service.mailLimits.admitNotice(email))) return;
  await service.sendMail(email, accountClosedMail(email, lang));
}

/** Deletes an account of the identity provider that never signed in here. @throws WireError USER_NOT_FOUND */
export const deleteUnusedAccount = command({
  name: "identity.delete_account",
  errors: [],
  async run({ ctx, input: { localId } }: CommandCall<{ localId: string }>): Promise<void> {
    if (!(await deleteAccount(ctx.tx, localId))) throw new WireError("USER_NOT_FOUND");
    await recordAccountChange(ctx, localId, "account_closed");
  },
});

/**
 * accounts:delete. Deletes the identity. Its user is closed by the rules of the account page.
 * @throws WireError CREDENTIAL_TOO_OLD_LOGIN_AGAIN, USER_DISABLED, ADMIN_ONLY_OPERATION for staff,
 * OPERATION_NOT_ALLOWED while campaigns run, orders are open or money is left
 */
export async function deleteOwnAccount(
  service: IdentityService,
  input: WireInput,
  call: IdentityCall,
): Promise<Record<string, unknown>> {
  const { account, claims } = await accountOfToken(service, input.idToken);
  await requireSensitiveSignIn(service, account, claims);
  const user = await findUserBySubject(service.platform.db, builtInProvider, account.localId);
  if (user) await closeByProtocol(call, user, account.localId);
  else await call.run(deleteUnusedAccount, { localId: account.localId });
  return { kind: "identitytoolkit#DeleteAccountResponse" };
}

async function closeByProtocol(call: IdentityCall, user: UserRow, localId: string): Promise<void> {
  if (accountRestriction(user) === "disabled") throw new WireError("USER_DISABLED");
  if (isStaff(user.role)) throw new WireError("ADMIN_ONLY_OPERATION");
  try {
    // The protocol cannot express the consent to leave money behind; the account page can.
    await call.run(closeAccount, { uid: user.uid, leavesBalance: false }, provedAccount(localId));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error;
    const key = error.details.code === "balance_left" ? "closing.balance" : "closing.open";
    throw new WireError(`OPERATION_NOT_ALLOWED : ${message(key, call.lang)}`);
  }
}
