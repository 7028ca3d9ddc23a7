import type { Platform } from "@litfass/platform/platform";
import { findUser, type UserRow } from "../../users/index.ts";
import { dayOf, formatDay } from "../invoices/invoice.ts";
import { failureText } from "../payments/payment-failures.ts";
import { textsOf } from "../texts.ts";
import type { ReminderKind } from "./reminder-sql.ts";

export const mailReminderJob = "billing.mail-reminder";

/** What a reminder's mail says, as it was when it was found due. */
export type ReminderMail = {
  ownerUid: string;
  kind: ReminderKind;
  plan: string;
  endAt: string;
  left: string;
  /** Why the card was refused that should have renewed the package. */
  failureCode: string | null;
};

/** Mails a reminder. @throws where the mail server does not take it, so that it is tried again. */
export async function mailReminder(platform: Platform, mail: ReminderMail): Promise<void> {
  const owner = await findUser(platform.db, mail.ownerUid);
  if (!owner?.email) return;
  await platform.mailer.send({ to: owner.email, ...contentOf(owner, mail, platform.config.publicUrl) });
}

function contentOf(owner: UserRow, mail: ReminderMail, publicUrl: string): { subject: string; text: string } {
  const { kind, plan, left, endAt } = mail;
  const texts = textsOf(owner.lang, "reminder");
  const failure = failureText(mail.failureCode, owner.lang) ?? "";
  const values = { plan, left, failure, day: formatDay(dayOf(new Date(endAt))) };
  const text = [
    texts("greeting", { name: owner.fullName }).trim(),
    texts(`${kind}.facts`, values),
    texts(`${kind}.advice`, values),
    `${publicUrl}/invoices`,
  ];
  return { subject: texts(`${kind}.subject`, values), text: text.join("\n\n") };
}
