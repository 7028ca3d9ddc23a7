import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Platform } from "@litfass/platform/platform";
import { publishAdFile } from "../ad-file-sql.ts";
import { FfmpegFailed, FfmpegMissing, runFfmpeg } from "./ffmpeg.ts";
import { posterArguments, posterName, renditionArguments, renditionsFor } from "./rendition.ts";
import { joinSource, removeSource } from "./source-files.ts";
import type { VideoFailure, VideoFile, VideoRow } from "./tables.ts";
import { claimVideo, finishVideo, noteProgress, putBackVideo } from "./video-sql.ts";
import { inWorkFolder } from "./work-folder.ts";

export const convertJob = "media.convert";

/** Longest conversion; after that the video counts as failed. */
export const timeoutMs = 40 * 60_000;
/** Silence after which a running conversion counts as interrupted. */
const silentMs = 60_000;
const mostAttempts = 3;
const hearEveryMs = 5_000;
/** A file that plays this much shorter than it says lost its end on the way. */
const mostMissing = { share: 0.1, ms: 1000 };

/**
 * Converts the next video that waits, if no other is being converted. What breaks off with the process is begun anew,
 * three times; what ffmpeg refuses has failed. @returns whether there was one.
 */
export async function convertNextVideo(platform: Platform, stop: AbortSignal): Promise<boolean> {
  const { db, clock, log, files } = platform;
  const video = await claimVideo(db, clock.now(), silentMs);
  if (!video) return false;
  if (video.attempts > mostAttempts) {
    await finishVideo(db, video.id, { error: "interrupted" }, clock.now());
    return true;
  }
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const result = await convert(platform, video, AbortSignal.any([stop, timeout]));
    await finishVideo(db, video.id, result, clock.now());
    if (!("error" in result)) await removeSource(files, video.uuid, video.sourceChunks);
  } catch (error) {
    if (stop.aborted) {
      await putBackVideo(db, video.id);
      return false;
    }
    const failure = timeout.aborted ? "timeout" : failureOf(error);
    if (!failure) throw error;
    log.warn({ err: error, video: video.id, failure }, "a video could not be converted");
    await finishVideo(db, video.id, { error: failure }, clock.now());
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
    const sizes = renditionsFor({ width: video.sourceWidth, height: video.sourceHeight });
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
      await runFfmpeg(config.ffmpegPath, renditionArguments(source, target, size), { signal, onSeconds });
      if (isCutOff(video.durationMs, playedMs)) return { error: "cut_off" };
      renditions.push(await keep(platform, target, size, "video/mp4"));
      done += share;
    }
    const target = path.join(folder, posterName);
    await runFfmpeg(config.ffmpegPath, posterArguments(source, target, video.durationMs), { signal });
    const poster = await keep(platform, target, { name: posterName, width: 1280, height: 720 }, "image/jpeg");
    return { renditions, poster };
  });
}

const isCutOff = (statedMs: number, playedMs: number): boolean =>
  statedMs - playedMs > Math.max(mostMissing.ms, statedMs * mostMissing.share);

/** Held: nobody is served a video before a campaign with it has started. */
async function keep(
  { db }: Platform,
  file: string,
  size: { name: string; width: number; height: number },
  contentType: string,
): Promise<VideoFile> {
  const body = await readFile(file);
  const hash = await publishAdFile(db, { body, contentType }, { held: true });
  return { name: size.name, width: size.width, height: size.height, bytes: body.length, hash };
}

/** Writes a new percentage as it comes, and the old one now and then as a sign of life. */
function progressReporter(video: VideoRow, write: (percent: number) => Promise<void>, nowMs: () => number) {
  let told = video.progress;
  let toldMs = nowMs();
  let writing = Promise.resolve();
  return (share: number): void => {
    const percent = Math.min(99, Math.floor(share * 100));
    if (percent <= told && nowMs() - toldMs < hearEveryMs) return;
    told = Math.max(told, percent);
    toldMs = nowMs();
    const now = told;
    writing = writing.then(() => write(now)).catch(() => {});
  };
}
