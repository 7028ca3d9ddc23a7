import type { Language } from "@litfass/contract/kernel/language";
import { moneyText } from "@litfass/contract/kernel/money";
import { withThousands } from "@litfass/contract/kernel/thousands";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import { spreadsheetType } from "@litfass/platform/spreadsheet/spreadsheet";
import { listLiveSince } from "../../spend/index.ts";
import { formatRate, formatViewability } from "../document/printed-format.ts";
import { pdfType, reportPdf } from "../document/report-pdf.ts";
import { exportStatistics } from "../exports/export-statistics.ts";
import { reportMail } from "../mails.ts";
import { showTotals } from "../panels/show-figures.ts";
import { openReport, type Report } from "../report.ts";
import { callerOf } from "../report-caller.ts";
import { addDays, dayIn } from "../report-period.ts";
import type { ReportingContext } from "../reporting-context.ts";
import { nextDay, sendJob, startWeeklySummary, takeDueMail } from "./mail-commands.ts";
import { listDueMails, listWithoutSummary, type ReportMail } from "./report-mail-sql.ts";
import { stopToken } from "./stop-token.ts";

const dueJob = "statistics.due-report-mails";

/** The days covered by a mail of this day: the past week or month. */
export function daysBefore(frequency: ReportMail["frequency"], on: string): { from: string; to: string } {
  if (frequency === "weekly") return { from: addDays(on, -7), to: addDays(on, -1) };
  const to = addDays(on, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/**
 * Every morning: new advertisers get the weekly summary; due mails are advanced to their next day and sent, each once.
 */
export function reportMailJobs(context: ReportingContext): void {
  const { jobs } = context.platform;
  jobs.work(dueJob, () => sendDueMails(context));
  jobs.schedule(dueJob, "17 4 * * *");
  jobs.work<ReportMail>(sendJob, (mail) => sendReportMail(context, mail));
}

export async function sendDueMails(context: ReportingContext): Promise<void> {
  const { platform, execute, sources } = context;
  const { db, clock } = platform;
  const now = clock.now();
  const running = new Set((await listLiveSince(db, now, now)).map(({ ownerUid }) => ownerUid));
  await startSummaries(context, [...running]);
  for (const mail of await listDueMails(db, now.toISOString().slice(0, 10))) {
    const caller = await callerOf(db, mail.ownerUid);
    const today = caller ? dayIn(await sources.timeZoneOf(caller), now) : mail.nextOn;
    const isSent = caller !== null && (!mail.isAutomatic || running.has(mail.ownerUid));
    const input = { mail, nextOn: nextDay(mail.frequency, today), isSent };
    await execute(takeDueMail, { actor: { kind: "job", name: dueJob }, input, lang: "en" });
  }
}

/** Advertisers get the summary of their own campaigns; staff order the reports they need. */
async function startSummaries({ platform, execute, sources }: ReportingContext, owners: string[]): Promise<void> {
  for (const ownerUid of await listWithoutSummary(platform.db, owners)) {
    const caller = await callerOf(platform.db, ownerUid);
    if (caller?.reach !== "own") continue;
    const input = { ownerUid, timeZone: await sources.timeZoneOf(caller) };
    await execute(startWeeklySummary, { actor: { kind: "job", name: dueJob }, input, lang: "en" });
  }
}

/** @throws Error if the mail server rejects it, so that the job retries. */
async function sendReportMail(context: ReportingContext, mail: ReportMail): Promise<void> {
  const { platform, sources } = context;
  const { db, clickhouse, clock } = platform;
  const caller = await callerOf(db, mail.ownerUid);
  if (!caller?.email) return;
  const filter = {
    ...daysBefore(mail.frequency, mail.nextOn),
    campaign_ids: mail.campaignIds.length > 0 ? mail.campaignIds : undefined,
    owner: mail.aboutUid ?? undefined,
  };
  const report = await openReport({ clickhouse, clock, sources }, caller, filter);
  const table = await exportStatistics(
    report,
    { group_by: "campaign", direction: "desc" },
    caller.lang,
    platform.workers,
  );
  const pdf = await reportPdf(context, caller, filter, { lang: caller.lang, showsCosts: true });
  await sendMail(platform, caller.email, await contentOf(platform, mail, report, caller.lang), [
    { filename: `report-${filter.from}-${filter.to}.pdf`, content: pdf.body, contentType: pdfType },
    { filename: `report-${filter.from}-${filter.to}.xlsx`, content: table, contentType: spreadsheetType },
  ]);
}

const dayText = (day: string): string => day.split("-").reverse().join(".");

async function contentOf({ config }: Platform, mail: ReportMail, report: Report, lang: Language): Promise<MailContent> {
  const totals = await showTotals(report);
  const { publicUrl } = config;
  const { from, to } = report.period;
  const screen = mail.aboutUid ? `/users/${mail.aboutUid}/reports` : "/dashboard";
  const chosen = mail.campaignIds.length === 1 ? `&campaign=${mail.campaignIds[0]}` : "";
  return reportMail(lang, {
    from: dayText(from),
    to: dayText(to),
    impressions: withThousands(String(totals.impressions)),
    clicks: withThousands(String(totals.clicks)),
    viewability: formatViewability(totals),
    measured: totals.impressions === 0 ? "–" : formatRate(totals.measured_rate),
    ctr: totals.impressions === 0 ? "–" : formatRate(totals.ctr, 2),
    spend: totals.currency && totals.spend !== null ? moneyText(totals.spend, totals.currency) : "–",
    dashboardUrl: `${publicUrl}${screen}?from=${from}&to=${to}${chosen}`,
    isAutomatic: mail.isAutomatic,
    stopUrl: `${publicUrl}/reports/stop?id=${mail.id}&token=${stopToken({ config }, "report-mail", mail.id)}`,
  });
}
