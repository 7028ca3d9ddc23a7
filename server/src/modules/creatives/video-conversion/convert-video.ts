import { readFile } from "node:fs/promises";
import path from "node:path";
import type { AuditValue } from "@litfass/contract/kernel/audit";
import { changesBetween } from "@litfass/platform/audit/audit";
import { type Command, type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { outputOf } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { publishAdFile } from "../ad-file-sql.ts";
import { compactImage } from "../studio/compact-image.ts";
import type { CommandRunner } from "./command-runner.ts";
import { FfmpegFailed, FfmpegMissing, runFfmpeg } from "./ffmpeg.ts";
import {
  bannerPosterArguments,
  bannerPosterName,
  bannerVideoArguments,
  bannerVideoName,
  posterArguments,
  posterName,
  renditionArguments,
  renditionsOf,
} from "./rendition.ts";
import { joinSource, removeSource } from "./source-files.ts";
import type { VideoFailure, VideoFile, VideoRow } from "./tables.ts";
import { claimVideo, finishVideo, noteProgress, putBackVideo } from "./video-sql.ts";
import { inWorkFolder } from "./work-folder.ts";

export const convertJob = "media.convert";

/** Maximum duration of a conversion, after which it fails. */
export const timeoutMs = 40 * 60_000;
/** Time without progress after which a running conversion counts as interrupted. */
const silentMs = 60_000;
const maxAttempts = 3;
const heartbeatMs = 5_000;
/** A file that plays this much shorter than declared is truncated. */
const maxMissing = { share: 0.1, ms: 1000 };

/** Claims the next queued video, if no other is being converted. */
export const claimNextVideo = command({
  name: "media.claim_video",
  errors: [],
  async run({ ctx }: CommandCall<null>): Promise<VideoRow | null> {
    const video = await claimVideo(ctx.tx, ctx.clock.now(), silentMs);
    if (video) await recordStatus(ctx, video.id, "running", { attempt: video.attempts });
    return video;
  },
});

/** Stores the result of a conversion. */
export const finishConversion = command({
  name: "media.finish_conversion",
  errors: [],
  async run({ ctx, input: { id, result } }: CommandCall<{ id: number; result: Result }>): Promise<void> {
    await finishVideo(ctx.tx, id, result, ctx.clock.now());
    if ("error" in result) await recordStatus(ctx, id, "failed", { error: result.error });
    else await recordStatus(ctx, id, "done");
  },
});

/** Requeues an interrupted conversion. */
export const requeueConversion = command({
  name: "media.requeue_conversion",
  errors: [],
  async run({ ctx, input: { id } }: CommandCall<{ id: number }>): Promise<void> {
    await putBackVideo(ctx.tx, id);
    await recordStatus(ctx, id, "queued");
  },
});

const recordStatus = (
  { audit }: CommandContext,
  id: number,
  status: VideoRow["status"],
  facts: Record<string, AuditValue> = {},
): Promise<void> =>
  audit.record({
    subject: { type: "video_conversion", id: String(id) },
    changes: changesBetween({ status: status === "running" ? "queued" : "running" }, { status, ...facts }),
  });

/**
 * Converts the next queued video, if no other is being converted. Interrupted conversions restart up to three times;
 * errors of ffmpeg are final. @returns whether there was one.
 */
export async function convertNextVideo({ platform, execute }: CommandRunner, stop: AbortSignal): Promise<boolean> {
  const { log, files } = platform;
  const run = async <Input, Output>(what: Command<Input, Output>, input: Input): Promise<Output> =>
    outputOf(await execute(what, { actor: { kind: "job", name: convertJob }, input, lang: "en" }));
  const video = await run(claimNextVideo, null);
  if (!video) return false;
  const finish = (result: Result) => run(finishConversion, { id: video.id, result });
  if (video.attempts > maxAttempts) {
    await finish({ error: "interrupted" });
    return true;
  }
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const result = await convert(platform, video, AbortSignal.any([stop, timeout]));
    await finish(result);
    if (!("error" in result)) await removeSource(files, video.uuid, video.sourceChunks);
  } catch (error) {
    if (stop.aborted) {
      await run(requeueConversion, { id: video.id });
      return false;
    }
    const failure = timeout.aborted ? "timeout" : failureOf(error);
    if (!failure) throw error;
    log.warn({ err: error, video: video.id, failure }, "a video could not be converted");
    await finish({ error: failure });
  }
  return true;
}

function failureOf(error: unknown): VideoFailure | null {
  if (error instanceof FfmpegMissing) return "converter_missing";
  return error instanceof FfmpegFailed ? "unreadable" : null;
}

type Result = { renditions: VideoFile[]; poster: VideoFile } | { error: VideoFailure };

function convert(platform: Platform, video: VideoRow, signal: AbortSignal): Promise<Result> {
  const { db, config, files, clock } = platform;
  return inWorkFolder(config.dataDir, video.uuid, async (folder) => {
    const source = path.join(folder, "source");
    if (!(await joinSource(files, video.uuid, video.sourceChunks, source))) return { error: "source_missing" };
    const report = progressReporter(
      video,
      (percent) => noteProgress(db, video.id, percent, clock.now()),
      () => clock.now().getTime(),
    );
    const picture = { width: video.sourceWidth, height: video.sourceHeight, durationMs: video.durationMs };
    const sizes = renditionsOf(picture, video.purpose);
    const argumentsOf = video.purpose === "banner" ? bannerVideoArguments : renditionArguments;
    const work = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
    const renditions: VideoFile[] = [];
    let done = 0;
    for (const size of sizes) {
      const target = path.join(folder, size.name);
      const share = (size.width * size.height) / work;
      let playedMs = 0;
      const onSeconds = (seconds: number) => {
        playedMs = seconds * 1000;
        report(done + share * Math.min(1, playedMs / video.durationMs));
      };
      await runFfmpeg(config.ffmpegPath, argumentsOf(source, target, size), { signal, onSeconds });
      if (isCutOff(video.durationMs, playedMs)) return { error: "cut_off" };
      renditions.push(await keep(platform, await readFile(target), size, "video/mp4"));
      done += share;
    }
    if (video.purpose === "banner") {
      return { renditions, poster: await bannerVideoPoster(platform, video, folder, signal) };
    }
    const target = path.join(folder, posterName);
    await runFfmpeg(config.ffmpegPath, posterArguments(source, target, video.durationMs), { signal });
    const size = { name: posterName, width: 1280, height: 720 };
    return { renditions, poster: await keep(platform, await readFile(target), size, "image/jpeg") };
  });
}

/** A frame of the video, re-encoded like an uploaded photo, so that the banner stays within its weight. */
async function bannerVideoPoster(
  platform: Platform,
  { durationMs }: VideoRow,
  folder: string,
  signal: AbortSignal,
): Promise<VideoFile> {
  const [bannerVideo, frame] = [path.join(folder, bannerVideoName), path.join(folder, "poster.png")];
  await runFfmpeg(platform.config.ffmpegPath, bannerPosterArguments(bannerVideo, frame, durationMs), { signal });
  const { body, width, height, contentType } = await compactImage(await readFile(frame), "image");
  return keep(platform, body, { name: bannerPosterName, width, height }, contentType);
}

const isCutOff = (statedMs: number, playedMs: number): boolean =>
  statedMs - playedMs > Math.max(maxMissing.ms, statedMs * maxMissing.share);

/** Held: a video is not served before its campaign has started. */
async function keep(
  { db }: Platform,
  body: Buffer,
  size: { name: string; width: number; height: number },
  contentType: string,
): Promise<VideoFile> {
  const hash = await publishAdFile(db, { body, contentType }, { held: true });
  return { name: size.name, width: size.width, height: size.height, bytes: body.length, hash };
}

/** Writes each new percentage, and repeats the old one now and then as a heartbeat. */
function progressReporter(video: VideoRow, write: (percent: number) => Promise<void>, nowMs: () => number) {
  let told = video.progress;
  let toldMs = nowMs();
  let writing = Promise.resolve();
  return (share: number): void => {
    const percent = Math.min(99, Math.floor(share * 100));
    if (percent <= told && nowMs() - toldMs < heartbeatMs) return;
    told = Math.max(told, percent);
    toldMs = nowMs();
    const now = told;
    writing = writing.then(() => write(now)).catch(() => {});
  };
}
