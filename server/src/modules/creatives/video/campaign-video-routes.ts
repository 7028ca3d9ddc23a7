import { videoLimits } from "@litfass/contract/creatives/media";
import { endpoints } from "@litfass/contract/index";
import { message } from "@litfass/contract/kernel/messages";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import type { CampaignAccess } from "../campaign-access.ts";
import { checkUpload, isInstalled, sendVideoFile } from "../video-conversion/index.ts";
import {
  checkChangeable,
  presentCampaignVideo,
  removeVideo,
  retryCampaignVideo,
  setCampaignVideo,
  videoOfCampaign,
} from "./campaign-video.ts";

/** The video of a video campaign. */
export function videoRoutes(app: FastifyInstance, platform: Platform, access: CampaignAccess): void {
  const { db, config } = platform;
  mount(app, endpoints.showCampaignVideo, async ({ caller, params, lang }) => {
    const campaign = await access.get(db, caller, params.userCampaign);
    const shown = await videoOfCampaign(db, campaign.id);
    const note = (await isInstalled(config.ffmpegPath)) ? null : message("video.converter_missing", lang);
    return { video: shown && presentCampaignVideo(shown, lang), converter_note: note };
  });
  mountCommand(
    app,
    endpoints.setCampaignVideo,
    setCampaignVideo,
    async ({ caller, params, body }) => {
      // Checks access and state before reading the file, and again under the lock.
      checkChangeable(await access.get(db, caller, params.userCampaign));
      const limits = { maxSeconds: videoLimits.campaignSeconds };
      return { campaignId: params.userCampaign, video: await checkUpload(app.kit, caller, body.upload, limits) };
    },
    { done: presentCampaignVideo },
  );
  const ofCampaign = ({ params }: { params: { userCampaign: number } }) => ({ campaignId: params.userCampaign });
  mountCommand(app, endpoints.removeCampaignVideo, removeVideo, ofCampaign);
  mountCommand(app, endpoints.retryCampaignVideo, retryCampaignVideo, ofCampaign, { done: presentCampaignVideo });
  mount(app, endpoints.showCampaignVideoFile, async ({ caller, params, request, reply }) => {
    const campaign = await access.get(db, caller, params.userCampaign);
    const shown = await videoOfCampaign(db, campaign.id);
    if (!shown) throw notFound();
    await sendVideoFile(db, shown.row, params.file, { request, reply });
    return { body: "", contentType: "" };
  });
}
