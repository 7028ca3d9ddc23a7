import type { Language } from "@litfass/contract/kernel/messages";
import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Platform } from "@litfass/platform/platform";
import { findUser } from "../../users/index.ts";
import { t } from "../texts.ts";
import type { Difference } from "./reconciliation.ts";
import { type AlarmMail, alarmMailJob } from "./record-reconciliation.ts";

/** Mails about differences. Throws where the mail server does not take one, so that the job tries again. */
export function alarmJob({ jobs, db, mailer, config }: Platform): void {
  jobs.work<AlarmMail>(alarmMailJob, async ({ uid, differences }) => {
    const user = await findUser(db, uid);
    if (!user?.email) return;
    const { lang } = user;
    const lines = differences.map((each) => lineOf(lang, each)).join("\n");
    const values = { lines, link: `${config.publicUrl}/dashboard` };
    await mailer.send({
      to: user.email,
      subject: t(lang, "reconciliation.subject"),
      text: t(lang, "reconciliation.text", values),
    });
  });
}

const amountOf = (micros: string): string => formatMinor(minorOfMicros(BigInt(micros)));

const lineOf = (lang: Language, { campaign_id, source, found_micros, events_micros }: Difference): string =>
  t(lang, "reconciliation.line", {
    campaign: campaign_id,
    source: t(lang, `reconciliation.${source}`),
    found: amountOf(found_micros),
    events: amountOf(events_micros),
  });
