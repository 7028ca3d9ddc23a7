import type { Platform } from "../platform.ts";
import { type MailContent, mailBrandOf } from "./mail-content.ts";
import type { MailAttachment } from "./mailer.ts";
import { renderMail } from "./render-mail.ts";

/**
 * Sends a mail of the product in the reader's stored language, under the operator's name.
 * @throws Error if the mail server rejects it, so that the calling job is retried
 */
export async function sendMail(
  { mailer, config, settings }: Pick<Platform, "mailer" | "config" | "settings">,
  to: string,
  content: MailContent,
  attachments?: MailAttachment[],
): Promise<void> {
  const brand = mailBrandOf(settings.current().brand, config.publicUrl);
  await mailer.send({ to, ...renderMail(content, brand), ...(attachments ? { attachments } : {}) });
}
