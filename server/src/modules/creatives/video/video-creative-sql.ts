import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** All SQL of video creatives: an html5 creative with an item of kind video, which names its conversion (FIELD-CREA-002). */

export type VideoCreative = { creativeUuid: string; videoUuid: string };

/** The video of a campaign. Callers have checked access to the campaign. */
export async function findCampaignVideo(db: Executor, campaignId: number): Promise<VideoCreative | null> {
  const { rows } = await db.execute<{ creative_uuid: string; file: string }>(sql`
    select v.creative_uuid, i.file
    from campaign_videos v join creative_items i on i.creative_uuid = v.creative_uuid and i.kind = 'video'
    where v.campaign_id = ${campaignId}
    order by i.position limit 1`);
  const row = rows[0];
  return row ? { creativeUuid: row.creative_uuid, videoUuid: row.file } : null;
}

/** The conversion of a creative; null if it is not a video. */
export async function findVideoOfCreative(db: Executor, creativeUuid: string): Promise<string | null> {
  const { rows } = await db.execute<{ file: string }>(sql`
    select file from creative_items where creative_uuid = ${creativeUuid} and kind = 'video' and file ~ '^[0-9a-f-]{36}$'
    order by position limit 1`);
  return rows[0]?.file ?? null;
}

/** Creates a creative for a conversion and shows it in a campaign, replacing the previous one. */
export async function insertCampaignVideo(
  tx: Transaction,
  campaignId: number,
  video: VideoCreative & { title: string; width: number; height: number },
): Promise<void> {
  const { creativeUuid, videoUuid, title, width, height } = video;
  await removeCampaignVideo(tx, campaignId);
  await tx.execute(sql`
    insert into creatives (uuid, type, width, height, title)
    values (${creativeUuid}, 'html5', ${width}, ${height}, ${title})`);
  await tx.execute(sql`
    insert into creative_items (creative_uuid, kind, file, width, height)
    values (${creativeUuid}, 'video', ${videoUuid}, ${width}, ${height})`);
  await tx.execute(sql`
    insert into campaign_videos (campaign_id, creative_uuid) values (${campaignId}, ${creativeUuid})`);
}

/** Removes the video from a campaign and deletes a creative that no campaign shows any more. */
export async function removeCampaignVideo(tx: Transaction, campaignId: number): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from campaign_videos where campaign_id = ${campaignId} returning creative_uuid)
    delete from creatives where uuid in (select creative_uuid from gone)
      and not exists (
        select 1 from campaign_videos v where v.creative_uuid = creatives.uuid and v.campaign_id <> ${campaignId})`);
}

export async function copyCampaignVideo(tx: Transaction, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    insert into campaign_videos (campaign_id, creative_uuid)
    select ${to}, creative_uuid from campaign_videos where campaign_id = ${from}`);
}
