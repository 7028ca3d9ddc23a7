import type { Platform } from "../platform.ts";
import { type MailContent, mailBrandOf } from "./mail-content.ts";
import type { MailAttachment } from "./mailer.ts";
import { renderMail } from "./render-mail.ts";

/**
 * Sends a mail of the product: content in the reader's stored language, under the operator's name.
 * @throws Error where the mail server does not take it, so that the calling job tries again
 */
export async function sendMail(
  { mailer, config }: Pick<Platform, "mailer" | "config">,
  to: string,
  content: MailContent,
  attachments?: MailAttachment[],
): Promise<void> {
  await mailer.send({ to, ...renderMail(content, mailBrandOf(config)), ...(attachments ? { attachments } : {}) });
}
