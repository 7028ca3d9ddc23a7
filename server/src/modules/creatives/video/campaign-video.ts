import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { CampaignVideo } from "@litfass/contract/creatives/video-conversions";
import type { Language } from "@litfass/contract/kernel/language";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, notFound } from "@litfass/platform/problem";
import { releaseAdFiles } from "../ad-file-sql.ts";
import { type CampaignFacts, mayChangeContent } from "../campaign-access.ts";
import { type PreviewOrigin, previewVideoUrl } from "../rendering/banner-video-url.ts";
import { snapshotRenditions } from "../rendering/snapshot-renditions.ts";
import type { CreativeServices } from "../services.ts";
import { bannerLanguage } from "../studio/banner-content.ts";
import { findContent, saveContent } from "../studio/content-sql.ts";
import { publishVastTag } from "../vast-tags/vast-tag.ts";
import { findVastTag, removeVastTagRow } from "../vast-tags/vast-tag-sql.ts";
import {
  type CheckedVideo,
  listVideosByUuid,
  presentVideo,
  queueConversion,
  retryVideo,
  type VideoPurpose,
  type VideoRow,
} from "../video-conversion/index.ts";
import {
  findCampaignVideo,
  insertCampaignVideo,
  removeCampaignVideo,
  type VideoCreative,
} from "./video-creative-sql.ts";

export type ShownVideo = VideoCreative & { campaignId: number; row: VideoRow };

/** A display campaign shows its video in its banners. */
export const purposeIn = ({ type }: Pick<CampaignFacts, "type">): VideoPurpose =>
  type === "video" ? "player" : "banner";

/**
 * The video of a campaign with its conversion, or null. A video converted for the campaign's other type, which it had
 * before, counts as none.
 */
export async function videoOfCampaign(
  db: Executor,
  campaignId: number,
  purpose: VideoPurpose,
): Promise<ShownVideo | null> {
  const found = await findCampaignVideo(db, campaignId);
  const row = found && (await listVideosByUuid(db, [found.videoUuid]))[0];
  return found && row?.purpose === purpose ? { campaignId, ...found, row } : null;
}

/** A campaign's video in the format of the API. */
export const presentCampaignVideo = (
  { creativeUuid, campaignId, row }: ShownVideo,
  lang: Language,
  origin: PreviewOrigin,
): CampaignVideo => ({
  creative: creativeUuid,
  video: presentVideo(row, `/api/v1/user-campaigns/${campaignId}/video`, lang),
  banner_video_url:
    row.purpose === "banner" && row.renditions[0] ? previewVideoUrl(row.renditions[0].hash, origin) : null,
});

/**
 * Uses a finished upload as the video of a campaign, or as the video in its banners: an html5 creative with a video
 * item, whose conversion is queued. @throws 409 once the campaign has ended, 404 if the upload was already used.
 */
export const setCampaignVideo = command({
  name: "creatives.set_campaign_video",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<CampaignId & { video: CheckedVideo }, CreativeServices>): Promise<ShownVideo> {
    const { tx } = ctx;
    const { campaignId, video } = input;
    const campaign = await ctx.services.campaignAccess.lock(tx, callerOf(ctx.actor), campaignId);
    checkChangeable(campaign);
    const purpose = purposeIn(campaign);
    const before = await videoOfCampaign(tx, campaignId, purpose);
    if (purpose === "player") await removeVastTagRow(tx, campaignId);
    const row = await queueConversion(ctx, video, purpose);
    const creative = { creativeUuid: ctx.random.id(), videoUuid: row.uuid };
    await insertCampaignVideo(tx, campaignId, { ...creative, title: row.name.slice(0, 30), width: 1280, height: 720 });
    await noteContentChange(ctx, campaign);
    await ctx.audit.record({
      subject: subject(campaignId),
      changes: changesBetween({ video: before?.row.id ?? null }, { video: row.id }),
    });
    return { campaignId, ...creative, row };
  },
});

/**
 * Removes the video from a draft, or the video from the banners of a campaign. @throws 409 once a video campaign has
 * started, or a display campaign has ended.
 */
export const removeVideo = command({
  name: "creatives.remove_campaign_video",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { campaignId } }: CommandCall<CampaignId, CreativeServices>): Promise<void> {
    const campaign = await ctx.services.campaignAccess.lock(ctx.tx, callerOf(ctx.actor), campaignId);
    const purpose = purposeIn(campaign);
    if (purpose === "banner") checkChangeable(campaign);
    else if (campaign.status !== "DRAFT") throw conflict("campaign_started");
    const before = await videoOfCampaign(ctx.tx, campaignId, purpose);
    await removeCampaignVideo(ctx.tx, campaignId);
    await noteContentChange(ctx, campaign);
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
    const shown = await videoOfCampaign(ctx.tx, campaign.id, purposeIn(campaign));
    if (!shown) throw notFound();
    return { ...shown, row: await retryVideo(ctx, shown.row.id) };
  },
});

type CampaignId = { campaignId: number };
const subject = (id: number) => ({ type: "campaign", id: String(id) });

/** The state of a campaign's video, or of the VAST tag that is its video, for the readiness of a video campaign. */
export async function videoReadiness(
  db: Executor,
  campaignId: number,
): Promise<"missing" | "converting" | "failed" | "ready"> {
  if (await findVastTag(db, campaignId)) return "ready";
  const shown = await videoOfCampaign(db, campaignId, "player");
  if (!shown) return "missing";
  if (shown.row.status === "failed") return "failed";
  return shown.row.status === "done" ? "ready" : "converting";
}

/**
 * The renditions of a campaign's video, or the files of its VAST tag, for the snapshot, grouped by the creative's uuid. Delivery starts serving
 * them, unless they stay `held`.
 */
export async function publishCampaignVideo(
  tx: Transaction,
  campaignId: number,
  { held = false }: { held?: boolean } = {},
): Promise<SnapshotCreative[]> {
  const tag = await findVastTag(tx, campaignId);
  if (tag) return publishVastTag(tx, tag);
  const shown = await videoOfCampaign(tx, campaignId, "player");
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

/** A video is part of the banners' content, so that a started campaign submits the change like a new photo. */
async function noteContentChange(ctx: CommandContext<CreativeServices>, campaign: CampaignFacts): Promise<void> {
  if (purposeIn(campaign) !== "banner") return;
  const before = await findContent(ctx.tx, campaign.id);
  const lang = bannerLanguage(campaign.language, before?.lang ?? callerOf(ctx.actor).lang);
  await saveContent(ctx.tx, campaign.id, { lang, updatedAt: ctx.clock.now() });
}

/** @throws 409 if the campaign's content can no longer be changed. */
export function checkChangeable(campaign: CampaignFacts): void {
  if (!mayChangeContent(campaign)) throw conflict("campaign_over");
}
