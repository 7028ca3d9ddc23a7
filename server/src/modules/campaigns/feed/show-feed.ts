import type { CampaignFeed } from "@litfass/contract/campaigns/campaign-feed";
import type { Language } from "@litfass/contract/kernel/language";
import type { Caller } from "@litfass/contract/kernel/roles";
import { getCampaign } from "../get-campaign.ts";
import { feedReason } from "../lifecycle/readiness.ts";
import type { CommandRunner } from "../run-as-job.ts";
import { checkFeed } from "./check-feed.ts";
import { feedItemsOf } from "./feed-items.ts";
import { feedProblemOf } from "./feed-problem.ts";

/** The current feed items of a campaign's banners. 403 for another user's campaign, 404 for an unknown one. */
export async function showFeed(
  runner: CommandRunner,
  caller: Caller,
  id: number,
  lang: Language,
): Promise<CampaignFeed> {
  const { db, clock } = runner.platform;
  const row = await getCampaign(db, caller, id);
  await checkFeed(runner, row, runner.platform.workers.of(caller.uid));
  const problem = await feedProblemOf(db, row);
  const items = row.type !== "display" ? [] : await feedItemsOf(db, row, clock.now());
  return {
    problem: problem && feedReason(problem.reason, lang),
    items: items.map(({ item, link }) => ({ ...item, link })),
  };
}
