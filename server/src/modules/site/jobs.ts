import type { HttpServices } from "@litfass/platform/http/http-services";
import { type ContactMailJob, contactMailJob, deleteOldMessages } from "./contact/contact-commands.ts";
import { mailContactMessage } from "./contact/contact-mails.ts";
import { confirmationMailJob } from "./newsletter/newsletter-commands.ts";
import { mailConfirmation } from "./newsletter/newsletter-mails.ts";

/** With the delay doubling from 5 s, the last attempt is about a day after the first. */
const mailRetries = 14;
const cleanUpJob = "site.delete-old-messages";

/** Sends the mails of the public forms, and deletes old messages every night. */
export function siteJobs({ platform, execute }: Pick<HttpServices, "platform" | "execute">): void {
  const { jobs } = platform;
  jobs.work<ContactMailJob>(contactMailJob, (job) => mailContactMessage(platform, job), { retries: mailRetries });
  jobs.work<{ id: string }>(confirmationMailJob, (job) => mailConfirmation(platform, job), { retries: mailRetries });
  jobs.work(cleanUpJob, async () => {
    await execute(deleteOldMessages, { actor: { kind: "job", name: cleanUpJob }, input: undefined, lang: "en" });
  });
  jobs.schedule(cleanUpJob, "23 3 * * *");
}
