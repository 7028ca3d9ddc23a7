import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { CampaignVideo } from "@litfass/contract/creatives/media";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, notFound } from "@litfass/platform/problem";
import { releaseAdFiles } from "../ad-file-sql.ts";
import { type CampaignFacts, mayChangeContent } from "../campaign-access.ts";
import { snapshotRenditions } from "../rendering/snapshot-renditions.ts";
import type { CreativeServices } from "../services.ts";
import {
  type CheckedVideo,
  listVideosByUuid,
  presentVideo,
  queueConversion,
  retryVideo,
  type VideoRow,
} from "../video-conversion/index.ts";
import {
  findCampaignVideo,
  insertCampaignVideo,
  removeCampaignVideo,
  type VideoCreative,
} from "./video-creative-sql.ts";

export type ShownVideo = VideoCreative & { campaignId: number; row: VideoRow };

/** The video of a campaign with its conversion, or null. */
export async function videoOfCampaign(db: Executor, campaignId: number): Promise<ShownVideo | null> {
  const found = await findCampaignVideo(db, campaignId);
  const row = found && (await listVideosByUuid(db, [found.videoUuid]))[0];
  return found && row ? { campaignId, ...found, row } : null;
}

/** A campaign's video in the format of the API. */
export const presentCampaignVideo = (shown: ShownVideo, lang: "en" | "de"): CampaignVideo => ({
  creative: shown.creativeUuid,
  video: presentVideo(shown.row, `/api/v1/user-campaigns/${shown.campaignId}/video`, lang),
});

/**
 * Uses a finished upload as the video of a campaign: an html5 creative with a video item, whose conversion is queued.
 * @throws 409 once the campaign has ended, 404 if the upload was already used.
 */
export const setCampaignVideo = command({
  name: "creatives.set_campaign_video",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<CampaignId & { video: CheckedVideo }, CreativeServices>): Promise<ShownVideo> {
    const { tx } = ctx;
    const { campaignId, video } = input;
    checkChangeable(await ctx.services.campaignAccess.lock(tx, callerOf(ctx.actor), campaignId));
    const before = await videoOfCampaign(tx, campaignId);
    const row = await queueConversion(ctx, video);
    const creative = { creativeUuid: ctx.random.id(), videoUuid: row.uuid };
    await insertCampaignVideo(tx, campaignId, { ...creative, title: row.name.slice(0, 30), width: 1280, height: 720 });
    await ctx.audit.record({
      subject: subject(campaignId),
      changes: changesBetween({ video: before?.row.id ?? null }, { video: row.id }),
    });
    return { campaignId, ...creative, row };
  },
});

/** Removes the video from a draft. @throws 409 once the campaign has started. */
export const removeVideo = command({
  name: "creatives.remove_campaign_video",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { campaignId } }: CommandCall<CampaignId, CreativeServices>): Promise<void> {
    const campaign = await ctx.services.campaignAccess.lock(ctx.tx, callerOf(ctx.actor), campaignId);
    if (campaign.status !== "DRAFT") throw conflict("campaign_started");
    const before = await videoOfCampaign(ctx.tx, campaignId);
    await removeCampaignVideo(ctx.tx, campaignId);
    await ctx.audit.record({
      subject: subject(campaignId),
      changes: changesBetween({ video: before?.row.id ?? null }, { video: null }),
    });
  },
});

/** Requeues the failed conversion of a campaign's video. @throws 404 without a video, 409 if it has not failed. */
export const retryCampaignVideo = command({
  name: "creatives.retry_campaign_video",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { campaignId } }: CommandCall<CampaignId, CreativeServices>): Promise<ShownVideo> {
    const campaign = await ctx.services.campaignAccess.lock(ctx.tx, callerOf(ctx.actor), campaignId);
    const shown = await videoOfCampaign(ctx.tx, campaign.id);
    if (!shown) throw notFound();
    return { ...shown, row: await retryVideo(ctx, shown.row.id) };
  },
});

type CampaignId = { campaignId: number };
const subject = (id: number) => ({ type: "campaign", id: String(id) });

/** The state of a campaign's video, for the readiness of a video campaign. */
export async function videoReadiness(
  db: Executor,
  campaignId: number,
): Promise<"missing" | "converting" | "failed" | "ready"> {
  const shown = await videoOfCampaign(db, campaignId);
  if (!shown) return "missing";
  if (shown.row.status === "failed") return "failed";
  return shown.row.status === "done" ? "ready" : "converting";
}

/**
 * The renditions of a campaign's video for the snapshot, grouped by the creative's uuid. Delivery starts serving
 * them, unless they stay `held`.
 */
export async function publishCampaignVideo(
  tx: Transaction,
  campaignId: number,
  { held = false }: { held?: boolean } = {},
): Promise<SnapshotCreative[]> {
  const shown = await videoOfCampaign(tx, campaignId);
  if (shown?.row.status !== "done") return [];
  const renditions = snapshotRenditions(shown.creativeUuid, shown.row);
  if (!held) {
    await releaseAdFiles(
      tx,
      renditions.map(({ fileHash }) => fileHash),
    );
  }
  return renditions;
}

/** @throws 409 if the campaign's content can no longer be changed. */
export function checkChangeable(campaign: CampaignFacts): void {
  if (!mayChangeContent(campaign)) throw conflict("campaign_over");
}
