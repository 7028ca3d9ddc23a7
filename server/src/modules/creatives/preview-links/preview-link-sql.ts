import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** All SQL of preview links. Callers have checked access to the campaign, or the signature of the link. */

export type PreviewLinkRow = { id: string; campaignId: number; expiresAt: Date };
type Row = { id: string; campaign_id: string; expires_at: string };

const linkOf = ({ id, campaign_id, expires_at }: Row): PreviewLinkRow => ({
  id,
  campaignId: Number(campaign_id),
  expiresAt: new Date(expires_at),
});
const columns = sql`id, campaign_id, expires_at`;

/** The link of a campaign that has not expired. */
export async function findPreviewLink(db: Executor, campaignId: number, now: Date): Promise<PreviewLinkRow | null> {
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM preview_links
    WHERE campaign_id = ${campaignId} AND expires_at > ${now.toISOString()}`);
  return rows[0] ? linkOf(rows[0]) : null;
}

/** The link with this id that has not expired. */
export async function openPreviewLink(db: Executor, id: string, now: Date): Promise<PreviewLinkRow | null> {
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM preview_links
    WHERE id = ${id} AND expires_at > ${now.toISOString()}`);
  return rows[0] ? linkOf(rows[0]) : null;
}

/** Stores the link of a campaign. One that has not expired keeps its id and gets the new end. */
export async function savePreviewLink(
  tx: WriteTransaction,
  { id, campaignId, expiresAt }: PreviewLinkRow,
  now: Date,
): Promise<PreviewLinkRow> {
  const at = now.toISOString();
  const { rows } = await tx.execute<Row>(sql`
    INSERT INTO preview_links AS link (campaign_id, id, created_at, expires_at)
    VALUES (${campaignId}, ${id}, ${at}, ${expiresAt.toISOString()})
    ON CONFLICT (campaign_id) DO UPDATE SET
      id = CASE WHEN link.expires_at > ${at} THEN link.id ELSE excluded.id END,
      created_at = CASE WHEN link.expires_at > ${at} THEN link.created_at ELSE excluded.created_at END,
      expires_at = excluded.expires_at
    RETURNING ${columns}`);
  return linkOf(rows[0] as Row);
}

export async function deletePreviewLink(tx: WriteTransaction, campaignId: number): Promise<void> {
  await tx.execute(sql`DELETE FROM preview_links WHERE campaign_id = ${campaignId}`);
}
