import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** All SQL of where third-party tags lead. Callers have checked access to the campaigns. */

/** The documents of HTML and JavaScript tags, by hash. */
export async function listTagDocuments(db: Executor, hashes: string[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const { rows } = await db.execute<{ hash: string; body: Buffer }>(sql`
    SELECT hash, body FROM ad_files WHERE hash = ANY(${sql.param(hashes)}::text[]) AND is_third_party`);
  return new Map(rows.map(({ hash, body }) => [hash, body.toString()]));
}

/** The landing pages that VAST tags answered with at their last check, by creative. */
export async function listVastClicks(db: Executor, creatives: string[]): Promise<Map<string, string>> {
  if (creatives.length === 0) return new Map();
  const { rows } = await db.execute<{ uuid: string; url: string | null }>(sql`
    SELECT creative_uuid AS uuid, answer->>'click_url' AS url FROM vast_tags
    WHERE creative_uuid = ANY(${sql.param(creatives)}::uuid[])`);
  return new Map(rows.flatMap(({ uuid, url }) => (url ? [[uuid, url]] : [])));
}

type DraftTag = { uuid: string; format: string; fileHash: string; isVast: boolean };

/** The tags that a campaign has chosen, also before it starts. */
export async function listChosenTags(db: Executor, campaignId: number): Promise<DraftTag[]> {
  const { rows } = await db.execute<{ uuid: string; format: string; hash: string; is_vast: boolean }>(sql`
    SELECT c.uuid, c.width || 'x' || c.height AS format, f.hash, false AS is_vast
    FROM campaign_creatives cc JOIN creatives c ON c.uuid = cc.creative_uuid
      JOIN creative_items i ON i.creative_uuid = c.uuid AND i.kind = 'html' JOIN ad_files f ON f.hash = i.file
    WHERE cc.campaign_id = ${campaignId} AND f.is_third_party
    UNION ALL
    SELECT v.creative_uuid, v.width || 'x' || v.height, '', true FROM vast_tags v WHERE v.campaign_id = ${campaignId}
    LIMIT 50`);
  return rows.map(({ uuid, format, hash: fileHash, is_vast: isVast }) => ({ uuid, format, fileHash, isVast }));
}
