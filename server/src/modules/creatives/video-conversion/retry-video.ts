import type { Platform } from "@litfass/platform/platform";
import { conflict } from "@litfass/platform/problem";
import { convertJob } from "./convert-video.ts";
import type { VideoRow } from "./tables.ts";
import { requeueVideo } from "./video-sql.ts";

/** Queues a failed conversion again. @throws 409 where it has not failed. */
export async function retryVideo({ db, jobs }: Platform, id: number): Promise<VideoRow> {
  return db.transaction(async (tx) => {
    const row = await requeueVideo(tx, id);
    if (!row) throw conflict("video_not_failed");
    await jobs.send(convertJob, {}, { tx });
    return row;
  });
}
