import { moneyText } from "@litfass/contract/kernel/money";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import type { Execute } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { budgetOf } from "../budget.ts";
import { jobActor, runCommand } from "../run-command.ts";
import type { PaymentRow } from "../tables.ts";
import { subscriptionOf } from "./account-money.ts";
import { mailReminderJob, type ReminderMail } from "./mail-reminder.ts";
import { planNames } from "./plan-texts.ts";
import { listSubscribers, noteReminder, type ReminderKind } from "./reminder-sql.ts";

const batchSize = 200;
const remindActor = jobActor("billing.remind-subscribers");

/** Mails a subscriber whose plan is near its end or nearly used up. Returns the number of mails requested. */
export const remindSubscriber = command({
  name: "billing.remind_subscriber",
  errors: [],
  async run({ ctx, input: { ownerUid } }: CommandCall<{ ownerUid: string }>): Promise<number> {
    const { isNearEndDate, isLowBalance } = await subscriptionOf(ctx.tx, ownerUid, ctx.clock.now());
    let requested = 0;
    if (isNearEndDate) requested += await requestMail(ctx, ownerUid, "near_end", null);
    if (isLowBalance) requested += await requestMail(ctx, ownerUid, "low_balance", null);
    return requested;
  },
});

/**
 * Finds plans near their end (14 days) and with little budget left (a tenth), and mails their owners once per plan
 * and reason (CONST-007). Nothing renews automatically. Returns the number of mails requested.
 */
export async function remindSubscribers(
  { db, clock }: Pick<Platform, "db" | "clock">,
  execute: Execute<unknown>,
): Promise<number> {
  let requested = 0;
  let last = "";
  for (;;) {
    const uids = await listSubscribers(db, clock.now(), last, batchSize);
    for (const ownerUid of uids) requested += await runCommand(execute, remindSubscriber, remindActor, { ownerUid });
    if (uids.length < batchSize) return requested;
    last = uids.at(-1) ?? last;
  }
}

/** Requests the mail about a declined renewal of the current plan; once per end date. */
export async function requestDeclineMail(ctx: CommandContext, payment: PaymentRow): Promise<void> {
  const { plan } = await subscriptionOf(ctx.tx, payment.ownerUid, ctx.clock.now());
  if (plan === null || plan !== payment.plan) return;
  await requestMail(ctx, payment.ownerUid, "renewal_declined", payment.failureCode);
}

/** Returns the number of mails requested: none if it was sent before. */
async function requestMail(
  ctx: CommandContext,
  ownerUid: string,
  kind: ReminderKind,
  failureCode: string | null,
): Promise<number> {
  const now = ctx.clock.now();
  const { plan, end_at } = await subscriptionOf(ctx.tx, ownerUid, now);
  const budget = await budgetOf(ctx.tx, ownerUid);
  if (!plan || !end_at || !budget) return 0;
  ctx.audit.unchanged("the reminder itself is noted");
  if (!(await noteReminder(ctx.tx, { ownerUid, kind, endAt: new Date(end_at), sentAt: now }))) return 0;
  const left = moneyText(budget.balance, budget.currency);
  const mail: ReminderMail = { ownerUid, kind, plan: planNames[plan], planId: plan, endAt: end_at, left, failureCode };
  await ctx.jobs.send(mailReminderJob, mail);
  return 1;
}
