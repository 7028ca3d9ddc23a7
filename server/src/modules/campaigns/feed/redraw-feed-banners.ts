import { isDeepStrictEqual } from "node:util";
import { type CommandCall, type CommandServices, command } from "@litfass/platform/command/command";
import { lockCampaignRowById, updateCampaignRow } from "../campaign-sql.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import { deliveredUrl } from "../review/delivered-url.ts";
import { findApproved } from "../review/review-sql.ts";
import { renderCreatives } from "../review/submit-for-review.ts";
import { hasUnsubmittedContent } from "../review/unsubmitted-content.ts";
import { shownCreatives } from "./feed-items.ts";
import { updateDrawn } from "./feed-sql.ts";

/**
 * Renders the banners of a started campaign with the current items of its feed, and publishes changes. It needs no
 * review, because the design and the typed texts are approved. While changes to those are not submitted, the
 * delivered banners stay. @returns whether the delivered banners changed.
 */
export const redrawFeedBanners = command({
  name: "campaigns.redraw_feed_banners",
  errors: [],
  async run({ ctx, input: { id } }: CommandCall<{ id: number }, CommandServices>): Promise<boolean> {
    const { tx, clock } = ctx;
    const unchanged = (reason: string): false => {
      ctx.audit.unchanged(reason);
      return false;
    };
    const row = await lockCampaignRowById(tx, id);
    const isStarted = row?.status === "ACTIVE" || row?.status === "PAUSED";
    if (!row || !isStarted || row.type !== "display" || row.feedUrl === null) return unchanged("no banners to draw");
    const approved = await findApproved(tx, row.id);
    if (!approved || (await hasUnsubmittedContent(tx, row, approved))) return unchanged("changes wait for a review");
    const now = clock.now();
    // Items lead to their own pages only on the approved site.
    const shown = { ...row, destinationUrl: deliveredUrl(row, approved) };
    const drawn = await renderCreatives(ctx, shown, false, now);
    const before = await shownCreatives(tx, row, approved);
    if (isDeepStrictEqual(drawn, before)) return unchanged("the banners are the same");
    await updateDrawn(tx, row.id, { drawn, drawnFor: approved.id });
    const changed = await updateCampaignRow(tx, row, {}, now);
    await publish(tx, changed);
    const filesOf = (creatives: typeof drawn) => creatives.map(({ fileHash }) => fileHash);
    const more = [{ field: "feed_banners", before: filesOf(before), after: filesOf(drawn) }];
    await auditCampaign(ctx, { before: row, after: changed, more });
    return true;
  },
});
