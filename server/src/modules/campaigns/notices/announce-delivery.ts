import { type CommandCall, command } from "@litfass/platform/command/command";
import { spentOnCampaigns } from "../../billing/index.ts";
import { endingSoonDays } from "../lifecycle/ending-soon.ts";
import { type CommandRunner, runAsJob } from "../run-as-job.ts";
import { todayIn } from "../today.ts";
import { type FiguresOf, noticeMailJob } from "./notice-mails.ts";
import { insertNotice, listUnannounced, listWithoutSpentNotice, type NoticeKind } from "./notice-sql.ts";

const job = "campaigns.announce-delivery";
const maxRunning = 10_000;
const dayMs = 86_400_000;
/** A budget is nearly spent from nine tenths on. */
const isNearlySpent = (spentMicros: bigint, budgetMicros: bigint): boolean =>
  spentMicros * 10n >= budgetMicros * 9n && spentMicros < budgetMicros;

export type Notice = { id: number; kind: NoticeKind; about: string };

/**
 * Finds campaigns with first impressions, and campaigns whose budget is nearly spent, and queues one mail each. Those
 * that end within days are left to the reminder of their end. @returns the number of queued mails.
 */
export async function announceDelivery(runner: CommandRunner, figuresOf: FiguresOf): Promise<number> {
  const { db, clock } = runner.platform;
  const waiting = await listUnannounced(db, maxRunning);
  const figures = waiting.length > 0 ? await figuresOf(waiting) : new Map();
  const due: Notice[] = waiting
    .filter((id) => (figures.get(id)?.impressions ?? 0) > 0)
    .map((id) => ({ id, kind: "first_impressions", about: "" }));
  const lastDay = todayIn(new Date(clock.now().getTime() + endingSoonDays * dayMs), "UTC");
  const running = await listWithoutSpentNotice(db, lastDay, maxRunning);
  const ids = running.map(({ id }) => id);
  const spent = ids.length > 0 ? await spentOnCampaigns(db, ids) : new Map<number, bigint>();
  for (const { id, budgetMicros } of running) {
    if (!isNearlySpent(spent.get(id) ?? 0n, budgetMicros)) continue;
    due.push({ id, kind: "nearly_spent", about: budgetMicros.toString() });
  }
  let queued = 0;
  for (const notice of due) if (await runAsJob(runner, job, noteDelivery, notice)) queued += 1;
  return queued;
}

/** Records a notice and queues its mail, once. @returns whether it did. */
export const noteDelivery = command({
  name: "campaigns.note_delivery",
  errors: [],
  async run({ ctx, input: { id, kind, about } }: CommandCall<Notice>): Promise<boolean> {
    ctx.audit.unchanged("that a mail was requested");
    if (!(await insertNotice(ctx.tx, { campaignId: id, kind, about, at: ctx.clock.now() }))) return false;
    await ctx.jobs.send(noticeMailJob, { campaign: id, kind });
    return true;
  },
});
