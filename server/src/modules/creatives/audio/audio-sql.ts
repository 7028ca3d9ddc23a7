import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { eq, inArray, sql } from "drizzle-orm";
import { type AudioSpot, audioSpots } from "./tables.ts";

/** All SQL of audio spots. Callers have checked access to the campaign. */

export async function findSpot(db: Executor, campaignId: number): Promise<AudioSpot | null> {
  const [row] = await db.select().from(audioSpots).where(eq(audioSpots.campaignId, campaignId));
  return row ?? null;
}

/** The spot that is this creative, with the owner of its campaign. */
export async function findSpotByCreative(
  db: Executor,
  creative: string,
): Promise<{ spot: AudioSpot; ownerUid: string } | null> {
  const [spot] = await db.select().from(audioSpots).where(eq(audioSpots.creativeUuid, creative));
  if (!spot) return null;
  const { rows } = await db.execute<{ owner_uid: string }>(
    sql`select owner_uid from campaigns where id = ${spot.campaignId}`,
  );
  return { spot, ownerUid: rows[0]?.owner_uid ?? "" };
}

/** Stores the spot of a campaign instead of the previous one. */
export async function replaceSpot(tx: WriteTransaction, spot: typeof audioSpots.$inferInsert): Promise<AudioSpot> {
  await removeSpot(tx, spot.campaignId);
  const [row] = await tx.insert(audioSpots).values(spot).returning();
  return row as AudioSpot;
}

/** The present spots of campaigns by their creative. */
export async function listSpots(db: Executor, campaignIds: number[]): Promise<Map<string, AudioSpot>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await db.select().from(audioSpots).where(inArray(audioSpots.campaignId, campaignIds));
  return new Map(rows.map((spot) => [spot.creativeUuid, spot]));
}

export async function saveTranscript(tx: WriteTransaction, campaignId: number, transcript: string): Promise<void> {
  await tx.update(audioSpots).set({ transcript }).where(eq(audioSpots.campaignId, campaignId));
}

export async function removeSpot(tx: WriteTransaction, campaignId: number): Promise<void> {
  await tx.delete(audioSpots).where(eq(audioSpots.campaignId, campaignId));
}

/** Copies the spot to a new campaign, as a creative of its own with the same files. */
export async function copySpot(tx: Executor, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    insert into audio_spots (campaign_id, creative_uuid, source_file, source_type, source_bytes, source_kbps,
      source_loudness, loudness, duration_ms, waveform, files, transcript, created_at)
    select ${to}, gen_random_uuid(), source_file, source_type, source_bytes, source_kbps,
      source_loudness, loudness, duration_ms, waveform, files, transcript, created_at
    from audio_spots where campaign_id = ${from}`);
}
