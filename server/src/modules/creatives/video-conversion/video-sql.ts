import type { VideoConversion } from "@litfass/contract/creatives/video-conversions";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, asc, count, desc, eq, ilike, inArray, sql } from "drizzle-orm";
import { type VideoFailure, type VideoFile, type VideoRow, videos } from "./tables.ts";

/** All SQL of conversions. Access is checked through the campaign that shows them; the list is for administrators. */

export type VideoList = {
  page: number;
  per_page: number;
  search?: string | undefined;
  sort?: "created_at" | "name" | "status" | undefined;
  direction: "asc" | "desc";
  status?: VideoConversion["status"] | undefined;
};

const sortColumns = { created_at: videos.createdAt, name: sql`lower(${videos.name})`, status: videos.status } as const;
const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

export async function listVideos(db: Executor, list: VideoList): Promise<{ rows: VideoRow[]; total: number }> {
  const where = and(
    list.status ? eq(videos.status, list.status) : undefined,
    list.search ? ilike(videos.name, `%${escapeLike(list.search)}%`) : undefined,
  );
  const order = list.sort
    ? [list.direction === "desc" ? desc(sortColumns[list.sort]) : asc(sortColumns[list.sort]), desc(videos.id)]
    : [desc(videos.createdAt), desc(videos.id)];
  const rows = await db
    .select()
    .from(videos)
    .where(where)
    .orderBy(...order)
    .limit(list.per_page)
    .offset((list.page - 1) * list.per_page);
  const [counted] = await db.select({ total: count() }).from(videos).where(where);
  return { rows, total: counted?.total ?? 0 };
}

export async function insertVideo(db: Executor, values: typeof videos.$inferInsert): Promise<VideoRow> {
  const [row] = await db.insert(videos).values(values).returning();
  return row as VideoRow;
}

export async function findVideo(db: Executor, id: number): Promise<VideoRow | null> {
  const [row] = await db.select().from(videos).where(eq(videos.id, id));
  return row ?? null;
}

/** By the names used in creatives. */
export async function listVideosByUuid(db: Executor, uuids: string[]): Promise<VideoRow[]> {
  return uuids.length === 0 ? [] : db.select().from(videos).where(inArray(videos.uuid, uuids));
}

export async function renameVideo(db: Executor, id: number, name: string): Promise<VideoRow | null> {
  const [row] = await db.update(videos).set({ name }).where(eq(videos.id, id)).returning();
  return row ?? null;
}

/** Requeues a failed conversion; null if it has not failed. */
export async function requeueVideo(db: Executor, id: number): Promise<VideoRow | null> {
  const [row] = await db
    .update(videos)
    .set({ status: "queued", error: null, progress: 0, attempts: 0, finishedAt: null })
    .where(and(eq(videos.id, id), eq(videos.status, "failed")))
    .returning();
  return row ?? null;
}

/**
 * Claims the next conversion: the oldest queued one, or one without progress for `silentMs`. Null while another one
 * is running: only one runs at a time across all processes.
 */
export async function claimVideo(tx: WriteTransaction, now: Date, silentMs: number): Promise<VideoRow | null> {
  const silentSince = new Date(now.getTime() - silentMs).toISOString();
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('videos'))`);
  const result = await tx.execute<{ id: string }>(sql`
    update videos set status = 'running', heard_at = ${now.toISOString()}::timestamptz, progress = 0,
      attempts = attempts + 1
    where id = (
      select id from videos
      where status in ('queued', 'running') and not exists (
        select 1 from videos other where other.status = 'running' and other.heard_at > ${silentSince}::timestamptz)
      order by id limit 1)
    returning id`);
  const id = result.rows[0]?.id;
  return id === undefined ? null : findVideo(tx, Number(id));
}

export async function noteProgress(db: Executor, id: number, progress: number, now: Date): Promise<void> {
  await db
    .update(videos)
    .set({ progress, heardAt: now })
    .where(and(eq(videos.id, id), eq(videos.status, "running")));
}

export async function finishVideo(
  db: Executor,
  id: number,
  result: { renditions: VideoFile[]; poster: VideoFile } | { error: VideoFailure },
  now: Date,
): Promise<void> {
  const set =
    "error" in result
      ? { status: "failed" as const, error: result.error }
      : { status: "done" as const, progress: 100, error: null, ...result };
  await db
    .update(videos)
    .set({ ...set, finishedAt: now })
    .where(eq(videos.id, id));
}

/** Returns an interrupted conversion to the queue. */
export async function putBackVideo(db: Executor, id: number): Promise<void> {
  await db
    .update(videos)
    .set({ status: "queued", progress: 0 })
    .where(and(eq(videos.id, id), eq(videos.status, "running")));
}
