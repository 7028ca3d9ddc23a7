/** The bulk campaigns room as other rooms and the processes see it. */
export { listBulkCampaignRows } from "./bulk-campaign-sql.ts";
export { changeBulkCampaign } from "./change-bulk-campaign.ts";
export { createBulkCampaign } from "./create-bulk-campaign.ts";
export { getBulkCampaign } from "./get-bulk-campaign.ts";
export { bulkCampaignRoutes } from "./routes.ts";
