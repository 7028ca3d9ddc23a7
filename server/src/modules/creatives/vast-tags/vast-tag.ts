import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { VastTag } from "@litfass/contract/creatives/vast-tags";
import type { Language } from "@litfass/contract/kernel/language";
import { type MessageKey, message } from "@litfass/contract/kernel/messages";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { conflict } from "@litfass/platform/problem";
import { publishAdFile } from "../ad-file-sql.ts";
import { type CampaignFacts, mayChangeContent } from "../campaign-access.ts";
import type { CreativeServices } from "../services.ts";
import { removeCampaignVideo } from "../video/video-creative-sql.ts";
import type { AcceptedTag } from "./accept-vast-tag.ts";
import type { VastTagRow } from "./tables.ts";
import { findVastTag, removeVastTagRow, replaceVastTag } from "./vast-tag-sql.ts";

type CampaignId = { campaignId: number };

const dayMs = 24 * 3_600_000;

/**
 * Makes a checked VAST tag the video of a video campaign, instead of an uploaded one.
 * @throws 409 once the campaign has ended, and for a campaign of another type.
 */
export const setVastTag = command({
  name: "creatives.set_vast_tag",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<CampaignId & { tag: AcceptedTag }, CreativeServices>): Promise<VastTagRow> {
    const { tx, clock } = ctx;
    const { campaignId, tag } = input;
    checkTaggable(await ctx.services.campaignAccess.lock(tx, callerOf(ctx.actor), campaignId));
    const before = await findVastTag(tx, campaignId);
    const now = clock.now();
    await removeCampaignVideo(tx, campaignId);
    const { url, duration: durationSeconds, width, height, answer } = tag;
    const row = await replaceVastTag(tx, {
      ...{ campaignId, creativeUuid: ctx.random.id(), url, durationSeconds, width, height, answer },
      ...{ changedAt: now, checkedAt: now, nextAt: new Date(now.getTime() + dayMs) },
    });
    await ctx.audit.record({
      subject: subject(campaignId),
      changes: changesBetween({ vast_tag: before?.url ?? null }, { vast_tag: url }),
    });
    return row;
  },
});

/** Removes the VAST tag from a draft. @throws 409 once the campaign has started. */
export const removeVastTag = command({
  name: "creatives.remove_vast_tag",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { campaignId } }: CommandCall<CampaignId, CreativeServices>): Promise<void> {
    const campaign = await ctx.services.campaignAccess.lock(ctx.tx, callerOf(ctx.actor), campaignId);
    if (campaign.status !== "DRAFT") throw conflict("campaign_started");
    const before = await findVastTag(ctx.tx, campaignId);
    await removeVastTagRow(ctx.tx, campaignId);
    await ctx.audit.record({
      subject: subject(campaignId),
      changes: changesBetween({ vast_tag: before?.url ?? null }, { vast_tag: null }),
    });
  },
});

const subject = (id: number) => ({ type: "campaign", id: String(id) });

/** @throws 409 if the campaign is no video campaign or its content can no longer be changed. */
export function checkTaggable(campaign: CampaignFacts): void {
  if (campaign.type !== "video") throw conflict("not_video", "vast_tag.not_video");
  if (!mayChangeContent(campaign)) throw conflict("campaign_over");
}

/** What reviewers decide on: everything but what changes with each call. Media files are compared without their query. */
export function fingerprintOf({ url: tag, answer }: Pick<VastTagRow, "url" | "answer">): string {
  const { version, wrappers, hosts, ad_system, duration, media, click_host } = answer;
  const files = media.map(({ url, type, width, height, kbps }) =>
    [type, width, height, kbps, url.split("?")[0]].join(" "),
  );
  // Written out, because stored members have another order.
  return JSON.stringify(
    { tag, version, wrappers, hosts, ad_system, duration, click_host, files: files.sort() },
    null,
    1,
  );
}

/**
 * A tag in the snapshot: one creative for each file that players may choose. The fingerprint is a held file, so that the
 * hash, and with it the identity at exchanges, changes with the content.
 */
export async function publishVastTag(tx: Transaction, tag: VastTagRow): Promise<SnapshotCreative[]> {
  const body = Buffer.from(fingerprintOf(tag));
  const fileHash = await publishAdFile(tx, { body, contentType: "text/plain; charset=utf-8" }, { held: true });
  const { hosts, version, media, duration } = tag.answer;
  return media.map(({ url, type, width, height, kbps }) => ({
    ...{ uuid: tag.creativeUuid, format: `${width}x${height}`, width, height, fileHash, kind: "video" as const },
    ...{ isThirdParty: true, durationSeconds: duration, contentType: type },
    ...(kbps !== null && { bitrateKbps: kbps }),
    vastTag: { url: tag.url, hosts, version, media: url },
  }));
}

/** A tag in the format of the API. */
export const presentVastTag = (row: VastTagRow, lang: Language): VastTag => ({
  creative: row.creativeUuid,
  url: row.url,
  duration: row.durationSeconds,
  ...{ width: row.width, height: row.height, answer: row.answer },
  problem: row.problem === "" ? null : message(row.problem as MessageKey, lang, { value: row.problemValue }),
  checked_at: row.checkedAt.toISOString(),
});
