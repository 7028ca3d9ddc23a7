import type { CampaignAccess } from "./campaign-access.ts";

/**
 * Dependencies of the creatives commands beyond the platform. Campaigns depend on creatives, so access to them is
 * injected.
 */
export type CreativeServices = { campaignAccess: CampaignAccess };

declare module "@litfass/platform/command/command" {
  interface CommandServices extends CreativeServices {}
}
