import type { Language } from "@litfass/contract/kernel/language";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import type { ContactMailJob } from "./contact-commands.ts";
import { type ContactMessage, findContactMessage } from "./contact-sql.ts";
import { t } from "./texts.ts";

/** The message for the operator; a reply goes to the sender. */
export const operatorMail = (lang: Language, sent: Omit<ContactMessage, "id" | "lang">): MailContent => ({
  lang,
  subject: t(lang, "operatorMail.subject", { name: sent.name }),
  replyTo: sent.email,
  body: [
    t(lang, "operatorMail.lead"),
    {
      facts: [
        [t(lang, "operatorMail.name"), sent.name],
        [t(lang, "operatorMail.email"), sent.email],
        ...(sent.phone ? [[t(lang, "operatorMail.phone"), sent.phone] as [string, string]] : []),
      ],
    },
    { quote: sent.message },
  ],
});

/** The sender's copy. */
export const copyMail = (
  lang: Language,
  { operator, message }: { operator: string; message: string },
): MailContent => ({
  lang,
  subject: t(lang, "copyMail.subject", { operator }),
  body: [t(lang, "copyMail.lead"), { quote: message }],
  footer: [t(lang, "copyMail.note")],
});

/** Sends a mail of a stored message. @throws if the mail server rejects it, so that the job is retried. */
export async function mailContactMessage(platform: Platform, { id, to }: ContactMailJob): Promise<void> {
  const sent = await findContactMessage(platform.db, id);
  if (!sent) return;
  const { company } = platform.settings.current();
  if (to === "operator") await sendMail(platform, company.email, operatorMail(sent.lang, sent));
  else await sendMail(platform, sent.email, copyMail(sent.lang, { operator: company.name, message: sent.message }));
}
