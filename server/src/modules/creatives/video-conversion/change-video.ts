import { changesBetween } from "@litfass/platform/audit/audit";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { conflict, notFound } from "@litfass/platform/problem";
import { convertJob } from "./convert-video.ts";
import type { VideoRow } from "./tables.ts";
import { findVideo, renameVideo, requeueVideo } from "./video-sql.ts";

export const videoSubject = (id: number) => ({ type: "video_conversion", id: String(id) });

type VideoChange = { id: number; name?: string | undefined; status?: "queued" | undefined };

/** Renames a conversion, or requeues a failed one (API-OTHER-005). @throws 404, 409 if it has not failed. */
export const changeVideo = command({
  name: "media.change_video",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { id, name, status } }: CommandCall<VideoChange>): Promise<VideoRow> {
    let row = await findVideo(ctx.tx, id);
    if (!row) throw notFound();
    if (name !== undefined) {
      const before = row.name;
      row = (await renameVideo(ctx.tx, id, name)) ?? row;
      await ctx.audit.record({ subject: videoSubject(id), changes: changesBetween({ name: before }, { name }) });
    }
    return status === "queued" ? retryVideo(ctx, id) : row;
  },
});

/** Requeues a failed conversion inside a command. @throws 409 if it has not failed. */
export async function retryVideo({ tx, jobs, audit }: CommandContext, id: number): Promise<VideoRow> {
  const row = await requeueVideo(tx, id);
  if (!row) throw conflict("video_not_failed");
  await jobs.send(convertJob, {});
  await audit.record({
    subject: videoSubject(id),
    changes: changesBetween({ status: "failed" }, { status: row.status }),
  });
  return row;
}
