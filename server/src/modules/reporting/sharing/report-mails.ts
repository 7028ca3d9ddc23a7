import { createHmac, timingSafeEqual } from "node:crypto";
import { formatMinor } from "@litfass/contract/kernel/money";
import { withThousands } from "@litfass/contract/kernel/thousands";
import type { Platform } from "@litfass/platform/platform";
import { conflict } from "@litfass/platform/problem";
import { spreadsheetType } from "@litfass/platform/spreadsheet/spreadsheet";
import { exportStatistics } from "../exports/export-statistics.ts";
import { showTotals } from "../panels/show-figures.ts";
import { openReport, type Report, type StatisticsSources } from "../report.ts";
import { callerOf } from "../report-caller.ts";
import { addDays, dayIn } from "../report-period.ts";
import { insertReportMail, listDueMails, moveReportMail, type ReportMail } from "./report-mail-sql.ts";

const dueJob = "statistics.due-report-mails";
const sendJob = "statistics.send-report-mail";
const mostMails = 20;

/** The next Monday, or the next first of a month, after a day. */
export function nextDay(frequency: ReportMail["frequency"], after: string): string {
  if (frequency === "monthly") {
    const [year = 0, month = 0] = after.split("-").map(Number);
    return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  }
  const weekday = new Date(`${after}T00:00:00Z`).getUTCDay() || 7;
  return addDays(after, 8 - weekday);
}

/** The days a mail of this day is about: the week or month that is over. */
export function daysBefore(frequency: ReportMail["frequency"], on: string): { from: string; to: string } {
  if (frequency === "weekly") return { from: addDays(on, -7), to: addDays(on, -1) };
  const to = addDays(on, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** Throws 409 beyond twenty scheduled reports. */
export async function createReportMail(
  { db, clock, random }: Platform,
  timeZone: string,
  mail: Pick<ReportMail, "ownerUid" | "frequency" | "campaignIds" | "aboutUid">,
): Promise<ReportMail> {
  const now = clock.now();
  const made = { ...mail, id: random.id(), nextOn: nextDay(mail.frequency, dayIn(timeZone, now)) };
  if (!(await insertReportMail(db, made, now, mostMails))) throw conflict("too_many_reports");
  return made;
}

/** The secret of the link that ends a scheduled report: only its reader has it. */
export const stopToken = ({ config }: Platform, id: string): string =>
  createHmac("sha256", config.secrets.signing).update(`report-mail:${id}`).digest("base64url");

export function isStopToken(platform: Platform, id: string, token: string): boolean {
  const [expected, given] = [Buffer.from(stopToken(platform, id)), Buffer.from(token)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Every morning: mails that are due are moved on to their next day and sent, each once. */
export function reportMailJobs(platform: Platform, sources: StatisticsSources): void {
  platform.jobs.work(dueJob, () => sendDueMails(platform, sources));
  platform.jobs.schedule(dueJob, "17 4 * * *");
  platform.jobs.work<ReportMail>(sendJob, (mail) => sendReportMail(platform, sources, mail));
}

export async function sendDueMails({ db, clock, jobs }: Platform, sources: StatisticsSources): Promise<void> {
  for (const mail of await listDueMails(db, clock.now().toISOString().slice(0, 10))) {
    const caller = await callerOf(db, mail.ownerUid);
    const today = caller && dayIn(await sources.timeZoneOf(caller), clock.now());
    await db.transaction(async (tx) => {
      if (!(await moveReportMail(tx, mail.id, mail.nextOn, nextDay(mail.frequency, today ?? mail.nextOn)))) return;
      if (caller) await jobs.send(sendJob, mail, { tx, singletonKey: `${mail.id}:${mail.nextOn}` });
    });
  }
}

/** Throws where the mail server does not take it, so that the job tries again. */
async function sendReportMail(platform: Platform, sources: StatisticsSources, mail: ReportMail): Promise<void> {
  const { db, clickhouse, clock, mailer } = platform;
  const caller = await callerOf(db, mail.ownerUid);
  if (!caller?.email) return;
  const filter = {
    ...daysBefore(mail.frequency, mail.nextOn),
    campaign_ids: mail.campaignIds.length > 0 ? mail.campaignIds : undefined,
    owner: mail.aboutUid ?? undefined,
  };
  const report = await openReport({ clickhouse, clock, sources }, caller, filter);
  const content = await exportStatistics(report, { group_by: "campaign", direction: "desc" }, caller.lang);
  await mailer.send({
    to: caller.email,
    ...(await textsOf(platform, mail, report, caller.lang)),
    attachments: [{ filename: `report-${filter.from}-${filter.to}.xlsx`, content, contentType: spreadsheetType }],
  });
}

const dayText = (day: string): string => day.split("-").reverse().join(".");

async function textsOf(platform: Platform, mail: ReportMail, report: Report, lang: "en" | "de") {
  const totals = await showTotals(report);
  const { publicUrl } = platform.config;
  const span = { from: dayText(report.period.from), to: dayText(report.period.to) };
  const screen = mail.aboutUid ? `/users/${mail.aboutUid}/reports` : "/dashboard";
  const chosen = mail.campaignIds.length === 1 ? `&campaign=${mail.campaignIds[0]}` : "";
  const dashboard = `${publicUrl}${screen}?from=${report.period.from}&to=${report.period.to}${chosen}`;
  const stop = `${publicUrl}/reports/stop?id=${mail.id}&token=${stopToken(platform, mail.id)}`;
  const spend = totals.currency && totals.spend !== null ? `${totals.currency} ${formatMinor(totals.spend)}` : "–";
  const [impressions, clicks] = [withThousands(String(totals.impressions)), withThousands(String(totals.clicks))];
  const [visibility, ctr] = [`${totals.visibility_rate.toFixed(1)}%`, `${totals.ctr.toFixed(2)}%`];
  if (lang === "de") {
    return {
      subject: `Ihr Bericht vom ${span.from} bis ${span.to}: ${impressions} Einblendungen`,
      text: [
        `Einblendungen: ${impressions}\nSichtbarkeit: ${visibility}\nKlicks: ${clicks}\nCTR: ${ctr}\nAusgaben: ${spend}`,
        `Die Zahlen jeder Kampagne stehen in der Tabelle im Anhang. Übersicht: ${dashboard}`,
        `Diesen Bericht nicht mehr erhalten: ${stop}`,
      ].join("\n\n"),
    };
  }
  return {
    subject: `Your report from ${span.from} to ${span.to}: ${impressions} impressions`,
    text: [
      `Impressions: ${impressions}\nVisibility rate: ${visibility}\nClicks: ${clicks}\nCTR: ${ctr}\nSpend: ${spend}`,
      `The figures of each campaign are in the attached table. Dashboard: ${dashboard}`,
      `No longer receive this report: ${stop}`,
    ].join("\n\n"),
  };
}
