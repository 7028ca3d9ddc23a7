import { endpoints } from "@litfass/contract/index";
import { message } from "@litfass/contract/kernel/messages";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import type { CampaignAccess } from "../campaign-access.ts";
import { isInstalled, sendVideoFile } from "../video-conversion/index.ts";
import {
  dropCampaignVideo,
  presentCampaignVideo,
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
    return { video: shown && presentCampaignVideo(campaign.id, shown, lang), converter_note: note };
  });
  mount(app, endpoints.setCampaignVideo, async ({ caller, params, body, lang }) => {
    const shown = await setCampaignVideo(platform, access, caller, params.userCampaign, body.upload);
    return presentCampaignVideo(params.userCampaign, shown, lang);
  });
  mount(app, endpoints.removeCampaignVideo, async ({ caller, params }) =>
    dropCampaignVideo(platform, access, caller, params.userCampaign),
  );
  mount(app, endpoints.retryCampaignVideo, async ({ caller, params, lang }) => {
    const shown = await retryCampaignVideo(platform, access, caller, params.userCampaign);
    return presentCampaignVideo(params.userCampaign, shown, lang);
  });
  mount(app, endpoints.showCampaignVideoFile, async ({ caller, params, request, reply }) => {
    const campaign = await access.get(db, caller, params.userCampaign);
    const shown = await videoOfCampaign(db, campaign.id);
    if (!shown) throw notFound();
    await sendVideoFile(db, shown.row, params.file, { request, reply });
    return { body: "", contentType: "" };
  });
}
