import { setTimeout as wait } from "node:timers/promises";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import { seal, unseal } from "@litfass/platform/security/sealing";

export const identityMailJob = "identity.mail";
/** The mails carry codes, so what waits in the job queue is encrypted. */
const purpose = "identity-mail";
/** A request does not wait longer for the mail server. */
const maxWaitMs = 3_000;
/** With growing pauses for over an hour, as long as the code of the shortest-lived mail is valid. */
const retries = 10;

type Mail = { to: string; content: MailContent };

/**
 * Sends a mail of this module at once, or by a job that repeats it if the mail server does not take it. Never fails
 * because of the mail server, and returns after 3 s at the latest.
 * @throws if the job cannot be stored
 */
export async function deliverMail(platform: Platform, to: string, content: MailContent): Promise<void> {
  const { config, jobs, log, random } = platform;
  const attempt = sendMail(platform, to, content).catch(async (error: unknown) => {
    if (isRefusedAddress(error)) return log.warn({ err: error }, "the mail server refuses an address");
    log.error({ err: error }, "a mail could not be sent: a job repeats it");
    const mail: Mail = { to, content };
    const sealed = seal(JSON.stringify(mail), config.secrets.signing, purpose, random);
    await jobs.send(identityMailJob, { sealed }, { startAfter: 5 });
  });
  let isLate = false;
  const logged = attempt.catch((error: unknown) => {
    if (!isLate) throw error;
    log.error({ err: error }, "a mail is lost: it could neither be sent nor stored");
  });
  const ended = new AbortController();
  const limit = wait(maxWaitMs, undefined, { signal: ended.signal }).then(
    () => {
      isLate = true;
    },
    () => {},
  );
  await Promise.race([logged, limit]).finally(() => ended.abort());
}

/** Registers the job that sends what the mail server did not take. */
export function mailJobs(platform: Platform): void {
  platform.jobs.work<{ sealed: string }>(
    identityMailJob,
    async ({ sealed }) => {
      const opened = unseal(sealed, platform.config.secrets.signing, purpose);
      if (opened === null) return platform.log.error("a waiting mail was encrypted with a key that is gone");
      const { to, content } = JSON.parse(opened) as Mail;
      await sendMail(platform, to, content);
    },
    { retries },
  );
}

/** The mail server works, but not for this address; repeating changes nothing. */
function isRefusedAddress(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return code === "EENVELOPE" && Number(responseCode) >= 500;
}
