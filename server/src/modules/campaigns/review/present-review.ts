import { lineOfBusinessTexts } from "@litfass/contract/campaigns/line-of-business-texts";
import { type LineOfBusiness, linesOfBusiness } from "@litfass/contract/campaigns/lines-of-business";
import type { CampaignReview, Review } from "@litfass/contract/campaigns/review";
import { reviewReasonTexts } from "@litfass/contract/campaigns/review-reason-texts";
import type { ReviewReason } from "@litfass/contract/campaigns/review-reasons";
import type { Language } from "@litfass/contract/kernel/language";
import { message } from "@litfass/contract/kernel/messages";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { listSpots, tagKey, tagLinksOf } from "../../creatives/index.ts";
import { findUsers, namesOf } from "../../users/index.ts";
import { hostOf } from "../destination.ts";
import { lineOfBusinessOf } from "../line-of-business.ts";
import type { CampaignRow } from "../tables.ts";
import { needsReview } from "./needs-review.ts";
import { countApproved, findApproved, findLastReview, type ListedReview } from "./review-sql.ts";
import type { ReviewCause, ReviewRow } from "./review-tables.ts";
import { hasUnsubmittedContent } from "./unsubmitted-content.ts";

/** The page of a creative exactly as it was submitted. */
export const submittedUrl = (review: number, hash: string): string => `/creatives/review/${review}/${hash}`;

const presentReasons = (codes: ReviewReason[], lang: Language) =>
  codes.map((code) => ({ code, ...reviewReasonTexts[code][lang] }));

const isLine = (value: string): value is LineOfBusiness => value in linesOfBusiness;

const presentCause = (cause: ReviewCause | null, lang: Language): string | null =>
  cause &&
  message(cause.code, lang, { value: isLine(cause.value) ? lineOfBusinessTexts[cause.value][lang] : cause.value });

/** Reviews in the format of the API, always in the same few queries. */
export async function presentReviews(db: Executor, rows: ListedReview[], lang: Language): Promise<Review[]> {
  const names = await namesOf(db, [...new Set(rows.flatMap((row) => [row.ownerUid, row.decidedBy ?? row.ownerUid]))]);
  const ownerUids = [...new Set(rows.map((row) => row.ownerUid))];
  const owners = await findUsers(db, ownerUids);
  const approved = await countApproved(db, ownerUids);
  const spots = await listSpots(
    db,
    rows.flatMap((row) => (row.type === "audio" ? [row.campaignId] : [])),
  );
  const tagLinks = await tagLinksOf(
    db,
    rows.flatMap((row) => row.creatives),
  );
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
    line_of_business: lineOfBusinessOf(row),
    owner_line_of_business: owners.get(row.ownerUid)?.lineOfBusiness ?? null,
    creatives: row.creatives.map(
      ({ uuid, kind, format, width, height, fileHash, isThirdParty = false, isCompanion = false, vastTag }) => ({
        ...{ uuid, kind, format, width, height },
        is_third_party: isThirdParty,
        is_companion: isCompanion,
        landing_urls: tagLinks.get(tagKey({ uuid, fileHash })) ?? null,
        url: submittedUrl(row.id, fileHash),
        vast_tag: vastTag === undefined ? null : { url: vastTag.url, media_url: vastTag.media },
      }),
    ),
    spot: spotOf(row, spots),
    impression_trackers: row.impressionTrackers,
    verification_scripts: row.verificationScripts,
    approved_before: approved.get(row.ownerUid) ?? 0,
    appeal: row.appeal,
    reasons: presentReasons(row.reasons, lang),
    note: row.note,
    cause: presentCause(row.cause, lang),
    submitted_at: row.submittedAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_by: row.decidedBy ? (names.get(row.decidedBy) ?? null) : null,
  }));
}

/** What is known of a submitted spot, unless another one has replaced it. */
function spotOf({ creatives }: ReviewRow, spots: Awaited<ReturnType<typeof listSpots>>): Review["spot"] {
  const submitted = creatives.find(({ kind }) => kind === "audio");
  const spot = submitted && spots.get(submitted.uuid);
  return spot ? { waveform: spot.waveform, transcript: spot.transcript } : null;
}

/** One review in the format of the API. */
export async function presentReview(db: Executor, row: ListedReview, lang: Language): Promise<Review> {
  const [review] = await presentReviews(db, [row], lang);
  return review as Review;
}

/** Rejected creatives of a started campaign may be appealed once. */
export const mayAppeal = (row: Pick<CampaignRow, "status">, last: ReviewRow): boolean =>
  last.status === "rejected" && last.kind !== "appeal" && (row.status === "ACTIVE" || row.status === "PAUSED");

/** The state of a campaign's creatives in review, for its owner. */
export async function presentCampaignReview(db: Executor, row: CampaignRow, lang: Language): Promise<CampaignReview> {
  const last = await findLastReview(db, row.id);
  const isStarted = row.status === "ACTIVE" || row.status === "PAUSED";
  const isChanged =
    last !== null &&
    ((await hasUnsubmittedContent(db, row, last)) || hostOf(row.destinationUrl) !== hostOf(last.destinationUrl));
  return {
    status: last === null || last.status === "replaced" ? "none" : last.status,
    shown: (await findApproved(db, row.id)) !== null,
    needed: await needsReview(db, row),
    changed: isStarted && isChanged,
    reasons: presentReasons(last?.reasons ?? [], lang),
    note: last?.note ?? null,
    cause: presentCause(last?.cause ?? null, lang),
    can_appeal: last !== null && mayAppeal(row, last),
    submitted_at: last?.submittedAt.toISOString() ?? null,
  };
}
