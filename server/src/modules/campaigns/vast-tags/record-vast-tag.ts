import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import {
  findVastTag,
  fingerprintOf,
  publishCampaignVideo,
  saveVastCheck,
  type VastProblem,
  type VastResult,
} from "../../creatives/index.ts";
import { lockCampaignRowById, updateCampaignRow } from "../campaign-sql.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import { findApproved, findLastReview, replaceApproved } from "../review/review-sql.ts";
import { submitAgain } from "../review/submit-again.ts";
import type { CampaignRow } from "../tables.ts";
import { vastTagMailJob } from "./vast-tag-mail.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Failed checks in a row before the customer is notified: a short outage is no reason for a mail. */
const failuresToNotify = 3;
/** No submission has this ID. */
const none = 0;

/** Daily; after a failure in an hour, then with growing pauses up to a day. */
const pauseMs = (failures: number): number => (failures === 0 ? dayMs : Math.min(dayMs, hourMs * 4 ** (failures - 1)));

type Input = { id: number; url: string; result: VastResult };

/**
 * Stores what the VAST tag of a campaign leads to now. Unlike the file of a banner, what was approved is gone when the tag
 * answers with something else, or leads where it may not: a running campaign stops until a reviewer decides. A tag that
 * only does not answer, or has no ad for this server, stops nothing.
 */
export const recordVastTag = command({
  name: "campaigns.record_vast_tag",
  errors: [],
  async run({ ctx, input: { id, url, result } }: CommandCall<Input>): Promise<void> {
    const { tx, clock } = ctx;
    const row = await lockCampaignRowById(tx, id);
    const known = await findVastTag(tx, id);
    if (!row || known?.url !== url) return ctx.audit.unchanged("the tag is another one now");
    const { answer, problem } = result;
    const now = clock.now();
    const failures = problem ? known.failures + 1 : 0;
    const isChanged = answer !== undefined && fingerprintOf({ url, answer }) !== fingerprintOf(known);
    // Answers of an earlier release have no address of the landing page.
    const isNewClick = answer !== undefined && known.answer.click_url === undefined;
    await saveVastCheck(tx, id, {
      ...{ problem: problem?.code ?? "", problemValue: problem?.value.slice(0, 300) ?? "", failures },
      ...{ checkedAt: now, nextAt: new Date(now.getTime() + pauseMs(failures)) },
      ...(isChanged ? { answer, changedAt: now } : isNewClick && { answer }),
    });
    if (row.status === "ACTIVE" && (isChanged || problem?.mayPass === false))
      await stop(ctx, row, { isChanged, problem });
    else if (row.status === "ACTIVE" && isNewClick) await publish(tx, await updateCampaignRow(tx, row, {}, now));
    else if (row.status === "ACTIVE" && problem && failures === failuresToNotify) {
      const { code, value } = problem;
      await ctx.jobs.send(vastTagMailJob, { campaign: id, kind: "failing", cause: { code, value } });
    }
    if (!isChanged && (problem?.code ?? "") === known.problem) return ctx.audit.unchanged("the tag is as before");
    await ctx.audit.record({
      subject: { type: "campaign", id: String(id) },
      changes: [
        { field: "vast_tag", before: known.problem || "ok", after: problem?.code ?? (isChanged ? "changed" : "ok") },
      ],
    });
  },
});

type Found = { isChanged: boolean; problem: VastProblem | undefined };

/** Stops the ads, and submits what the tag leads to, or what was approved if it leads where it may not. */
async function stop(ctx: CommandContext, row: CampaignRow, { isChanged, problem }: Found): Promise<void> {
  const { tx, clock, jobs } = ctx;
  const approved = await findApproved(tx, row.id);
  const last = await findLastReview(tx, row.id);
  const submitted = approved ?? (last?.status === "pending" && isChanged ? last : null);
  // What waits already is submitted again with the new answer; what was rejected stays so.
  if (submitted === null) return;
  if (approved !== null) await replaceApproved(tx, row.id, none);
  const creatives = await publishCampaignVideo(tx, row.id, { held: true });
  const cause = { code: problem?.code ?? "vast_tag.changed", value: problem?.value ?? "" } as const;
  await submitAgain(ctx, row, { ...submitted, creatives }, cause);
  if (approved === null) return;
  await publish(tx, await updateCampaignRow(tx, row, {}, clock.now()));
  await jobs.send(vastTagMailJob, { campaign: row.id, kind: "stopped", cause });
}
