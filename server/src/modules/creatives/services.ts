import type { CampaignAccess } from "./campaign-access.ts";
import type { NativeCrops } from "./rendering/crop-native.ts";

/**
 * Dependencies of the creatives commands beyond the platform. Campaigns depend on creatives, so access to them is
 * injected.
 */
export type CreativeServices = { campaignAccess: CampaignAccess; nativeCrops: NativeCrops };

declare module "@litfass/platform/command/command" {
  interface CommandServices extends CreativeServices {}
}
