/** Public interface of bulk campaigns. */
export { listBulkCampaignRows } from "./bulk-campaign-sql.ts";
export { changeBulkCampaign } from "./change-bulk-campaign.ts";
export { bulkCampaignCommands } from "./commands.ts";
export { createBulkCampaign } from "./create-bulk-campaign.ts";
export { getBulkCampaign } from "./get-bulk-campaign.ts";
export { bulkCampaignRoutes } from "./routes.ts";
