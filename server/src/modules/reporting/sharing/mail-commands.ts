import { callerOf } from "@litfass/platform/command/actor";
import { type CommandContext, command } from "@litfass/platform/command/command";
import { conflict, notFound } from "@litfass/platform/problem";
import { alertChange } from "../alerts/alert-commands.ts";
import { forgetIncidents, lockAlert, saveAlert } from "../alerts/alert-sql.ts";
import { addDays, dayIn } from "../report-period.ts";
import {
  deleteReportMail,
  hasWeeklyReport,
  insertReportMail,
  insertSummary,
  moveReportMail,
  type ReportMail,
} from "./report-mail-sql.ts";
import { isStopToken } from "./stop-token.ts";

export const sendJob = "statistics.send-report-mail";
const maxMails = 20;

/** The next Monday, or first of a month, after a day. */
export function nextDay(frequency: ReportMail["frequency"], after: string): string {
  if (frequency === "monthly") {
    const [year = 0, month = 0] = after.split("-").map(Number);
    return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  }
  const weekday = new Date(`${after}T00:00:00Z`).getUTCDay() || 7;
  return addDays(after, 8 - weekday);
}

type NewMail = Pick<ReportMail, "frequency" | "campaignIds" | "aboutUid"> & { timeZone: string };

/** Schedules a report by mail. 409 beyond twenty. */
export const createReportMail = command<NewMail, ReportMail>({
  name: "reporting.create_report_mail",
  errors: ["conflict"],
  async run({ ctx, input: { timeZone, ...mail } }) {
    const now = ctx.clock.now();
    const nextOn = nextDay(mail.frequency, dayIn(timeZone, now));
    const made = { ...mail, id: ctx.random.id(), ownerUid: callerOf(ctx.actor).uid, nextOn, isAutomatic: false };
    if (!(await insertReportMail(ctx.tx, made, now, maxMails))) throw conflict("too_many_reports");
    await ctx.audit.record({ subject: { type: "report_mail", id: made.id }, details: { description: mail.frequency } });
    return made;
  },
});

/**
 * Gives an owner the weekly summary, next sent on Monday. Once only: it is not started again after it was stopped, nor
 * added to a weekly report that the owner ordered.
 */
export const startWeeklySummary = command<{ ownerUid: string; timeZone: string }, void>({
  name: "reporting.start_weekly_summary",
  errors: [],
  async run({ ctx, input: { ownerUid, timeZone } }) {
    const now = ctx.clock.now();
    ctx.audit.unchanged("a summary that every advertiser gets");
    if (!(await insertSummary(ctx.tx, ownerUid, now)) || (await hasWeeklyReport(ctx.tx, ownerUid))) return;
    const nextOn = nextDay("weekly", dayIn(timeZone, now));
    const summary: ReportMail = {
      id: ctx.random.id(),
      ownerUid,
      frequency: "weekly",
      campaignIds: [],
      aboutUid: null,
      nextOn,
      isAutomatic: true,
    };
    await insertReportMail(ctx.tx, summary, now, maxMails);
  },
});

/** Cancels one of the caller's scheduled reports. */
export const removeReportMail = command<{ id: string }, void>({
  name: "reporting.remove_report_mail",
  errors: ["not_found"],
  async run({ ctx, input: { id } }) {
    if (!(await deleteReportMail(ctx.tx, id, callerOf(ctx.actor).uid))) throw notFound();
    await ctx.audit.record({ subject: { type: "report_mail", id } });
  },
});

/** Ends a scheduled report, or switches off an alert, by the unsubscribe link that only its reader has. */
export const stopReportMail = command<{ id: string; token: string }, void>({
  name: "reporting.stop_report_mail",
  errors: ["not_found"],
  async run({ ctx, input: { id, token } }) {
    if (isStopToken(ctx, "alert", id, token)) return switchOffAlert(ctx, id);
    if (!isStopToken(ctx, "report-mail", id, token) || !(await deleteReportMail(ctx.tx, id, null))) throw notFound();
    await ctx.audit.record({ subject: { type: "report_mail", id } });
  },
});

async function switchOffAlert(ctx: CommandContext, id: string): Promise<void> {
  const before = await lockAlert(ctx.tx, null, id);
  if (!before) throw notFound();
  const after = { ...before, isActive: false };
  await saveAlert(ctx.tx, after);
  await forgetIncidents(ctx.tx, id);
  await ctx.audit.record(alertChange(id, before, after));
}

/** Advances a due mail to its next day and sends it once, unless its owner may no longer read reports. */
export const takeDueMail = command<{ mail: ReportMail; nextOn: string; isSent: boolean }, void>({
  name: "reporting.take_due_mail",
  errors: [],
  async run({ ctx, input: { mail, nextOn, isSent } }) {
    ctx.audit.unchanged("the next day of a schedule");
    if (!(await moveReportMail(ctx.tx, mail.id, mail.nextOn, nextOn)) || !isSent) return;
    await ctx.jobs.send(sendJob, mail, { singletonKey: `${mail.id}:${mail.nextOn}` });
  },
});
