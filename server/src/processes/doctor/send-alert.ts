import type { Language } from "@litfass/contract/kernel/language";
import type { Log } from "@litfass/platform/log/log";
import { type MailSettings, sendWithSettings } from "@litfass/platform/mail/send-test-mail";
import { alertMail } from "./alert-mail.ts";
import type { CheckResult } from "./run-checks.ts";

/** The reader of an alert: the address, and the language of its mail. */
export type AlertReader = { to: string; lang: Language };

/**
 * Mails the failed checks to the people who operate the installation; nothing if none failed.
 * @throws Error with one line that explains why the mail was not sent
 */
export async function sendAlert(
  config: MailSettings,
  log: Log,
  { to, lang }: AlertReader,
  results: CheckResult[],
): Promise<void> {
  const failed = results.filter(({ status }) => status === "failed");
  if (failed.length === 0) return;
  const { host } = new URL(config.publicUrl);
  await sendWithSettings(config, log, to, () => alertMail(lang, host, failed));
}
