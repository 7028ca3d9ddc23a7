import { findHeldAdFile } from "@litfass/adserver/index";
import { endpoints } from "@litfass/contract/index";
import { message } from "@litfass/contract/kernel/messages";
import { sendStretch } from "@litfass/platform/http/file-answer";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import type { CampaignAccess } from "../campaign-access.ts";
import { isInstalled } from "../video-conversion/index.ts";
import { findSpot } from "./audio-sql.ts";
import {
  changeCampaignAudio,
  checkAudio,
  presentAudio,
  removeCampaignAudio,
  setCampaignAudio,
} from "./campaign-audio.ts";
import { prepareSpot } from "./prepare-spot.ts";

/** The spot of an audio campaign. */
export function audioRoutes(app: FastifyInstance, platform: Platform, access: CampaignAccess): void {
  const { db, config } = platform;
  mount(app, endpoints.showCampaignAudio, async ({ caller, params, lang }) => {
    const campaign = await access.get(db, caller, params.userCampaign);
    const spot = await findSpot(db, campaign.id);
    const note = (await isInstalled(config.ffmpegPath)) ? null : message("audio.converter_missing", lang);
    return { audio: spot && presentAudio(spot), converter_note: note };
  });
  mountCommand(
    app,
    endpoints.setCampaignAudio,
    setCampaignAudio,
    async ({ caller, params, files }) => {
      // Checks access and state before the costly work, and again under the lock.
      checkAudio(await access.get(db, caller, params.userCampaign));
      return { campaignId: params.userCampaign, spot: await prepareSpot(platform, files) };
    },
    { done: presentAudio },
  );
  mountCommand(
    app,
    endpoints.changeCampaignAudio,
    changeCampaignAudio,
    ({ params, body }) => ({ campaignId: params.userCampaign, transcript: body.transcript }),
    { done: presentAudio },
  );
  mountCommand(app, endpoints.removeCampaignAudio, removeCampaignAudio, ({ params }) => ({
    campaignId: params.userCampaign,
  }));
  mount(app, endpoints.showCampaignAudioFile, async ({ caller, params, request, reply }) => {
    const campaign = await access.get(db, caller, params.userCampaign);
    const named = (await findSpot(db, campaign.id))?.files.find(({ name }) => name === params.file);
    const file = named && (await findHeldAdFile(db, named.hash));
    if (!file) throw notFound();
    reply.header("cache-control", "private, no-cache");
    sendStretch(reply, file, request.headers.range);
    return { body: "", contentType: "" };
  });
}
