import type { AnyCommand } from "@litfass/platform/command/command";
import { changeBulkCampaign } from "./change-bulk-campaign.ts";
import { createBulkCampaign } from "./create-bulk-campaign.ts";
import { beginBulkLaunch, launchBulkCustomer, refuseBulkCustomer } from "./launch-bulk-campaign.ts";

/** Every change of bulk campaigns. */
export const bulkCampaignCommands: readonly AnyCommand[] = [
  createBulkCampaign,
  changeBulkCampaign,
  beginBulkLaunch,
  launchBulkCustomer,
  refuseBulkCustomer,
];
