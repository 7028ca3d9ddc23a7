import type { UndoneCampaign } from "@litfass/contract/campaigns/campaign-history";
import type { ContentChange } from "@litfass/contract/creatives/creative-content";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandServices, command } from "@litfass/platform/command/command";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { conflict, invalid, notFound, Problem } from "@litfass/platform/problem";
import { changeContent, presentContent, removedBanners, removedPictures } from "../../creatives/index.ts";
import type { CommandContext } from "../campaign-context.ts";
import { getCampaignForChange } from "../get-campaign.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { differences } from "../history/campaign-fields.ts";
import { findChange } from "../history/campaign-history-sql.ts";
import { recordAction } from "../history/record-change.ts";
import { obstacleOf, presentValues, type Restored, restoredOf } from "../history/undo-plan.ts";
import { presentCampaign } from "../present-campaign.ts";
import { findLastReview } from "../review/review-sql.ts";
import { applySubmission } from "../review/submit-changes.ts";
import { hasUnsubmittedContent } from "../review/unsubmitted-content.ts";
import type { CampaignRow, ChangedField } from "../tables.ts";
import { t } from "../texts.ts";
import { applyChange } from "./change-campaign.ts";
import { applyChoice } from "./choose-creatives.ts";
import { isStarted } from "./plan-budget-change.ts";

/**
 * Restores the values before a change of the history. It is a change itself: the same rules, money and review apply,
 * and the history gets another entry. @throws 404 for an entry of another campaign, 409 if a later change set the same
 * settings again or the change is final, 422 if the previous values are no longer possible.
 */
export const undoChange = command({
  name: "campaigns.undo_change",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<{ id: number; changeId: number }, CommandServices>): Promise<UndoneCampaign> {
    const { tx, clock, lang } = ctx;
    const before = await getCampaignForChange(tx, callerOf(ctx.actor), input.id);
    const entry = await findChange(tx, before.id, input.changeId);
    if (!entry) throw notFound();
    const obstacle = obstacleOf(before, entry, await presentValues(tx, before));
    if (obstacle?.kind === "superseded") {
      const settings = obstacle.settings.map((name) => t(lang, `setting.${name}` as Parameters<typeof t>[1]));
      const values = { settings: settings.join(", ") };
      throw new Problem("conflict", { code: "change_superseded", message: "campaign.change_superseded", values });
    }
    const restored = restoredOf(before, entry);
    if (obstacle || !restored) throw conflict("change_final", "campaign.change_final");
    const reviewBefore = await findLastReview(tx, before.id);
    const { after, more } = await restore(ctx, before, restored);
    await auditCampaign(ctx, { before, after, more });
    const review = await findLastReview(tx, before.id);
    const needs_review = review?.status === "pending" && review.id !== reviewBefore?.id;
    return { ...(await presentCampaign(tx, after, clock.now(), lang)), needs_review };
  },
});

/**
 * Saves the previous values. The previous banners are submitted at once if the undone ones were: ads would otherwise go
 * on showing what the history says is undone.
 */
async function restore(
  ctx: CommandContext,
  before: CampaignRow,
  { settings, creativeIds, content }: Restored,
): Promise<{ after: CampaignRow; more: ChangedField[] }> {
  await requirePresent(ctx, before, { creativeIds, content });
  const more: ChangedField[] = [];
  let after = Object.keys(settings).length > 0 ? await applyChange(ctx, before, settings) : before;
  if (!creativeIds && !content) return { after, more };
  const wasSubmitted = await isSubmitted(ctx.tx, before);
  if (content) more.push(...(await restoreContent(ctx, after, content)));
  if (creativeIds) {
    const choice = await applyChoice(ctx, after, creativeIds);
    after = choice.after;
    more.push(choice.chosen);
  }
  if (wasSubmitted) {
    const submission = await applySubmission(ctx, after);
    after = submission.after;
    more.push(submission.review);
  }
  return { after, more };
}

/** @throws 422 that names the pictures and banners of the previous values that were removed since. */
async function requirePresent(
  { tx, lang }: CommandContext,
  row: CampaignRow,
  { creativeIds, content }: Pick<Restored, "creativeIds" | "content">,
): Promise<void> {
  const removed = [
    ...(content ? await removedPictures(tx, row.id, content) : []).map((picture) =>
      picture === "logo" ? t(lang, "undo.logo") : t(lang, "undo.picture", { number: picture }),
    ),
    ...(creativeIds ? await removedBanners(tx, row.id, creativeIds, lang) : []).map((template) =>
      template === null ? t(lang, "undo.banners") : t(lang, "undo.template", { name: template }),
    ),
  ];
  if (removed.length > 0) throw invalid({ change: [t(lang, "undo.removed", { removed: removed.join(", ") })] });
}

/** Whether a started campaign's present creatives are those that it submitted last, in review or already running. */
async function isSubmitted(db: Executor, row: CampaignRow): Promise<boolean> {
  const last = isStarted(row) ? await findLastReview(db, row.id) : null;
  return last !== null && last.status !== "rejected" && !(await hasUnsubmittedContent(db, row, last));
}

/** Saves the previous content of the banners, with an entry of its own in the history. */
async function restoreContent(ctx: CommandContext, row: CampaignRow, content: ContentChange): Promise<ChangedField[]> {
  const { tx, clock, lang } = ctx;
  const was = await presentContent(tx, row.id);
  await changeContent(tx, row, content, { lang, now: clock.now() });
  const is = await presentContent(tx, row.id);
  const fields = differences(was, is);
  await recordAction(ctx, "banners", row.id, fields);
  return fields;
}
