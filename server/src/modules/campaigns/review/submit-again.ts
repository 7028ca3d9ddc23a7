import type { CommandContext } from "@litfass/platform/command/command";
import type { CampaignRow } from "../tables.ts";
import { insertReview, replacePending } from "./review-sql.ts";
import type { ReviewCause, ReviewRow } from "./review-tables.ts";

/** What was submitted or approved before: creatives, and who measures them. */
type SubmittedAgain = Pick<ReviewRow, "creatives" | "impressionTrackers" | "verificationScripts">;

/** Submits content of a running campaign to the reviewers because of what a check found, whatever the policy says. */
export async function submitAgain(
  { tx, clock }: CommandContext,
  row: CampaignRow,
  { creatives, impressionTrackers, verificationScripts }: SubmittedAgain,
  cause: ReviewCause,
): Promise<void> {
  const now = clock.now();
  await replacePending(tx, row.id, now);
  await insertReview(tx, {
    kind: "change",
    status: "pending",
    creatives,
    impressionTrackers,
    verificationScripts,
    campaignId: row.id,
    ownerUid: row.ownerUid,
    destinationUrl: row.destinationUrl ?? "",
    submittedAt: now,
    cause,
  });
}
