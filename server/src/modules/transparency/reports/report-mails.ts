import type { Language } from "@litfass/contract/kernel/language";
import { adReportReasonTexts } from "@litfass/contract/transparency/ad-report-reason-texts";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import { findUser } from "../../users/index.ts";
import { t } from "../texts.ts";
import type { ReportMailJob } from "./report-mail-job.ts";
import { type AdReportRow, findAdReport } from "./report-sql.ts";

type Reported = Pick<AdReportRow, "reason" | "message" | "site" | "note">;

const factsOf = (lang: Language, { reason, site }: Reported): { facts: [string, string][] } => ({
  facts: [
    [t(lang, "mail.reason"), adReportReasonTexts[reason][lang]],
    ...(site === "" ? [] : ([[t(lang, "mail.site"), site]] as [string, string][])),
  ],
});

/** Confirms to the visitor that the report has arrived. */
export const receivedMail = (lang: Language, report: Reported): MailContent => ({
  lang,
  subject: t(lang, "mail.received.subject"),
  body: [
    t(lang, "mail.received.lead"),
    factsOf(lang, report),
    ...(report.message === "" ? [] : [{ quote: report.message }]),
  ],
  footer: [t(lang, "mail.received.footer")],
});

/** Tells the visitor what was decided, by whom (a person), and that the decision can be contested. */
export const decidedMail = (lang: Language, report: Reported, isRestricted: boolean): MailContent => ({
  lang,
  subject: t(lang, "mail.decided.subject"),
  body: [
    t(lang, isRestricted ? "mail.decided.restricted" : "mail.decided.dismissed"),
    factsOf(lang, report),
    ...(report.note && !isRestricted ? [{ quote: report.note }] : []),
    t(lang, "mail.decided.next"),
  ],
});

type Asked = { lang: Language; recipient: string; campaign: string; url: string; note: string };

/** Asks the advertiser about a reported ad. Says nothing about who reported it. */
export const questionMail = ({ lang, recipient, campaign, url, note }: Asked, report: Reported): MailContent => ({
  lang,
  recipient,
  subject: t(lang, "mail.question.subject", { campaign }),
  body: [
    t(lang, "mail.question.lead", { campaign }),
    factsOf(lang, report),
    t(lang, "mail.question.asked"),
    { quote: note },
    t(lang, "mail.question.next"),
  ],
  button: { label: t(lang, "mail.question.button"), url },
});

/** Sends a mail of a report. @throws if the mail server rejects it, so that the job is retried. */
export async function mailReport(platform: Platform, { id, about }: ReportMailJob): Promise<void> {
  const report = await findAdReport(platform.db, id);
  if (report === null) return;
  if (about === "question") {
    const owner = await findUser(platform.db, report.ownerUid);
    if (!owner?.email) return;
    const url = `${platform.config.publicUrl}/campaigns/${report.campaignId}?step=preview`;
    const { lang, fullName: recipient } = owner;
    const asked = { lang, recipient, campaign: report.campaignName, url, note: report.note ?? "" };
    await sendMail(platform, owner.email, questionMail(asked, report));
    return;
  }
  if (report.email === null) return;
  const mail =
    about === "received"
      ? receivedMail(report.lang, report)
      : decidedMail(report.lang, report, report.status === "restricted");
  await sendMail(platform, report.email, mail);
}
