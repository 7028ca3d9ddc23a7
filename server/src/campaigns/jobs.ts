import type { Platform } from "../platform/platform.ts";
import { closeCampaigns } from "./end-campaign.ts";

/** Once a minute: ends what is over, gives back what was reserved and not spent. */
export function campaignJobs({ db, clock, jobs, log }: Platform): void {
  jobs.work("campaigns.close", async () => {
    const { ended, settled } = await closeCampaigns(db, clock.now());
    if (ended + settled > 0) log.info({ ended, settled }, "campaigns were closed");
  });
  jobs.schedule("campaigns.close", "* * * * *");
}
