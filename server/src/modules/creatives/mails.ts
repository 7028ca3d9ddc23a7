import type { Language } from "@litfass/contract/kernel/language";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import { t } from "./texts.ts";

/** The mail about a step of a banner set; the brief is the customer's own text, shown to designers. */
export function bannerSetMail(
  lang: Language,
  told: {
    event: "ordered" | "delivered" | "cancelled";
    recipient: string;
    customer: string;
    brief: string;
    publicUrl: string;
  },
): MailContent {
  const { event, recipient, customer, brief, publicUrl } = told;
  return {
    lang,
    recipient,
    subject: t(lang, `banner_set.mail.${event}`, { customer }),
    body: [t(lang, `banner_set.mail.${event}.text`, { customer }), ...(event === "ordered" ? [{ quote: brief }] : [])],
    button: { label: t(lang, "banner_set.mail.button"), url: `${publicUrl}/banner-sets` },
  };
}
