import { minorOfMicros, moneyText } from "@litfass/contract/kernel/money";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import { spentOnCampaigns } from "../../billing/index.ts";
import { findUser } from "../../users/index.ts";
import { campaignRowById, lockCampaignRowById } from "../campaign-sql.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { endMail } from "../mails.ts";
import { type CommandRunner, runAsJob } from "../run-as-job.ts";
import { todayIn } from "../today.ts";
import { insertReminder, listEndingUnreminded } from "./campaign-reminder-sql.ts";
import { endingSoonDays, isEndingSoon } from "./ending-soon.ts";

export const endMailJob = "campaigns.end-mail";

const dayMs = 86_400_000;
const batchSize = 500;
/** Late enough for every time zone, because each campaign's exact day is checked. */
const lastDay = (now: Date): string => todayIn(new Date(now.getTime() + (endingSoonDays + 1) * dayMs), "UTC");

/** Reminds owners of campaigns that end soon, once per end. @returns the number of queued mails. */
export async function remindOfEnds(runner: CommandRunner): Promise<number> {
  const { db, clock } = runner.platform;
  let queued = 0;
  for (const id of await listEndingUnreminded(db, lastDay(clock.now()), batchSize)) {
    if (await runAsJob(runner, "campaigns.remind-of-ends", remindOfEnd, { id })) queued += 1;
  }
  return queued;
}

/** Queues the mail about one campaign's end, unless it was queued before. @returns whether it did. */
export const remindOfEnd = command({
  name: "campaigns.remind_of_end",
  errors: [],
  async run({ ctx, input: { id } }: CommandCall<{ id: number }>): Promise<boolean> {
    const { tx, clock } = ctx;
    const now = clock.now();
    const row = await lockCampaignRowById(tx, id);
    if (!row || !isEndingSoon(row, now) || !(await insertReminder(tx, id, row.endOn, now))) {
      ctx.audit.unchanged("no reminder is due");
      return false;
    }
    await ctx.jobs.send(endMailJob, { campaign: id });
    const more = [{ field: "reminded_of_end", before: null, after: row.endOn }];
    await auditCampaign(ctx, { before: row, after: row, more });
    return true;
  },
});

/** Mails the reminder. @throws if the mail server rejects it, so that the job is retried. */
export async function mailEnd(platform: Platform, id: number): Promise<void> {
  const { db, config } = platform;
  const row = await campaignRowById(db, id);
  const owner = row && (await findUser(db, row.ownerUid));
  if (!row?.endOn || !owner?.email) return;
  const spent = (await spentOnCampaigns(db, [id])).get(id) ?? 0n;
  const money = (micros: bigint) => moneyText(minorOfMicros(micros), row.currency);
  const { lang, fullName: recipient } = owner;
  const content = endMail(
    { lang, recipient, campaign: row.name, url: `${config.publicUrl}/campaigns/${id}/report?change=budget` },
    {
      day: row.endOn.split("-").reverse().join("."),
      spent: money(spent),
      left: money((row.totalBudgetMicros ?? 0n) - spent),
    },
  );
  await sendMail(platform, owner.email, content);
}
