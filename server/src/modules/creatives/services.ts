import type { CampaignAccess } from "./campaign-access.ts";

/** What the commands of creatives need beyond the platform: campaigns build on creatives, so they are handed in. */
export type CreativeServices = { campaignAccess: CampaignAccess };

declare module "@litfass/platform/command/command" {
  interface CommandServices extends CreativeServices {}
}
