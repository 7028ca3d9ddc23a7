import type { Language } from "@litfass/contract/kernel/messages";
import type { Config } from "../config/config.ts";
import { type MailContent, mailBrandOf } from "./mail-content.ts";
import { t } from "./texts.ts";

/** The mail by which an operator checks delivery and sender. */
export function testMail(config: Pick<Config, "mailFrom" | "mailReplyTo" | "publicUrl">, lang: Language): MailContent {
  const { operator, replyTo, url } = mailBrandOf(config);
  return {
    lang,
    subject: t(lang, "test.subject", { operator }),
    recipient: "",
    body: [
      t(lang, "test.text", { operator, from: config.mailFrom }),
      ...(replyTo ? [t(lang, "test.replies", { address: replyTo })] : []),
    ],
    button: { label: t(lang, "test.button", { site: new URL(url).host }), url },
  };
}
