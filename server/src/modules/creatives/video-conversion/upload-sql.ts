import type { Executor } from "@litfass/platform/postgres/postgres";
import { and, asc, eq, lt } from "drizzle-orm";
import { type VideoUploadRow, videoUploadChunks, videoUploads } from "./tables.ts";

/** All SQL of chunked uploads. An upload belongs to the user who started it. */

export async function insertUpload(db: Executor, row: VideoUploadRow): Promise<void> {
  await db.insert(videoUploads).values(row);
}

export async function findUpload(db: Executor, ownerUid: string, uuid: string): Promise<VideoUploadRow | null> {
  const [row] = await db
    .select()
    .from(videoUploads)
    .where(and(eq(videoUploads.uuid, uuid), eq(videoUploads.ownerUid, ownerUid)));
  return row ?? null;
}

export async function listChunks(db: Executor, uuid: string): Promise<{ number: number; sizeBytes: number }[]> {
  return db
    .select({ number: videoUploadChunks.number, sizeBytes: videoUploadChunks.sizeBytes })
    .from(videoUploadChunks)
    .where(eq(videoUploadChunks.uploadUuid, uuid))
    .orderBy(asc(videoUploadChunks.number));
}

export async function noteChunk(db: Executor, uuid: string, number: number, sizeBytes: number): Promise<void> {
  await db
    .insert(videoUploadChunks)
    .values({ uploadUuid: uuid, number, sizeBytes })
    .onConflictDoUpdate({ target: [videoUploadChunks.uploadUuid, videoUploadChunks.number], set: { sizeBytes } });
}

/** @returns false if another call has already removed the upload. */
export async function removeUpload(db: Executor, uuid: string): Promise<boolean> {
  const rows = await db.delete(videoUploads).where(eq(videoUploads.uuid, uuid)).returning({ uuid: videoUploads.uuid });
  return rows.length === 1;
}

export async function listForgottenUploads(db: Executor, before: Date, limit: number): Promise<VideoUploadRow[]> {
  return db
    .select()
    .from(videoUploads)
    .where(lt(videoUploads.createdAt, before))
    .orderBy(asc(videoUploads.createdAt))
    .limit(limit);
}
