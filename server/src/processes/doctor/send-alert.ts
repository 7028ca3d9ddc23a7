import type { Config } from "@litfass/platform/config/config";
import { escapeHtml } from "@litfass/platform/http/pages/html";
import type { Log } from "@litfass/platform/log/log";
import { createMailer } from "@litfass/platform/mail/mailer";
import { type CheckResult, lineOf } from "./run-checks.ts";

/**
 * Mails the failed checks, as lines of the command line, to the people who operate the installation; nothing if none failed.
 * @throws Error if the mail server does not accept the mail
 */
export async function sendAlert(
  { smtpUrl, mailFrom, publicUrl }: Pick<Config, "smtpUrl" | "mailFrom" | "publicUrl">,
  log: Log,
  to: string,
  results: CheckResult[],
): Promise<void> {
  const failed = results.filter(({ status }) => status === "failed");
  if (failed.length === 0) return;
  if (!/^[^\s@]+@[^\s@]+$/.test(to)) throw new Error(`"${to}" is not an e-mail address`);
  const mailer = createMailer({ url: smtpUrl, from: mailFrom, log });
  const text = failed.map((result) => `${lineOf(result)}\n`).join("");
  const subject = `${new URL(publicUrl).host}: ${failed.length} failed ${failed.length === 1 ? "check" : "checks"}`;
  try {
    await mailer.send({ to, subject, text, html: `<pre>${escapeHtml(text)}</pre>` });
  } finally {
    mailer.close();
  }
}
