import { endpoints } from "@litfass/contract/index";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import type { CampaignAccess } from "../campaign-access.ts";
import { ownBanners, removeOwnBanner, uploadOwnBanner } from "./own-banners.ts";

/** Finished banners that advertisers upload for a campaign. */
export function ownBannerRoutes(app: FastifyInstance, platform: Platform, access: CampaignAccess): void {
  mount(app, endpoints.listOwnBanners, async ({ caller, params }) => {
    const campaign = await access.get(platform.db, caller, params.userCampaign);
    return ownBanners(platform.db, campaign.id);
  });
  mount(app, endpoints.uploadOwnBanner, async ({ caller, params, files }) =>
    uploadOwnBanner(platform, access, caller, params.userCampaign, files),
  );
  mount(app, endpoints.removeOwnBanner, async ({ caller, params }) =>
    removeOwnBanner(platform, access, caller, params.userCampaign, params.creative),
  );
}
