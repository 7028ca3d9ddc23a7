import type { AnyCommand } from "@litfass/platform/command/command";
import { changeBulkCampaign } from "./change-bulk-campaign.ts";
import { createBulkCampaign } from "./create-bulk-campaign.ts";
import { launchBulkCustomer, refuseBulkCustomer } from "./launch-bulk-campaign.ts";

/** Every change of bulk campaigns. */
export const bulkCampaignCommands: readonly AnyCommand[] = [
  createBulkCampaign,
  changeBulkCampaign,
  launchBulkCustomer,
  refuseBulkCustomer,
];
