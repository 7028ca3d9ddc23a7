import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { type BrandKitRow, brandKits } from "../tables.ts";

/**
 * All SQL of brand kits. Every statement names a campaign whose access callers have checked; the kit is its owner's.
 */

/** The kit of a campaign's owner without the logo's bytes; null if none was saved. */
export async function findBrandKit(db: Executor, campaignId: number): Promise<BrandKitRow | null> {
  const [row] = await db
    .select()
    .from(brandKits)
    .where(sql`${brandKits.ownerUid} = (select owner_uid from campaigns where id = ${campaignId})`);
  return row ?? null;
}

/** Saves logo, colors and font of a campaign as its owner's kit. */
export async function storeBrandKit(tx: Transaction, campaignId: number, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into brand_kits (owner_uid, background_color, button_color, font, logo_name, logo_type, logo_width, logo_height,
      logo_tones, logo_body, updated_at)
    select c.owner_uid, f.background_color, f.button_color, f.font, i.name, i.content_type, i.width, i.height,
      coalesce(i.tones, '{}'), i.body, ${now.toISOString()}::timestamptz
    from campaigns c join campaign_fillings f on f.campaign_id = c.id
    left join campaign_images i on i.uuid = f.logo_image and i.campaign_id = c.id
    where c.id = ${campaignId}
    on conflict (owner_uid) do update set background_color = excluded.background_color,
      button_color = excluded.button_color, font = excluded.font, logo_name = excluded.logo_name,
      logo_type = excluded.logo_type, logo_width = excluded.logo_width, logo_height = excluded.logo_height,
      logo_tones = excluded.logo_tones, logo_body = excluded.logo_body, updated_at = excluded.updated_at`);
}

/** Copies the kit's logo to a campaign. @returns its uuid there, null if the kit has none. */
export async function giveLogo(tx: Transaction, campaignId: number, now: Date): Promise<string | null> {
  const { rows } = await tx.execute<{ uuid: string }>(sql`
    insert into campaign_images (uuid, campaign_id, kind, name, content_type, width, height, tones, body, created_at)
    select gen_random_uuid(), c.id, 'logo', k.logo_name, k.logo_type, k.logo_width, k.logo_height, k.logo_tones, k.logo_body,
      ${now.toISOString()}::timestamptz
    from brand_kits k join campaigns c on c.owner_uid = k.owner_uid
    where c.id = ${campaignId} and k.logo_body is not null returning uuid`);
  return rows[0]?.uuid ?? null;
}
