import { endpoints } from "@litfass/contract/index";
import { offeredFormats } from "@litfass/contract/kernel/formats";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import type { CampaignAccess } from "../campaign-access.ts";
import { readOwnBanner } from "./accept-own-banner.ts";
import { canRunBanners } from "./browser/run-job.ts";
import { checkOpen, ownBanners, removeOwnBanner, uploadOwnBanner } from "./own-banners.ts";
import { acceptTag } from "./third-party/accept-tag.ts";

/** Finished banners that advertisers upload for a campaign, and tags of their ad servers. */
export function ownBannerRoutes(app: FastifyInstance, platform: Platform, access: CampaignAccess): void {
  const { exchanges } = platform.config;
  const offered = () => offeredFormats(platform.settings.current().formats.sizes);
  const allowed = () => platform.settings.current().third_party.hosts;
  mount(app, endpoints.listOwnBanners, async ({ caller, params, lang }) => {
    const campaign = await access.get(platform.db, caller, params.userCampaign);
    const formats = offered();
    const banners = await ownBanners(platform.db, campaign.id, { lang, exchanges, offered: formats });
    return { ...banners, formats, third_party_hosts: allowed() };
  });
  mountCommand(app, endpoints.uploadOwnBanner, uploadOwnBanner, async ({ caller, params, files, lang }) => {
    // Checks access before the work, so that no one else can have files unpacked.
    checkOpen(await access.get(platform.db, caller, params.userCampaign));
    const report = { lang, exchanges, offered: offered() };
    const read = await readOwnBanner(
      { ...platform, workers: platform.workers.of(caller.uid), offered: report.offered },
      files,
      lang,
    );
    return { campaignId: params.userCampaign, ...read, canRun: canRunBanners(platform.config), report };
  });
  mountCommand(app, endpoints.saveThirdPartyTag, uploadOwnBanner, async ({ caller, params, body, lang }) => {
    checkOpen(await access.get(platform.db, caller, params.userCampaign));
    const report = { lang, exchanges, offered: offered() };
    const read = await acceptTag(
      { ...platform, workers: platform.workers.of(caller.uid), offered: report.offered },
      { ...body, allowed: allowed() },
    );
    return { campaignId: params.userCampaign, ...read, canRun: false, report };
  });
  mountCommand(app, endpoints.removeOwnBanner, removeOwnBanner, ({ params }) => ({
    campaignId: params.userCampaign,
    creative: params.creative,
  }));
}
