import { readFile } from "node:fs/promises";
import type { VideoUpload } from "@litfass/contract/creatives/video-conversions";
import { videoLimits } from "@litfass/contract/creatives/video-conversions";
import type { Caller } from "@litfass/contract/kernel/roles";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Platform } from "@litfass/platform/platform";
import { invalid, notFound } from "@litfass/platform/problem";
import type { CommandRunner } from "./command-runner.ts";
import { chunkCount, chunkSize, putChunk, removeSource } from "./source-files.ts";
import type { VideoUploadRow } from "./tables.ts";
import { findUpload, insertUpload, listChunks, listForgottenUploads, noteChunk, removeUpload } from "./upload-sql.ts";

const forgottenHours = 24;

export const forgetJob = "media.forget-uploads";

/** Starts a chunked upload. Only the file's name and size are known so far. */
export const openUpload = command({
  name: "media.open_upload",
  errors: [],
  async run({ ctx, input: file }: CommandCall<{ name: string; size_bytes: number }>): Promise<VideoUpload> {
    const row: VideoUploadRow = {
      uuid: ctx.random.id(),
      ownerUid: callerOf(ctx.actor).uid,
      name: file.name,
      sizeBytes: file.size_bytes,
      createdAt: ctx.clock.now(),
    };
    await insertUpload(ctx.tx, row);
    await ctx.audit.record({ subject: subject(row.uuid), changes: changesBetween({}, { ...file }) });
    return presentUpload(row, []);
  },
});

/** The received chunks of an own upload. @throws 404 for another user's. */
export async function showUpload({ db }: Platform, caller: Caller, uuid: string): Promise<VideoUpload> {
  const row = await findUpload(db, caller.uid, uuid);
  if (!row) throw notFound();
  return presentUpload(row, await listChunks(db, uuid));
}

/** Receives one chunk of an own upload; sending it again replaces it. @throws 404, 422 if its length is wrong. */
export const receiveChunk = command({
  name: "media.receive_chunk",
  errors: ["not_found"],
  async run({ ctx, input: { uuid, number, sent } }: CommandCall<Chunk>): Promise<VideoUpload> {
    const row = await findUpload(ctx.tx, callerOf(ctx.actor).uid, uuid);
    if (!row) throw notFound();
    const file = sent.find(({ field }) => field === "file");
    if (!file) throw invalid({ file: ["rule.required"] });
    if (number >= chunkCount(row.sizeBytes) || file.sizeBytes !== chunkSize(row.sizeBytes, number)) {
      throw invalid({ file: ["rule.ext"] });
    }
    await putChunk(ctx.files, uuid, number, await readFile(file.path));
    await noteChunk(ctx.tx, uuid, number, file.sizeBytes);
    ctx.audit.unchanged("a piece of an upload whose beginning and end are recorded");
    return presentUpload(row, await listChunks(ctx.tx, uuid));
  },
});

type Chunk = { uuid: string; number: number; sent: UploadedFile[] };

/** Removes an upload and, after the commit, its chunks. */
export const discardUpload = command({
  name: "media.discard_upload",
  errors: [],
  async run({ ctx, input: { uuid, chunks } }: CommandCall<{ uuid: string; chunks: number }>): Promise<void> {
    if (!(await removeUpload(ctx.tx, uuid))) return;
    await ctx.audit.record({ subject: subject(uuid) });
    ctx.afterCommit(() => removeSource(ctx.files, uuid, chunks));
  },
});

/** Removes uploads not finished within a day. @returns their number. */
export async function removeForgottenUploads({ platform, execute }: CommandRunner): Promise<number> {
  const before = new Date(platform.clock.now().getTime() - forgottenHours * 3_600_000);
  const forgotten = await listForgottenUploads(platform.db, before, 200);
  for (const { uuid, sizeBytes } of forgotten) {
    const input = { uuid, chunks: chunkCount(sizeBytes) };
    await execute(discardUpload, { actor: { kind: "job", name: forgetJob }, input, lang: "en" });
  }
  return forgotten.length;
}

const subject = (uuid: string) => ({ type: "video_upload", id: uuid });

const presentUpload = (row: VideoUploadRow, chunks: { number: number }[]): VideoUpload => ({
  uuid: row.uuid,
  name: row.name,
  size_bytes: row.sizeBytes,
  chunk_bytes: videoLimits.chunkBytes,
  chunks: chunkCount(row.sizeBytes),
  received: chunks.map(({ number }) => number),
});
