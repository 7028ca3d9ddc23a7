import type { Platform } from "../platform/platform.ts";
import { checkFeeds } from "./check-feed.ts";
import { closeCampaigns } from "./end-campaign.ts";

/** Once a minute: ends what is over, gives back what was reserved and not spent. Once an hour: looks at feeds. */
export function campaignJobs(platform: Platform): void {
  const { db, clock, jobs, log } = platform;
  jobs.work("campaigns.close", async () => {
    const { ended, settled } = await closeCampaigns(db, clock.now());
    if (ended + settled > 0) log.info({ ended, settled }, "campaigns were closed");
  });
  jobs.schedule("campaigns.close", "* * * * *");
  jobs.work("campaigns.feeds", async () => {
    await checkFeeds(platform);
  });
  jobs.schedule("campaigns.feeds", "17 * * * *");
}
