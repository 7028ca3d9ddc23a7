import type { Language } from "@litfass/contract/kernel/language";
import type { AlertKind } from "@litfass/contract/reporting/alerts";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import { sendMail } from "@litfass/platform/mail/send-mail";
import { callerOf } from "../report-caller.ts";
import type { ReportingContext } from "../reporting-context.ts";
import { stopToken } from "../sharing/stop-token.ts";
import { t } from "../texts.ts";
import { type Alerted, type AlertMail, alertMailJob } from "./alert-commands.ts";
import { findAlert } from "./alert-sql.ts";
import { checkAlerts, checkJob } from "./check-alerts.ts";

/** Every 15 minutes: checks the alerts, and sends the mails that they ask for. */
export function alertJobs(context: ReportingContext): void {
  const { jobs } = context.platform;
  jobs.work(checkJob, () => checkAlerts(context));
  jobs.schedule(checkJob, "7-59/15 * * * *");
  jobs.work<AlertMail>(alertMailJob, (mail) => mailAlert(context, mail));
}

/** @throws Error if the mail server rejects it, so that the job retries. */
async function mailAlert({ platform }: ReportingContext, { alert: id, campaigns }: AlertMail): Promise<void> {
  const { db, config } = platform;
  const alert = await findAlert(db, id);
  const caller = alert?.isActive ? await callerOf(db, alert.ownerUid) : null;
  if (!alert || !caller?.email) return;
  const [only] = campaigns;
  const screen = campaigns.length === 1 && only ? `/campaigns/${only.campaignId}/report` : "/campaigns";
  const urls = {
    url: `${config.publicUrl}${screen}`,
    stopUrl: `${config.publicUrl}/reports/stop?about=alert&id=${id}&token=${stopToken(platform, "alert", id)}`,
  };
  await sendMail(platform, caller.email, alertMail(caller.lang, alert.rule.kind, campaigns, urls));
}

function alertMail(
  lang: Language,
  kind: AlertKind,
  campaigns: Alerted[],
  { url, stopUrl }: { url: string; stopUrl: string },
): MailContent {
  const sentences = campaigns.map(({ name, values }) => t(lang, `alert.${kind}`, { campaign: name, ...values }));
  const [only, ...others] = campaigns;
  return {
    lang,
    subject:
      only && others.length === 0
        ? t(lang, `alert.${kind}.subject`, { campaign: only.name })
        : t(lang, "alert.several", { count: campaigns.length }),
    body: [...(others.length === 0 ? sentences : [{ list: sentences }]), t(lang, "alert.once")],
    button: { label: t(lang, others.length === 0 ? "alert.button" : "alert.buttons"), url },
    unsubscribe: { label: t(lang, "alert.stop"), url: stopUrl },
  };
}
