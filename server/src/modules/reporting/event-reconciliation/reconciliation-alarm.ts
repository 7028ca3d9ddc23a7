import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import { findUser } from "../../users/index.ts";
import { reconciliationMail } from "../mails.ts";
import { type AlarmMail, alarmMailJob } from "./record-reconciliation.ts";

/** Mails differences. Throws if the mail server rejects a mail, so that the job retries. */
export function alarmJob(platform: Platform): void {
  const { jobs, db, config } = platform;
  jobs.work<AlarmMail>(alarmMailJob, async ({ uid, differences }) => {
    const user = await findUser(db, uid);
    if (!user?.email) return;
    const content = reconciliationMail(user.lang, {
      recipient: user.fullName,
      differences: differences.map(({ campaign_id, source, found_micros, events_micros }) => ({
        campaign: campaign_id,
        source,
        found: amountOf(found_micros),
        events: amountOf(events_micros),
      })),
      url: `${config.publicUrl}/dashboard`,
    });
    await sendMail(platform, user.email, content);
  });
}

const amountOf = (micros: string): string => formatMinor(minorOfMicros(BigInt(micros)));
