import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { CampaignVideo } from "@litfass/contract/creatives/media";
import { videoLimits } from "@litfass/contract/creatives/media";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Platform } from "@litfass/platform/platform";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, notFound } from "@litfass/platform/problem";
import { releaseAdFiles } from "../ad-file-sql.ts";
import { type CampaignAccess, type CampaignFacts, mayChangeContent } from "../campaign-access.ts";
import { snapshotRenditions } from "../rendering/snapshot-renditions.ts";
import {
  listVideosByUuid,
  presentVideo,
  retryVideo,
  startFromUpload,
  type VideoRow,
} from "../video-conversion/index.ts";
import {
  findCampaignVideo,
  insertCampaignVideo,
  removeCampaignVideo,
  type VideoCreative,
} from "./video-creative-sql.ts";

export type ShownVideo = VideoCreative & { row: VideoRow };

/** The video of a campaign with its conversion; null where there is none. */
export async function videoOfCampaign(db: Executor, campaignId: number): Promise<ShownVideo | null> {
  const found = await findCampaignVideo(db, campaignId);
  const row = found && (await listVideosByUuid(db, [found.videoUuid]))[0];
  return found && row ? { ...found, row } : null;
}

/** A campaign's video as the wire has it. */
export const presentCampaignVideo = (campaignId: number, shown: ShownVideo, lang: "en" | "de"): CampaignVideo => ({
  creative: shown.creativeUuid,
  video: presentVideo(shown.row, `/api/v1/user-campaigns/${campaignId}/video`, lang),
});

/**
 * Makes a finished upload the video of a campaign: an html5 creative with a video item, whose conversion is queued.
 * @throws 409 once the campaign is over or where pieces are missing, 422 for anything but a video of fair length.
 */
export async function setCampaignVideo(
  platform: Platform,
  access: CampaignAccess,
  caller: Caller,
  campaignId: number,
  upload: string,
): Promise<ShownVideo> {
  const { db, random } = platform;
  // Reach and state are checked before the work of looking into the file, and again under the lock.
  checkChangeable(await access.get(db, caller, campaignId));
  const row = await startFromUpload(platform, caller, upload, { mostSeconds: videoLimits.campaignSeconds });
  const creative = { creativeUuid: random.id(), videoUuid: row.uuid };
  await db.transaction(async (tx) => {
    checkChangeable(await access.lock(tx, caller, campaignId));
    await insertCampaignVideo(tx, campaignId, { ...creative, title: row.name.slice(0, 30), width: 1280, height: 720 });
  });
  return { ...creative, row };
}

/** Takes the video out of a draft. @throws 409 once the campaign has started. */
export async function dropCampaignVideo(
  { db }: Platform,
  access: CampaignAccess,
  caller: Caller,
  campaignId: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const campaign = await access.lock(tx, caller, campaignId);
    if (campaign.status !== "DRAFT") throw conflict("campaign_started");
    await removeCampaignVideo(tx, campaignId);
  });
}

/** Queues the failed conversion of a campaign's video again. @throws 404 without a video, 409 where it has not failed. */
export async function retryCampaignVideo(
  platform: Platform,
  access: CampaignAccess,
  caller: Caller,
  campaignId: number,
): Promise<ShownVideo> {
  const campaign = await access.get(platform.db, caller, campaignId);
  const shown = await videoOfCampaign(platform.db, campaign.id);
  if (!shown) throw notFound();
  return { ...shown, row: await retryVideo(platform, shown.row.id) };
}

/** How the video of a campaign stands, for the readiness of a video campaign. */
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
 * The renditions of a campaign's video as the snapshot names them; they belong together by the creative's uuid. Unless
 * they are to stay `held`, delivery serves them from now on.
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

function checkChangeable(campaign: CampaignFacts): void {
  if (!mayChangeContent(campaign)) throw conflict("campaign_over");
}
