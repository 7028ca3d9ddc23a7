import type { CampaignReview, Review } from "@litfass/contract/campaigns/review";
import { type ReviewReason, reviewReasons } from "@litfass/contract/campaigns/review-reasons";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { contentChangedAt } from "../../creatives/index.ts";
import { namesOf } from "../../users/index.ts";
import type { CampaignRow } from "../tables.ts";
import { countApproved, findApproved, findLastReview, type ListedReview } from "./review-sql.ts";
import { mayAppeal, needsReview } from "./submit-for-review.ts";

type Lang = "en" | "de";

/** Where a creative can be seen exactly as it was handed in. */
export const handedInUrl = (review: number, hash: string): string => `/creatives/review/${review}/${hash}`;

const presentReasons = (codes: ReviewReason[], lang: Lang) =>
  codes.map((code) => ({ code, text: reviewReasons[code][lang][0], advice: reviewReasons[code][lang][1] }));

/** Reviews as the wire has them, in three queries however many there are. */
export async function presentReviews(db: Executor, rows: ListedReview[], lang: Lang): Promise<Review[]> {
  const names = await namesOf(db, [...new Set(rows.flatMap((row) => [row.ownerUid, row.decidedBy ?? row.ownerUid]))]);
  const approved = await countApproved(db, [...new Set(rows.map((row) => row.ownerUid))]);
  return rows.map((row) => ({
    id: row.id,
    campaign: row.campaignId,
    campaign_name: row.name,
    campaign_type: row.type,
    owner: row.ownerUid,
    owner_name: names.get(row.ownerUid) ?? "",
    kind: row.kind,
    status: row.status,
    destination_url: row.destinationUrl,
    creatives: row.creatives.map(({ uuid, kind, format, width, height, fileHash }) => ({
      ...{ uuid, kind, format, width, height },
      url: handedInUrl(row.id, fileHash),
    })),
    approved_before: approved.get(row.ownerUid) ?? 0,
    appeal: row.appeal,
    reasons: presentReasons(row.reasons, lang),
    note: row.note,
    submitted_at: row.submittedAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_by: row.decidedBy ? (names.get(row.decidedBy) ?? null) : null,
  }));
}

/** How the banners of a campaign stand, for its owner. */
export async function presentCampaignReview(db: Executor, row: CampaignRow, lang: Lang): Promise<CampaignReview> {
  const last = await findLastReview(db, row.id);
  const changedAt = await contentChangedAt(db, row.id, row.type);
  const isRunning = row.status === "ACTIVE" || row.status === "PAUSED";
  return {
    status: last === null || last.status === "replaced" ? "none" : last.status,
    shown: (await findApproved(db, row.id)) !== null,
    needed: await needsReview(db, row),
    changed: isRunning && last !== null && changedAt !== null && changedAt > last.submittedAt,
    reasons: presentReasons(last?.reasons ?? [], lang),
    note: last?.note ?? null,
    can_appeal: last !== null && mayAppeal(row, last),
    submitted_at: last?.submittedAt.toISOString() ?? null,
  };
}
