import { formatMinor } from "@litfass/contract/money";
import type { Platform } from "../platform/platform.ts";
import { findUser, type UserRow } from "../users/index.ts";
import { subscriptionOf } from "./book-plan.ts";
import { budgetOf } from "./budget.ts";
import { dayOf, formatDay } from "./invoice.ts";
import { listSubscribers, noteReminder, type ReminderKind } from "./reminder-sql.ts";

export const mailReminderJob = "billing.mail-reminder";

/** What a reminder's mail says, as it was when it was found due. */
export type ReminderMail = { ownerUid: string; kind: ReminderKind; plan: string; endAt: string; left: string };

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
  const { db, clock, jobs } = platform;
  const now = clock.now();
  const { plan, end_at, isNearEndDate, isLowBalance } = await subscriptionOf(db, ownerUid, now);
  if (!plan || !end_at) return 0;
  const due: ReminderKind[] = [];
  if (isNearEndDate) due.push("near_end");
  if (isLowBalance) due.push("low_balance");
  const budget = due.length > 0 ? await budgetOf(db, ownerUid) : null;
  if (!budget) return 0;
  let sent = 0;
  for (const kind of due) {
    const left = `${budget.currency} ${formatMinor(budget.balance)}`;
    const name = `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;
    await db.transaction(async (tx) => {
      if (!(await noteReminder(tx, { ownerUid, kind, endAt: new Date(end_at), sentAt: now }))) return;
      const mail: ReminderMail = { ownerUid, kind, plan: name, endAt: end_at, left };
      await jobs.send(mailReminderJob, mail, { tx });
      sent += 1;
    });
  }
  return sent;
}

/** Mails a reminder. @throws where the mail server does not take it, so that it is tried again. */
export async function mailReminder(platform: Platform, mail: ReminderMail): Promise<void> {
  const owner = await findUser(platform.db, mail.ownerUid);
  if (!owner?.email) return;
  const { subject, lines } = (owner.lang === "de" ? german : english)[mail.kind](mail);
  const text = [greetingOf(owner), ...lines, `${platform.config.publicUrl}/invoices`];
  await platform.mailer.send({ to: owner.email, subject, text: text.join("\n\n") });
}

const greetingOf = (owner: UserRow): string =>
  `${owner.lang === "de" ? "Guten Tag" : "Hello"} ${owner.fullName}`.trim();

type Texts = Record<ReminderKind, (mail: ReminderMail) => { subject: string; lines: string[] }>;
const dayOfEnd = ({ endAt }: ReminderMail): string => formatDay(dayOf(new Date(endAt)));

const english: Texts = {
  near_end: (mail) => ({
    subject: `Your ${mail.plan} package ends on ${dayOfEnd(mail)}`,
    lines: [
      `Your ${mail.plan} package ends on ${dayOfEnd(mail)}. It does not renew by itself. ${mail.left} of budget are left; they stay yours.`,
      "Order it again with the Subscribe button, and three months are added to its end:",
    ],
  }),
  low_balance: (mail) => ({
    subject: `${mail.left} are left of your budget`,
    lines: [
      `${mail.left} are left to use, less than a tenth of your ${mail.plan} package. Campaigns that run go on with what is reserved for them.`,
      "Add budget by card or order a package for the next campaign:",
    ],
  }),
};

const german: Texts = {
  near_end: (mail) => ({
    subject: `Ihr Paket ${mail.plan} endet am ${dayOfEnd(mail)}`,
    lines: [
      `Ihr Paket ${mail.plan} endet am ${dayOfEnd(mail)}. Es verlängert sich nicht von selbst. ${mail.left} Guthaben sind noch frei und bleiben Ihnen erhalten.`,
      "Bestellen Sie es mit «Bestellen» erneut, dann kommen drei Monate dazu:",
    ],
  }),
  low_balance: (mail) => ({
    subject: `Es bleiben ${mail.left} von Ihrem Guthaben`,
    lines: [
      `Es bleiben ${mail.left}, weniger als ein Zehntel Ihres Pakets ${mail.plan}. Laufende Kampagnen laufen mit dem weiter, was für sie reserviert ist.`,
      "Laden Sie Budget mit der Karte auf oder bestellen Sie ein Paket für die nächste Kampagne:",
    ],
  }),
};
