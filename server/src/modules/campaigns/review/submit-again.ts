import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { CommandContext } from "@litfass/platform/command/command";
import type { CampaignRow } from "../tables.ts";
import { insertReview, replacePending } from "./review-sql.ts";
import type { ReviewCause } from "./review-tables.ts";

/** Submits content of a running campaign to the reviewers because of what a check found, whatever the policy says. */
export async function submitAgain(
  { tx, clock }: CommandContext,
  row: CampaignRow,
  creatives: SnapshotCreative[],
  cause: ReviewCause,
): Promise<void> {
  const now = clock.now();
  await replacePending(tx, row.id, now);
  await insertReview(tx, {
    kind: "change",
    status: "pending",
    creatives,
    campaignId: row.id,
    ownerUid: row.ownerUid,
    destinationUrl: row.destinationUrl ?? "",
    submittedAt: now,
    cause,
  });
}
