import type { LineOfBusiness } from "@litfass/contract/campaigns/lines-of-business";
import type { ReviewPolicy } from "@litfass/contract/settings/review-policy";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { findReviewPolicy } from "@litfass/platform/settings/read-settings";
import { lockCampaignRowById } from "../campaign-sql.ts";
import { type CommandRunner, runAsJob } from "../run-as-job.ts";
import { listOtherLines } from "./account-line-sql.ts";
import { findApproved, findLastReview } from "./review-sql.ts";
import { submitAgain } from "./submit-again.ts";

export const accountLineJob = "campaigns.review-account-line";
export type AccountLineJob = { uid: string; line: LineOfBusiness };

/** Whether staff's policy has campaigns of an account with this line of business reviewed, whatever they advertise. */
export const isAccountReviewed = (policy: ReviewPolicy, line: LineOfBusiness | null): boolean =>
  line !== null && (policy.reviewed_lines.includes(line) || policy.refused_lines.includes(line));

/** Queues the review of an account's running campaigns, once it declares a line of business that staff review. */
export async function reviewRunningCampaigns(
  { tx, jobs }: CommandContext,
  uid: string,
  line: LineOfBusiness,
): Promise<void> {
  if (isAccountReviewed(await findReviewPolicy(tx), line)) await jobs.send(accountLineJob, { uid, line });
}

/** Submits the account's running campaigns that declare another line of business, one command each. @returns their number. */
export async function reviewAccountLine(runner: CommandRunner, { uid, line }: AccountLineJob): Promise<number> {
  const ids = await listOtherLines(runner.platform.db, uid, line);
  for (const id of ids) await runAsJob(runner, accountLineJob, reviewOtherLine, { id, line });
  return ids.length;
}

/** Submits the approved content of a running campaign to the reviewers again; it keeps running until they decide. */
export const reviewOtherLine = command({
  name: "campaigns.review_other_line",
  errors: [],
  async run({ ctx, input: { id, line } }: CommandCall<{ id: number; line: LineOfBusiness }>): Promise<void> {
    const row = await lockCampaignRowById(ctx.tx, id);
    const approved = row?.status === "ACTIVE" ? await findApproved(ctx.tx, id) : null;
    // A submission that waits is reviewed with the account's new line of business.
    if (!row || !approved || (await findLastReview(ctx.tx, id))?.status === "pending") {
      return ctx.audit.unchanged("nothing that runs has to be reviewed");
    }
    await submitAgain(ctx, row, approved, { code: "account_line.changed", value: line });
    const changes = [{ field: "review", before: null, after: "pending" }];
    await ctx.audit.record({ subject: { type: "campaign", id: String(id) }, changes });
  },
});
