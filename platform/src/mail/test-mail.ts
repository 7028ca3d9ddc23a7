import type { Language } from "@litfass/contract/kernel/language";
import type { MailBrand, MailContent } from "./mail-content.ts";
import { t } from "./texts.ts";

/** The mail by which an operator checks delivery and sender. */
export function testMail(brand: MailBrand, lang: Language): MailContent {
  const { operator, replyTo, url, from } = brand;
  return {
    lang,
    subject: t(lang, "test.subject", { operator }),
    recipient: "",
    body: [
      t(lang, "test.text", { operator, from }),
      ...(replyTo ? [t(lang, "test.replies", { address: replyTo })] : []),
    ],
    button: { label: t(lang, "test.button", { site: new URL(url).host }), url },
  };
}
