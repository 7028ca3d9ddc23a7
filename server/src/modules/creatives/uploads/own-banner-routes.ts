import { endpoints } from "@litfass/contract/index";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import type { CampaignAccess } from "../campaign-access.ts";
import { checkOpen, ownBanners, removeOwnBanner, uploadOwnBanner } from "./own-banners.ts";
import { readOwnBanner } from "./read-own-banner.ts";

/** Finished banners that advertisers upload for a campaign. */
export function ownBannerRoutes(app: FastifyInstance, platform: Platform, access: CampaignAccess): void {
  mount(app, endpoints.listOwnBanners, async ({ caller, params }) => {
    const campaign = await access.get(platform.db, caller, params.userCampaign);
    return ownBanners(platform.db, campaign.id);
  });
  mountCommand(app, endpoints.uploadOwnBanner, uploadOwnBanner, async ({ caller, params, files, lang }) => {
    // Reach comes before the work, so that strangers cannot have files unpacked.
    checkOpen(await access.get(platform.db, caller, params.userCampaign));
    return { campaignId: params.userCampaign, ...(await readOwnBanner(platform.workers, files, lang)) };
  });
  mountCommand(app, endpoints.removeOwnBanner, removeOwnBanner, ({ params }) => ({
    campaignId: params.userCampaign,
    creative: params.creative,
  }));
}
