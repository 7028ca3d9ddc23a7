import { formatMinor } from "@litfass/contract/kernel/money";
import type { Platform } from "@litfass/platform/platform";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { budgetOf } from "../budget.ts";
import type { PaymentRow } from "../tables.ts";
import { subscriptionOf } from "./book-plan.ts";
import { mailReminderJob, type ReminderMail } from "./mail-reminder.ts";
import { listSubscribers, noteReminder, type ReminderKind } from "./reminder-sql.ts";

const atOnce = 200;

/**
 * Finds packages near their end (14 days) and with little budget left (a tenth), and mails their owners, once per package and
 * reason (CONST-007). Nothing is renewed by itself. Answers how many mails were ordered.
 */
export async function remindSubscribers(platform: Platform): Promise<number> {
  const { db, clock } = platform;
  let sent = 0;
  let last = "";
  for (;;) {
    const uids = await listSubscribers(db, clock.now(), last, atOnce);
    for (const uid of uids) sent += await remind(platform, uid);
    if (uids.length < atOnce) return sent;
    last = uids.at(-1) ?? last;
  }
}

async function remind(platform: Platform, ownerUid: string): Promise<number> {
  const { db, clock } = platform;
  const { isNearEndDate, isLowBalance } = await subscriptionOf(db, ownerUid, clock.now());
  let sent = 0;
  if (isNearEndDate) sent += await db.transaction((tx) => orderMail(tx, platform, ownerUid, "near_end", null));
  if (isLowBalance) sent += await db.transaction((tx) => orderMail(tx, platform, ownerUid, "low_balance", null));
  return sent;
}

/** Orders the mail that a card was refused where it would have prolonged the running package; once for each end of it. */
export async function remindOfDecline(tx: Transaction, platform: Platform, payment: PaymentRow): Promise<void> {
  const { plan } = await subscriptionOf(tx, payment.ownerUid, platform.clock.now());
  if (plan === null || plan !== payment.plan) return;
  await orderMail(tx, platform, payment.ownerUid, "renewal_declined", payment.failureCode);
}

/** Answers how many mails were ordered: none where it was said before. */
async function orderMail(
  tx: Transaction,
  { clock, jobs }: Platform,
  ownerUid: string,
  kind: ReminderKind,
  failureCode: string | null,
): Promise<number> {
  const now = clock.now();
  const { plan, end_at } = await subscriptionOf(tx, ownerUid, now);
  const budget = await budgetOf(tx, ownerUid);
  if (!plan || !end_at || !budget) return 0;
  if (!(await noteReminder(tx, { ownerUid, kind, endAt: new Date(end_at), sentAt: now }))) return 0;
  const left = `${budget.currency} ${formatMinor(budget.balance)}`;
  const name = `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;
  const mail: ReminderMail = { ownerUid, kind, plan: name, endAt: end_at, left, failureCode };
  await jobs.send(mailReminderJob, mail, { tx });
  return 1;
}
