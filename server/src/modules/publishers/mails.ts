import type { Language } from "@litfass/contract/kernel/language";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import { t } from "./texts.ts";

/** An existing user has become a publisher. Those who are invited get the invitation instead. */
export function addedMail(
  lang: Language,
  { recipient, name, percent, publicUrl }: { recipient: string; name: string; percent: number; publicUrl: string },
): MailContent {
  return {
    lang,
    recipient,
    subject: t(lang, "addedMail.subject", { name }),
    body: [t(lang, "addedMail.added", { name, share: `${percent}%` }), t(lang, "addedMail.next")],
    button: { label: t(lang, "addedMail.button"), url: `${publicUrl}/publisher` },
    footer: [t(lang, "addedMail.same")],
  };
}
