import type { Language } from "@litfass/contract/kernel/language";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import { findSubscriber } from "./subscriber-sql.ts";
import { subscriberLink } from "./subscriber-token.ts";
import { t } from "./texts.ts";

/** Asks the owner of an address to confirm the subscription (PUB-013). */
export const confirmationMail = (lang: Language, links: { confirm: string; unsubscribe: string }): MailContent => ({
  lang,
  subject: t(lang, "mail.subject"),
  body: [t(lang, "mail.lead")],
  button: { label: t(lang, "mail.button"), url: links.confirm },
  footer: [t(lang, "mail.note")],
  unsubscribe: { label: t(lang, "mail.leave"), url: links.unsubscribe, oneClick: true },
});

/** Sends the confirmation mail. @throws if the mail server rejects it, so that the job is retried. */
export async function mailConfirmation(platform: Platform, { id }: { id: string }): Promise<void> {
  const subscriber = await findSubscriber(platform.db, id);
  if (!subscriber) return;
  const { config } = platform;
  const links = {
    confirm: subscriberLink(config, subscriber, "confirm"),
    unsubscribe: subscriberLink(config, subscriber, "unsubscribe"),
  };
  await sendMail(platform, subscriber.email, confirmationMail(subscriber.lang, links));
}
