import type { Platform } from "@litfass/platform/platform";
import { findUser, type UserRow } from "../../users/index.ts";
import { dayOf, formatDay } from "../invoices/invoice.ts";
import { failureText } from "../payments/payment.ts";
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
  const { subject, lines } = (owner.lang === "de" ? german : english)[mail.kind](mail);
  const text = [greetingOf(owner), ...lines, `${platform.config.publicUrl}/invoices`];
  await platform.mailer.send({ to: owner.email, subject, text: text.join("\n\n") });
}

const greetingOf = (owner: UserRow): string =>
  `${owner.lang === "de" ? "Guten Tag" : "Hello"} ${owner.fullName}`.trim();

type Texts = Record<ReminderKind, (mail: ReminderMail) => { subject: string; lines: string[] }>;
const dayOfEnd = ({ endAt }: ReminderMail): string => formatDay(dayOf(new Date(endAt)));

const english: Texts = {
  renewal_declined: (mail) => ({
    subject: `Your ${mail.plan} package was not renewed`,
    lines: [
      `The card that should renew your ${mail.plan} package was not charged: ${failureText(mail.failureCode, "en")}.`,
      `Your package runs on until ${dayOfEnd(mail)}, and your budget stays yours. Renew it with another card or by invoice:`,
    ],
  }),
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
  renewal_declined: (mail) => ({
    subject: `Ihr Paket ${mail.plan} wurde nicht verlängert`,
    lines: [
      `Die Karte, die Ihr Paket ${mail.plan} verlängern sollte, wurde nicht belastet: ${failureText(mail.failureCode, "de")}.`,
      `Ihr Paket läuft weiter bis zum ${dayOfEnd(mail)}, und Ihr Guthaben bleibt Ihnen erhalten. Verlängern Sie es mit einer anderen Karte oder auf Rechnung:`,
    ],
  }),
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
