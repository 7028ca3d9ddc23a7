import { actorUid } from "@litfass/platform/command/actor";
import type { CommandContext } from "@litfass/platform/command/command";
import { isContentField } from "../../creatives/index.ts";
import { findLastReview } from "../review/review-sql.ts";
import { differences, joinedFields } from "./campaign-fields.ts";
import { findLastChange, replaceChange } from "./campaign-history-sql.ts";
import { recordAction, sameEditMs } from "./record-change.ts";

/**
 * Records changed texts, colors and pictures of a campaign's banners. The studio saves while the user types: one person's
 * changes within some minutes are one entry, unless they were submitted in between.
 */
export async function recordContent(
  ctx: CommandContext,
  campaignId: number,
  was: Record<string, unknown>,
  is: Record<string, unknown>,
): Promise<void> {
  const { tx, actor, clock } = ctx;
  const fields = differences(was, is);
  if (fields.length === 0) return;
  const now = clock.now();
  const last = await findLastChange(tx, campaignId);
  const isSameEdit =
    last?.action === "banners" &&
    last.fields.every(({ field }) => isContentField(field)) &&
    last.byUid === actorUid(actor) &&
    now.getTime() - last.at.getTime() < sameEditMs;
  const review = isSameEdit ? await findLastReview(tx, campaignId) : null;
  if (isSameEdit && !(review && review.submittedAt >= last.at)) {
    await replaceChange(tx, last.id, now, joinedFields(last.fields, fields));
  } else {
    await recordAction(ctx, "banners", campaignId, fields);
  }
}
