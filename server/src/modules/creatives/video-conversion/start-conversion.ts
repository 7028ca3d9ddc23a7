import { open } from "node:fs/promises";
import path from "node:path";
import { videoLimits } from "@litfass/contract/creatives/media";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Platform } from "@litfass/platform/platform";
import { conflict, invalid, notFound, Problem } from "@litfass/platform/problem";
import { convertJob } from "./convert-video.ts";
import { FfmpegMissing, probeVideo, type VideoFacts } from "./ffmpeg.ts";
import { chunkCount, joinSource, putSource, removeSource } from "./source-files.ts";
import type { VideoRow } from "./tables.ts";
import { findUpload, listChunks, removeUpload } from "./upload-sql.ts";
import { insertVideo } from "./video-sql.ts";
import { videoTypeOf } from "./video-type.ts";
import { inWorkFolder } from "./work-folder.ts";

export type ConversionLimits = {
  /** Longest video in seconds; none unless told. */
  mostSeconds?: number;
};

/** Queues the conversion of a file that came in one piece (API-OTHER-004). @throws 422 at `file` for anything but a video. */
export async function startFromFile(platform: Platform, caller: Caller, sent: UploadedFile[]): Promise<VideoRow> {
  const file = sent.find(({ field }) => field === "file");
  if (!file) throw invalid({ file: ["rule.required"] });
  if (file.sizeBytes > videoLimits.sourceBytes) throw invalid({ file: ["video.size"] });
  const facts = await inspect(platform, file.path, {});
  const uuid = platform.random.id();
  const chunks = await putSource(platform.files, uuid, file.path);
  return queue(platform, caller, { uuid, name: file.filename, sizeBytes: file.sizeBytes, chunks }, facts);
}

/** Queues the conversion of a finished upload. @throws 404 for somebody else's, 409 for an unfinished one, 422 at `file`. */
export async function startFromUpload(
  platform: Platform,
  caller: Caller,
  uuid: string,
  limits: ConversionLimits = {},
): Promise<VideoRow> {
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
    // What can never become a video is not kept.
    if (error instanceof Problem && error.kind === "invalid" && (await removeUpload(db, uuid))) {
      await removeSource(files, uuid, chunks);
    }
    throw error;
  });
  if (!(await removeUpload(db, uuid))) throw notFound();
  return queue(platform, caller, { uuid, name: upload.name, sizeBytes: upload.sizeBytes, chunks }, facts);
}

type Inspected = VideoFacts & { type: "mp4" | "mov" | "webm" };

/** Looks at the bytes, not at the name. */
async function inspect({ config, log }: Platform, file: string, limits: ConversionLimits): Promise<Inspected> {
  const handle = await open(file);
  const head = Buffer.alloc(64);
  await handle.read(head, 0, head.length, 0).finally(() => handle.close());
  const type = videoTypeOf(head);
  if (!type) throw invalid({ file: ["video.type"] });
  try {
    const facts = await probeVideo(config.ffmpegPath, file);
    if (!facts) throw invalid({ file: ["video.type"] });
    const { mostSeconds } = limits;
    if (mostSeconds !== undefined && facts.durationMs > mostSeconds * 1000) {
      throw new Problem("invalid", { errors: { file: ["video.too_long"] }, values: { seconds: mostSeconds } });
    }
    return { ...facts, type };
  } catch (error) {
    if (!(error instanceof FfmpegMissing)) throw error;
    log.warn({ program: config.ffmpegPath }, "ffmpeg is not installed");
    throw conflict("converter_missing", "video.converter_missing");
  }
}

type Source = { uuid: string; name: string; sizeBytes: number; chunks: number };

async function queue(platform: Platform, caller: Caller, source: Source, facts: Inspected): Promise<VideoRow> {
  const { db, clock, jobs } = platform;
  const fileName = nameOf(source.name);
  return db.transaction(async (tx) => {
    const row = await insertVideo(tx, {
      uuid: source.uuid,
      ownerUid: caller.uid,
      name: fileName.replace(/\.[A-Za-z0-9]{1,5}$/, ""),
      sourceFile: fileName,
      sourceType: facts.type,
      sourceBytes: source.sizeBytes,
      sourceChunks: source.chunks,
      sourceWidth: facts.width,
      sourceHeight: facts.height,
      durationMs: facts.durationMs,
      createdAt: clock.now(),
    });
    await jobs.send(convertJob, {}, { tx });
    return row;
  });
}

/** The file's own name without folders and control signs. */
const nameOf = (name: string): string =>
  (name.split(/[\\/]/).pop() ?? "").replace(/\p{Cc}/gu, "").slice(0, 200) || "video";
