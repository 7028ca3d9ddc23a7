import { isDeepStrictEqual } from "node:util";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { lockCampaignRowById } from "../campaign-sql.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import type { CampaignFeedRow, ChangedField } from "../tables.ts";
import type { FetchedPictures } from "./feed-pictures.ts";
import { findFeed, replaceFeedPictures, upsertFeed } from "./feed-sql.ts";

type Feed = Omit<CampaignFeedRow, "drawn" | "drawnFor">;
type Input = { feed: Feed; pictures: FetchedPictures };

/** Stores the content of a campaign's feed. */
export const saveFeed = command({
  name: "campaigns.save_feed",
  errors: [],
  async run({ ctx, input: { feed, pictures } }: CommandCall<Input>): Promise<void> {
    const { tx } = ctx;
    const row = await lockCampaignRowById(tx, feed.campaignId);
    // The campaign was deleted while the feed was read.
    if (!row) return;
    const before = await findFeed(tx, row.id);
    if (pictures.isChanged) await replaceFeedPictures(tx, row.id, pictures.added, pictures.current);
    await upsertFeed(tx, feed);
    const more = changesOf(before, feed);
    if (more.length === 0) ctx.audit.unchanged("the feed has the same items");
    else await auditCampaign(ctx, { before: row, after: row, more });
  },
});

const changesOf = (before: Feed | null, after: Feed): ChangedField[] => [
  ...(before?.url === after.url ? [] : [{ field: "feed_url", before: before?.url ?? null, after: after.url }]),
  ...((before?.problem ?? null) === after.problem
    ? []
    : [{ field: "feed_problem", before: before?.problem ?? null, after: after.problem }]),
  ...(isDeepStrictEqual(before?.items ?? [], after.items)
    ? []
    : [{ field: "feed_items", before: titlesOf(before), after: titlesOf(after) }]),
];

const titlesOf = (feed: Feed | null): string[] => (feed?.items ?? []).map(({ title }) => title);
