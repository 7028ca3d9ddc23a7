import { open } from "node:fs/promises";
import path from "node:path";
import { videoLimits } from "@litfass/contract/creatives/video-conversions";
import type { Caller } from "@litfass/contract/kernel/roles";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf, userActor } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Platform } from "@litfass/platform/platform";
import { conflict, invalid, notFound, Problem } from "@litfass/platform/problem";
import { videoSubject } from "./change-video.ts";
import type { CommandRunner } from "./command-runner.ts";
import { convertJob } from "./convert-video.ts";
import { FfmpegMissing, probeVideo, type VideoFacts } from "./ffmpeg.ts";
import { chunkCount, joinSource, putSource } from "./source-files.ts";
import type { VideoPurpose, VideoRow } from "./tables.ts";
import { discardUpload } from "./upload.ts";
import { findUpload, listChunks, removeUpload } from "./upload-sql.ts";
import { insertVideo } from "./video-sql.ts";
import { inWorkFolder } from "./work-folder.ts";

export type ConversionLimits = {
  /** Longest video in seconds; no limit by default. */
  maxSeconds?: number;
  /** The message for longer ones. */
  tooLong?: "video.too_long" | "video.too_long_for_banner";
};

/** A checked video whose chunks are in the file store. */
export type CheckedVideo = {
  uuid: string;
  name: string;
  sizeBytes: number;
  chunks: number;
  facts: Inspected;
  /** From a chunked upload, which ends with the start of the conversion. */
  isUpload: boolean;
};

/** Checks and stores a file uploaded in one request (API-OTHER-004). @throws 422 at `file` for anything but a video. */
export async function checkFile(platform: Platform, sent: UploadedFile[]): Promise<CheckedVideo> {
  const file = sent.find(({ field }) => field === "file");
  if (!file) throw invalid({ file: ["rule.required"] });
  if (file.sizeBytes > videoLimits.sourceBytes) throw invalid({ file: ["video.size"] });
  const facts = await inspect(platform, file.path, {});
  const uuid = platform.random.id();
  const chunks = await putSource(platform.files, uuid, file.path);
  return { uuid, name: file.filename, sizeBytes: file.sizeBytes, chunks, facts, isUpload: false };
}

/**
 * Checks a finished upload of the caller; discards it if it is not a video.
 * @throws 404 for another user's, 409 for an unfinished one, 422 at `file`.
 */
export async function checkUpload(
  { platform, execute }: CommandRunner,
  caller: Caller,
  uuid: string,
  limits: ConversionLimits = {},
): Promise<CheckedVideo> {
  const { db, files, config } = platform;
  const upload = await findUpload(db, caller.uid, uuid);
  if (!upload) throw notFound();
  const chunks = chunkCount(upload.sizeBytes);
  if ((await listChunks(db, uuid)).length < chunks) throw conflict("upload_incomplete", "video.incomplete");
  const facts = await inWorkFolder(config.dataDir, `probe-${uuid}`, async (folder) => {
    const source = path.join(folder, "source");
    if (!(await joinSource(files, uuid, chunks, source))) throw conflict("upload_incomplete", "video.incomplete");
    return inspect(platform, source, limits);
  }).catch(async (error) => {
    if (error instanceof Problem && error.kind === "invalid") {
      await execute(discardUpload, { actor: userActor(caller), input: { uuid, chunks }, lang: caller.lang });
    }
    throw error;
  });
  return { uuid, name: upload.name, sizeBytes: upload.sizeBytes, chunks, facts, isUpload: true };
}

/** Queues the conversion of a checked video (API-OTHER-004). @throws 404 if another call already used the upload. */
export const startConversion = command({
  name: "media.start_conversion",
  errors: ["not_found"],
  run: ({ ctx, input }: CommandCall<CheckedVideo>): Promise<VideoRow> => queueConversion(ctx, input),
});

/** The same inside another command. */
export async function queueConversion(
  ctx: CommandContext,
  video: CheckedVideo,
  purpose: VideoPurpose = "player",
): Promise<VideoRow> {
  const { tx, clock, jobs } = ctx;
  const { facts } = video;
  if (video.isUpload && !(await removeUpload(tx, video.uuid))) throw notFound();
  const fileName = nameOf(video.name);
  const row = await insertVideo(tx, {
    uuid: video.uuid,
    ownerUid: callerOf(ctx.actor).uid,
    name: fileName.replace(/\.[A-Za-z0-9]{1,5}$/, ""),
    sourceFile: fileName,
    sourceType: facts.type,
    sourceBytes: video.sizeBytes,
    sourceChunks: video.chunks,
    sourceWidth: facts.width,
    sourceHeight: facts.height,
    durationMs: facts.durationMs,
    purpose,
    createdAt: clock.now(),
  });
  await jobs.send(convertJob, {});
  await ctx.audit.record({
    subject: videoSubject(row.id),
    changes: changesBetween({}, { name: row.name, source_file: fileName, status: row.status }),
  });
  return row;
}

type Inspected = VideoFacts & { type: "mp4" | "mov" | "webm" };

/** Checks the bytes, not the name. */
async function inspect({ config, log }: Platform, file: string, limits: ConversionLimits): Promise<Inspected> {
  const handle = await open(file);
  const head = Buffer.alloc(64);
  await handle.read(head, 0, head.length, 0).finally(() => handle.close());
  const type = videoTypeOf(head);
  if (!type) throw invalid({ file: ["video.type"] });
  try {
    const facts = await probeVideo(config.ffmpegPath, file);
    if (!facts) throw invalid({ file: ["video.type"] });
    const { maxSeconds, tooLong = "video.too_long" } = limits;
    if (maxSeconds !== undefined && facts.durationMs > maxSeconds * 1000) {
      throw new Problem("invalid", { errors: { file: [tooLong] }, values: { seconds: maxSeconds } });
    }
    return { ...facts, type };
  } catch (error) {
    if (!(error instanceof FfmpegMissing)) throw error;
    log.warn({ program: config.ffmpegPath }, "ffmpeg is not installed");
    throw conflict("converter_missing", "video.converter_missing");
  }
}

/** The file name without folders and control characters. */
const nameOf = (name: string): string =>
  (name.split(/[\\/]/).pop() ?? "").replace(/\p{Cc}/gu, "").slice(0, 200) || "video";

/** The container according to a file's first bytes, whatever its name; null for anything else (FIELD-VID-003). */
function videoTypeOf(head: Buffer): "mp4" | "mov" | "webm" | null {
  if (head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))) {
    return head.subarray(0, 64).includes("webm") ? "webm" : null;
  }
  const box = head.subarray(4, 8).toString("latin1");
  if (box === "ftyp") return head.subarray(8, 12).toString("latin1") === "qt  " ? "mov" : "mp4";
  // QuickTime files older than the type box start with one of these.
  return ["moov", "mdat", "wide", "free", "skip", "pnot"].includes(box) ? "mov" : null;
}
