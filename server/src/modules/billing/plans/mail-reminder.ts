import type { PlanId } from "@litfass/contract/billing/billing";
import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import { findUser } from "../../users/index.ts";
import { dayOf, formatDay } from "../invoices/invoice.ts";
import { reminderMail } from "../mails.ts";
import { failureText } from "../payments/payment-failures.ts";
import type { ReminderKind } from "./reminder-sql.ts";
import { renewalText } from "./renewal-text.ts";

export const mailReminderJob = "billing.mail-reminder";

/** A reminder's values at the time it was found due. */
export type ReminderMail = {
  ownerUid: string;
  kind: ReminderKind;
  plan: string;
  /** Absent in mails that an earlier release requested. */
  planId?: PlanId;
  endAt: string;
  left: string;
  /** Why the card for the renewal was declined. */
  failureCode: string | null;
};

/** Mails a reminder. @throws if the mail server rejects it, so that the job is retried. */
export async function mailReminder(platform: Platform, mail: ReminderMail): Promise<void> {
  const owner = await findUser(platform.db, mail.ownerUid);
  if (!owner?.email) return;
  const { lang, fullName: recipient } = owner;
  const { kind, plan, left, endAt } = mail;
  // The price at the time of the mail: a discount may have begun or ended since the reminder became due.
  const renewal =
    mail.planId === undefined || kind === "low_balance" ? null : await renewalText(platform, owner, mail.planId);
  const content = reminderMail(
    { lang, recipient, publicUrl: platform.config.publicUrl },
    {
      kind,
      renewal,
      plan,
      left,
      failure: failureText(mail.failureCode, lang) ?? "",
      day: formatDay(dayOf(new Date(endAt))),
    },
  );
  await sendMail(platform, owner.email, content);
}
