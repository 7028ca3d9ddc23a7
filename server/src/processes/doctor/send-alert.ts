import type { Log } from "@litfass/platform/log/log";
import { type MailSettings, sendWithSettings } from "@litfass/platform/mail/send-test-mail";
import { type CheckResult, lineOf } from "./run-checks.ts";

/**
 * Mails the failed checks to the people who operate the installation; nothing if none failed. The lines are those of the
 * command line, in English, and the database may be what has failed.
 * @throws Error with one line that explains why the mail was not sent
 */
export async function sendAlert(config: MailSettings, log: Log, to: string, results: CheckResult[]): Promise<void> {
  const failed = results.filter(({ status }) => status === "failed");
  if (failed.length === 0) return;
  const checks = failed.length === 1 ? "check" : "checks";
  const subject = `${new URL(config.publicUrl).host}: ${failed.length} failed ${checks}`;
  await sendWithSettings(config, log, to, () => ({ lang: "en", subject, body: [{ list: failed.map(lineOf) }] }));
}
