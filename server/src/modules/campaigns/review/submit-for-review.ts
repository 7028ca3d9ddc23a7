import { isDeepStrictEqual } from "node:util";
import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { publishCampaignAudio, publishCampaignVideo, renderCampaignCreatives } from "../../creatives/index.ts";
import type { CommandContext } from "../campaign-context.ts";
import { hostOf } from "../destination.ts";
import { feedItemsOf } from "../feed/feed-items.ts";
import type { CampaignRow } from "../tables.ts";
import { needsReview } from "./needs-review.ts";
import { findApproved, findLastReview, insertReview, replacePending } from "./review-sql.ts";
import type { ReviewRow } from "./review-tables.ts";

/**
 * Submits the initial or changed content of a campaign: to reviewers, or approved at once if the policy requires no
 * review.
 */
export async function submitForReview(
  ctx: CommandContext,
  row: CampaignRow,
  kind: "start" | "change",
  now: Date,
): Promise<ReviewRow> {
  const { tx } = ctx;
  const isHeld = await needsReview(tx, row);
  const creatives = await renderCreatives(ctx, row, isHeld, now);
  return submit(tx, row, { kind, creatives, isHeld }, now);
}

/**
 * Submits a started campaign with its new link or trackers and its last submitted creatives, without unsubmitted edits.
 * Submits nothing if everything was rejected, because the owner must resubmit or appeal.
 */
export async function submitNewSettings(
  tx: WriteTransaction,
  row: CampaignRow,
  { isNewHost }: { isNewHost: boolean },
  now: Date,
): Promise<void> {
  const last = await findLastReview(tx, row.id);
  const submitted = last?.status === "pending" ? last : await findApproved(tx, row.id);
  if (!submitted) return;
  const kind = submitted.status === "pending" ? submitted.kind : "change";
  const isHeld = await needsReview(tx, row, { isNewHost });
  await submit(tx, row, { kind, creatives: submitted.creatives, isHeld, appeal: submitted.appeal }, now);
}

type Submission = Pick<ReviewRow, "kind" | "creatives"> & { isHeld: boolean; appeal?: string | null };

async function submit(
  tx: WriteTransaction,
  row: CampaignRow,
  { isHeld, ...submission }: Submission,
  now: Date,
): Promise<ReviewRow> {
  await replacePending(tx, row.id, now);
  const approved = await findApproved(tx, row.id);
  const isRestored = approved !== null && isSameContent(approved, row, submission.creatives);
  const decision = isRestored
    ? { status: "approved" as const, decidedBy: approved.decidedBy, decidedAt: approved.decidedAt }
    : { status: isHeld ? ("pending" as const) : ("approved" as const), decidedAt: isHeld ? null : now };
  return insertReview(tx, {
    ...submission,
    ...decision,
    campaignId: row.id,
    ownerUid: row.ownerUid,
    destinationUrl: row.destinationUrl ?? "",
    impressionTrackers: row.impressionTrackers,
    verificationScripts: row.verificationScripts,
    submittedAt: now,
  });
}

/**
 * Whether the submission is what was approved last, such as after an undo: that decision stays, also with its author,
 * because later changes of a campaign that a person decided on are always reviewed.
 */
function isSameContent(approved: ReviewRow, row: CampaignRow, creatives: SnapshotCreative[]): boolean {
  const filesOf = (list: SnapshotCreative[]) => list.map(({ uuid, fileHash }) => `${uuid}:${fileHash}`).sort();
  return (
    hostOf(row.destinationUrl) === hostOf(approved.destinationUrl) &&
    isDeepStrictEqual(trackersOf(row), trackersOf(approved)) &&
    isDeepStrictEqual(filesOf(creatives), filesOf(approved.creatives))
  );
}

const trackersOf = ({ impressionTrackers, verificationScripts }: CampaignRow | ReviewRow) => [
  impressionTrackers,
  verificationScripts,
];

/**
 * The finished banners, the video or the spot of a campaign for its snapshot. Held ones are not served yet. Banners of
 * an audio campaign are the companions of its spot.
 */
export async function renderCreatives(
  ctx: CommandContext,
  row: CampaignRow,
  held: boolean,
  now: Date,
): Promise<SnapshotCreative[]> {
  const { tx } = ctx;
  const crops = ctx.services.nativeCrops;
  if (row.type === "video") return publishCampaignVideo(tx, row.id, { held });
  if (row.type === "audio") {
    const companions = await renderCampaignCreatives(tx, row.id, { held, items: [], crops });
    const spot = await publishCampaignAudio(tx, row.id, { held });
    return [...spot, ...companions.map((creative) => ({ ...creative, isCompanion: true }))];
  }
  return renderCampaignCreatives(tx, row.id, { held, items: await feedItemsOf(tx, row, now), crops });
}
