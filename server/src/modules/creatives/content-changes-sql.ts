import type { CampaignType } from "@litfass/contract/campaigns/campaigns";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { findVastTag } from "./vast-tags/vast-tag-sql.ts";

/** When the owner last changed a campaign's content; null if nothing was entered or uploaded. */
export async function contentChangedAt(db: Executor, campaignId: number, type: CampaignType): Promise<Date | null> {
  const { rows } = await db.execute<{ at: Date | string | null }>(
    type === "video"
      ? sql`select greatest((select c.created_at from campaign_videos v join creatives c on c.uuid = v.creative_uuid
            where v.campaign_id = ${campaignId}),
          (select changed_at from vast_tags where campaign_id = ${campaignId})) as at`
      : sql`select greatest((select updated_at from campaign_fillings where campaign_id = ${campaignId}),
          (select g.updated_at from creative_groups g join campaigns c on c.creative_group = g.uuid
            where c.id = ${campaignId} and g.campaign_id = c.id),
          (select created_at from audio_spots where campaign_id = ${campaignId} and ${type === "audio"})) as at`,
  );
  const at = rows[0]?.at;
  return at ? new Date(at) : null;
}

/** Whether a campaign shows finished banners instead of templates. */
export async function hasOwnFiles(db: Executor, campaignId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from campaign_creatives cc join creatives c on c.uuid = cc.creative_uuid
    where cc.campaign_id = ${campaignId} and exists (
      select 1 from creative_items i where i.creative_uuid = c.uuid and i.kind in ('html', 'image'))
    limit 1`);
  return rows.length > 0;
}

/** Whether a campaign shows tags of other ad servers: as banners, or as its video. */
export async function hasThirdPartyTags(db: Executor, campaignId: number, type: CampaignType): Promise<boolean> {
  if (type === "video") return (await findVastTag(db, campaignId)) !== null;
  const { rows } = await db.execute(sql`
    select 1 from campaign_creatives cc join creative_items i on i.creative_uuid = cc.creative_uuid
      join ad_files f on f.hash = i.file
    where cc.campaign_id = ${campaignId} and i.kind = 'html' and f.is_third_party
    limit 1`);
  return rows.length > 0;
}
