import { bannerVideoLimits, videoLimits } from "@litfass/contract/creatives/video-conversions";
import { endpoints } from "@litfass/contract/index";
import type { Language } from "@litfass/contract/kernel/language";
import { message } from "@litfass/contract/kernel/messages";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import type { CampaignAccess } from "../campaign-access.ts";
import { previewOriginOf } from "../rendering/banner-video-url.ts";
import { checkUpload, isInstalled, sendVideoFile } from "../video-conversion/index.ts";
import {
  checkChangeable,
  presentCampaignVideo,
  purposeIn,
  removeVideo,
  retryCampaignVideo,
  type ShownVideo,
  setCampaignVideo,
  videoOfCampaign,
} from "./campaign-video.ts";

const limitsOf = {
  player: { maxSeconds: videoLimits.campaignSeconds },
  banner: { maxSeconds: bannerVideoLimits.seconds, tooLong: "video.too_long_for_banner" },
} as const;

/** The video of a video campaign, and the video in the banners of a display campaign. */
export function videoRoutes(app: FastifyInstance, platform: Platform, access: CampaignAccess): void {
  const { db, config } = platform;
  const present = (shown: ShownVideo, lang: Language) => presentCampaignVideo(shown, lang, previewOriginOf(platform));
  mount(app, endpoints.showCampaignVideo, async ({ caller, params, lang }) => {
    const campaign = await access.get(db, caller, params.userCampaign);
    const shown = await videoOfCampaign(db, campaign.id, purposeIn(campaign));
    const note = (await isInstalled(config.ffmpegPath)) ? null : message("video.converter_missing", lang);
    return { video: shown && present(shown, lang), converter_note: note };
  });
  mountCommand(
    app,
    endpoints.setCampaignVideo,
    setCampaignVideo,
    async ({ caller, params, body }) => {
      // Checks access and state before reading the file, and again under the lock.
      const campaign = await access.get(db, caller, params.userCampaign);
      checkChangeable(campaign);
      const limits = limitsOf[purposeIn(campaign)];
      return { campaignId: params.userCampaign, video: await checkUpload(app.services, caller, body.upload, limits) };
    },
    { done: present },
  );
  const ofCampaign = ({ params }: { params: { userCampaign: number } }) => ({ campaignId: params.userCampaign });
  mountCommand(app, endpoints.removeCampaignVideo, removeVideo, ofCampaign);
  mountCommand(app, endpoints.retryCampaignVideo, retryCampaignVideo, ofCampaign, { done: present });
  mount(app, endpoints.showCampaignVideoFile, async ({ caller, params, request, reply }) => {
    const campaign = await access.get(db, caller, params.userCampaign);
    const shown = await videoOfCampaign(db, campaign.id, purposeIn(campaign));
    if (!shown) throw notFound();
    await sendVideoFile(db, shown.row, params.file, { request, reply, cacheControl: "private, no-cache" });
    return { body: "", contentType: "" };
  });
}
