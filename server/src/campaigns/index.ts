/** The campaigns room as other rooms and the processes see it. */

export { campaignRowById, findCampaignRow, listForReports } from "./campaign-sql.ts";
export { endOverdueCampaigns } from "./end-campaign.ts";
export { getCampaign } from "./get-campaign.ts";
export { campaignRoutes } from "./routes.ts";
export type { CampaignRow } from "./tables.ts";
