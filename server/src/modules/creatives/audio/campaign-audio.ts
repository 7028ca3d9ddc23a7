import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { CampaignAudio } from "@litfass/contract/creatives/audio";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, notFound } from "@litfass/platform/problem";
import { publishAdFile, releaseAdFiles } from "../ad-file-sql.ts";
import { type CampaignFacts, mayChangeContent } from "../campaign-access.ts";
import { fileName } from "../library/creative-files.ts";
import type { CreativeServices } from "../services.ts";
import { findSpot, removeSpot, replaceSpot, saveTranscript } from "./audio-sql.ts";
import type { PreparedSpot } from "./prepare-spot.ts";
import { snapshotFiles } from "./snapshot-files.ts";
import type { AudioFile, AudioSpot } from "./tables.ts";

type CampaignId = { campaignId: number };

/**
 * Makes a prepared spot the one of an audio campaign; its files are held until they are submitted and approved.
 * @throws 409 once the campaign has ended, and for a campaign of another type.
 */
export const setCampaignAudio = command({
  name: "creatives.set_campaign_audio",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<CampaignId & { spot: PreparedSpot }, CreativeServices>): Promise<AudioSpot> {
    const { tx } = ctx;
    const { campaignId, spot } = input;
    checkAudio(await ctx.services.campaignAccess.lock(tx, callerOf(ctx.actor), campaignId));
    const before = await findSpot(tx, campaignId);
    const files: AudioFile[] = [];
    for (const { body, name, type, kbps } of spot.files) {
      const hash = await publishAdFile(tx, { body, contentType: type }, { held: true });
      files.push({ name, type, kbps, bytes: body.length, hash });
    }
    const { name, files: _files, ...facts } = spot;
    const row = await replaceSpot(tx, {
      ...facts,
      files,
      campaignId,
      sourceFile: fileName(name),
      creativeUuid: ctx.random.id(),
      transcript: "",
      createdAt: ctx.clock.now(),
    });
    await ctx.audit.record({
      subject: subject(campaignId),
      changes: changesBetween({ spot: before?.sourceFile ?? null }, { spot: row.sourceFile }),
    });
    return row;
  },
});

/**
 * Saves the transcript of a campaign's spot, also of a started one. @throws 404 without a spot, 409 once it has ended.
 */
export const changeCampaignAudio = command({
  name: "creatives.change_campaign_audio",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<CampaignId & { transcript: string }, CreativeServices>): Promise<AudioSpot> {
    const { campaignId, transcript } = input;
    checkAudio(await ctx.services.campaignAccess.lock(ctx.tx, callerOf(ctx.actor), campaignId));
    const spot = await findSpot(ctx.tx, campaignId);
    if (!spot) throw notFound();
    await saveTranscript(ctx.tx, campaignId, transcript);
    await ctx.audit.record({
      subject: subject(campaignId),
      changes: changesBetween({ transcript: spot.transcript }, { transcript }),
    });
    return { ...spot, transcript };
  },
});

/** Removes the spot from a draft. @throws 409 once the campaign has started. */
export const removeCampaignAudio = command({
  name: "creatives.remove_campaign_audio",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { campaignId } }: CommandCall<CampaignId, CreativeServices>): Promise<void> {
    const campaign = await ctx.services.campaignAccess.lock(ctx.tx, callerOf(ctx.actor), campaignId);
    if (campaign.status !== "DRAFT") throw conflict("campaign_started");
    const before = await findSpot(ctx.tx, campaignId);
    await removeSpot(ctx.tx, campaignId);
    await ctx.audit.record({
      subject: subject(campaignId),
      changes: changesBetween({ spot: before?.sourceFile ?? null }, { spot: null }),
    });
  },
});

const subject = (id: number) => ({ type: "campaign", id: String(id) });

/** @throws 409 if the campaign has no spot or its content can no longer be changed. */
export function checkAudio(campaign: CampaignFacts): void {
  if (campaign.type !== "audio") throw conflict("not_audio");
  if (!mayChangeContent(campaign)) throw conflict("campaign_over");
}

/** Whether an audio campaign has its spot, for its readiness. */
export const audioReadiness = async (db: Executor, campaignId: number): Promise<"missing" | "ready"> =>
  (await findSpot(db, campaignId)) === null ? "missing" : "ready";

/** The files of a campaign's spot for its snapshot. Delivery starts serving them, unless they stay `held`. */
export async function publishCampaignAudio(
  tx: Transaction,
  campaignId: number,
  { held }: { held: boolean },
): Promise<SnapshotCreative[]> {
  const spot = await findSpot(tx, campaignId);
  if (!spot) return [];
  if (!held) {
    await releaseAdFiles(
      tx,
      spot.files.map(({ hash }) => hash),
    );
  }
  return snapshotFiles(spot);
}

/** A spot in the format of the API. */
export const presentAudio = (spot: AudioSpot): CampaignAudio => ({
  creative: spot.creativeUuid,
  name: spot.sourceFile.replace(/\.[A-Za-z0-9]{1,5}$/, ""),
  source_file: spot.sourceFile,
  source_type: spot.sourceType,
  source_bytes: spot.sourceBytes,
  source_kbps: spot.sourceKbps,
  source_loudness: spot.sourceLoudness,
  duration: spot.durationMs / 1000,
  loudness: spot.loudness,
  waveform: spot.waveform,
  files: spot.files.map(({ name, type, kbps, bytes, hash }) => ({
    ...{ name, type, kbps, size_bytes: bytes },
    // Another spot gets the same name, so that the address changes with the content.
    url: `/api/v1/user-campaigns/${spot.campaignId}/audio/${name}?v=${hash.slice(0, 8)}`,
  })),
  transcript: spot.transcript,
  created_at: spot.createdAt.toISOString(),
});
