import type { Closing } from "@litfass/contract/identity/own-account";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, unauthenticated } from "@litfass/platform/problem";
import { closeUser, findSubject, lockUser, type UserRow } from "../../users/index.ts";
import { accountNotice } from "../mails.ts";
import { deleteSecondFactor } from "../second-factor/second-factor-sql.ts";
import { builtInProvider, type IdentityService } from "../service.ts";
import { endSessionsOf } from "../sessions/session-sql.ts";
import { deleteAccount } from "./account-sql.ts";

/** What other modules know of an account that is to be closed. */
export type ClosingParts = {
  openMatters(db: Executor, uid: string): Promise<Omit<Closing, "can_close">>;
  /** Sends the work that gives up what the account holds outside, with the transaction. */
  leaveServices(tx: Transaction, uid: string): Promise<void>;
};

/** What is open in a user's account. */
export async function showClosing(parts: ClosingParts, db: Executor, uid: string): Promise<Closing> {
  const matters = await parts.openMatters(db, uid);
  const running = matters.running_campaigns + matters.settling_campaigns + matters.open_orders;
  return { can_close: running === 0, ...matters };
}

/**
 * Closes the own account: identity, second factor and sessions go with it; invoices and bookings stay. Call it for a
 * customer who has just shown who they are.
 * @throws Problem 409 while something runs, or while money is left and `leavesBalance` is false
 */
export async function closeAccount(
  service: IdentityService,
  parts: ClosingParts,
  user: UserRow,
  { leavesBalance }: { leavesBalance: boolean },
): Promise<void> {
  const { db, clock, mailer, log } = service.platform;
  await db.transaction(async (tx) => {
    if (!(await lockUser(tx, user.uid))) throw unauthenticated();
    const closing = await showClosing(parts, tx, user.uid);
    if (!closing.can_close) throw conflict("account_in_use", "closing.open");
    if (closing.balances.length > 0 && !leavesBalance) throw conflict("balance_left", "closing.balance");
    const subject = await findSubject(tx, builtInProvider, user.uid);
    if (subject) await deleteAccount(tx, subject);
    await deleteSecondFactor(tx, user.uid);
    await endSessionsOf(tx, user.uid);
    await closeUser(tx, user, clock.now());
    await parts.leaveServices(tx, user.uid);
  });
  if (!user.email) return;
  // Somebody could fill a mailbox by signing up with its address and closing the account again and again.
  if (!user.emailVerifiedAt && !(await service.mailLimits.admitNotice(user.email))) return;
  // The account is closed already; a mail server that is down must not undo it.
  await mailer
    .send({ to: user.email, ...accountNotice("account_closed", user.email, user.lang) })
    .catch((error: unknown) => log.error({ err: error, uid: user.uid }, "the closing of an account was not mailed"));
}
