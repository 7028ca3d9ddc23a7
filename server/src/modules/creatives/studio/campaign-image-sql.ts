import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { campaignImages } from "../tables.ts";

/** All SQL of uploaded images. Every statement names the campaign, whose access callers have checked. */

export type ImageRow = typeof campaignImages.$inferSelect;

export async function insertImage(tx: Transaction, row: ImageRow): Promise<void> {
  await tx.insert(campaignImages).values(row);
}

export async function findImage(db: Executor, campaignId: number, uuid: string): Promise<ImageRow | null> {
  const [row] = await db
    .select()
    .from(campaignImages)
    .where(and(eq(campaignImages.campaignId, campaignId), eq(campaignImages.uuid, uuid)));
  return row ?? null;
}

/** The campaign's images with these uuids; those of other campaigns are not found. */
export async function listImages(db: Executor, campaignId: number, uuids: string[]): Promise<ImageRow[]> {
  if (uuids.length === 0) return [];
  return db
    .select()
    .from(campaignImages)
    .where(and(eq(campaignImages.campaignId, campaignId), inArray(campaignImages.uuid, uuids)));
}

/** Uuids of all images of a campaign, oldest first. */
export async function listImageUuids(db: Executor, campaignId: number): Promise<string[]> {
  const rows = await db
    .select({ uuid: campaignImages.uuid })
    .from(campaignImages)
    .where(eq(campaignImages.campaignId, campaignId))
    .orderBy(asc(campaignImages.createdAt), asc(campaignImages.uuid));
  return rows.map((row) => row.uuid);
}

export async function removeImage(tx: Transaction, campaignId: number, uuid: string): Promise<void> {
  await tx.delete(campaignImages).where(and(eq(campaignImages.campaignId, campaignId), eq(campaignImages.uuid, uuid)));
}

/** Copies all images of a campaign to another without moving their bytes. @returns new uuids by old ones. */
export async function copyImages(tx: Transaction, from: number, to: number): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ uuid: string; copy: string }>(sql`
    select uuid, gen_random_uuid() as copy from campaign_images where campaign_id = ${from}`);
  for (const { uuid, copy } of rows) {
    await tx.execute(sql`
      insert into campaign_images (uuid, campaign_id, kind, name, content_type, width, height, tones, body, created_at)
      select ${copy}, ${to}, kind, name, content_type, width, height, tones, body, created_at
      from campaign_images where campaign_id = ${from} and uuid = ${uuid}`);
  }
  return new Map(rows.map(({ uuid, copy }) => [uuid, copy]));
}
