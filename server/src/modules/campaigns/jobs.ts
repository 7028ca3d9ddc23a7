import { checkFeeds } from "./feed/check-feed.ts";
import { closeCampaigns } from "./lifecycle/close-campaigns.ts";
import { creditGuarantees, type VisibilityOf } from "./lifecycle/credit-guarantees.ts";
import { endMailJob, mailEnd, remindOfEnds } from "./lifecycle/remind-of-end.ts";
import type { CommandRunner } from "./run-as-job.ts";

/** With the delay doubling from 5 s, the last attempt is about a day after the first. */
const mailRetries = 14;

/**
 * Every minute: ends campaigns and releases reservations. Every ten minutes: credits what ended campaigns missed of
 * the viewability guarantee. Every hour: checks feeds, and reminds owners of campaigns that end soon.
 */
export function campaignJobs(runner: CommandRunner, visibilityOf: VisibilityOf): void {
  const { jobs, log } = runner.platform;
  jobs.work("campaigns.close", async () => {
    const { ended, settled } = await closeCampaigns(runner);
    if (ended + settled > 0) log.info({ ended, settled }, "campaigns were closed");
  });
  jobs.schedule("campaigns.close", "* * * * *");
  jobs.work("campaigns.credit-guarantees", async () => {
    const credited = await creditGuarantees(runner, visibilityOf);
    if (credited > 0) log.info({ credited }, "campaigns were credited for the visibility guarantee");
  });
  jobs.schedule("campaigns.credit-guarantees", "4,14,24,34,44,54 * * * *");
  jobs.work("campaigns.feeds", async () => {
    await checkFeeds(runner);
  });
  jobs.schedule("campaigns.feeds", "17 * * * *");
  jobs.work<{ campaign: number }>(endMailJob, ({ campaign }) => mailEnd(runner.platform, campaign), {
    retries: mailRetries,
  });
  jobs.work("campaigns.remind-of-ends", async () => {
    const queued = await remindOfEnds(runner);
    if (queued > 0) log.info({ queued }, "advertisers were reminded of the end of campaigns");
  });
  jobs.schedule("campaigns.remind-of-ends", "37 * * * *");
}
