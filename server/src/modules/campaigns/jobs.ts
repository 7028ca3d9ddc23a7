import type { Platform } from "@litfass/platform/platform";
import { checkFeeds } from "./feed/check-feeds.ts";
import { creditGuarantees, type VisibilityOf } from "./lifecycle/credit-guarantees.ts";
import { closeCampaigns } from "./lifecycle/end-campaign.ts";
import { endMailJob, mailEnd, remindOfEnds } from "./lifecycle/remind-of-end.ts";

/** With the pause doubling from 5 s, the last try comes about a day after the first. */
const mailRetries = 14;

/**
 * Once a minute: ends what is over, gives back what was reserved and not spent. Once an hour: looks at feeds, and tells
 * advertisers whose campaign is near its end. Every ten
 * minutes: credits what ended campaigns missed of the visibility guarantee.
 */
export function campaignJobs(platform: Platform, visibilityOf: VisibilityOf): void {
  const { db, clock, jobs, log } = platform;
  jobs.work("campaigns.close", async () => {
    const { ended, settled } = await closeCampaigns(db, clock.now());
    if (ended + settled > 0) log.info({ ended, settled }, "campaigns were closed");
  });
  jobs.schedule("campaigns.close", "* * * * *");
  jobs.work<{ campaign: number }>(endMailJob, ({ campaign }) => mailEnd(platform, campaign), { retries: mailRetries });
  jobs.work("campaigns.remind-of-ends", async () => {
    const sent = await remindOfEnds(platform);
    if (sent > 0) log.info({ sent }, "advertisers were told of the end of campaigns");
  });
  jobs.schedule("campaigns.remind-of-ends", "37 * * * *");
  jobs.work("campaigns.feeds", async () => {
    await checkFeeds(platform);
  });
  jobs.schedule("campaigns.feeds", "17 * * * *");
  jobs.work("campaigns.credit-guarantees", async () => {
    const credited = await creditGuarantees(platform, visibilityOf);
    if (credited > 0) log.info({ credited }, "campaigns were credited for the visibility guarantee");
  });
  jobs.schedule("campaigns.credit-guarantees", "4,14,24,34,44,54 * * * *");
}
