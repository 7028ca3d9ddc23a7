import type { CampaignFeed } from "@litfass/contract/campaigns/campaign-feed";
import type { Language } from "@litfass/contract/kernel/messages";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Platform } from "@litfass/platform/platform";
import { getCampaign } from "../get-campaign.ts";
import { feedReason } from "../lifecycle/readiness.ts";
import { checkFeed, feedProblemOf } from "./check-feed.ts";
import { fedItems } from "./feed-items.ts";

/** What the feed of a campaign puts into its banners now. @throws 403 for a campaign out of reach. */
export async function showFeed(platform: Platform, caller: Caller, id: number, lang: Language): Promise<CampaignFeed> {
  const { db, clock } = platform;
  const row = await getCampaign(db, caller, id);
  await checkFeed(platform, row);
  const problem = await feedProblemOf(db, row);
  const items = row.type === "video" ? [] : await fedItems(db, row, clock.now());
  return {
    problem: problem && feedReason(problem.reason, lang),
    items: items.map(({ item, link }) => ({ ...item, link })),
  };
}
