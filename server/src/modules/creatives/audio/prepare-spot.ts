import { readFile } from "node:fs/promises";
import path from "node:path";
import { audioLimits } from "@litfass/contract/creatives/audio";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Platform } from "@litfass/platform/platform";
import { conflict, invalid, Problem, tooMany } from "@litfass/platform/problem";
import { FfmpegFailed, FfmpegMissing, inWorkFolder, probe, runFfmpeg } from "../video-conversion/index.ts";
import {
  decodeArguments,
  type Encoding,
  encodeArguments,
  encodings,
  inputGuards,
  type Measured,
  measureArguments,
  measuredIn,
  normaliseArguments,
  sourceTypeOf,
} from "./audio-arguments.ts";
import type { AudioSourceType } from "./tables.ts";
import { durationOf, waveformOf } from "./waveform.ts";

/** A spot that was measured, brought to the level of all spots and encoded. */
export type PreparedSpot = {
  name: string;
  sourceType: AudioSourceType;
  sourceBytes: number;
  sourceKbps: number | null;
  sourceLoudness: number;
  loudness: number;
  durationMs: number;
  waveform: number[];
  files: (Encoding & { body: Buffer })[];
};

/** A minute of audio takes a few seconds, so that the upload is answered with the finished spot. */
const timeoutMs = 120_000;
const maxAtOnce = 2;
const retrySeconds = 30;
/** Below this, more gain raises little but noise. */
const silence = -50;
/** An encoder changes the loudness a little; from this difference on the gain is corrected once. */
const correctedFrom = 0.4;

let running = 0;

/**
 * Checks an uploaded spot by its bytes and prepares its files.
 * @throws 422 at `file` for anything but a spot within the limits, 409 without ffmpeg, 429 while others are prepared.
 */
export async function prepareSpot(platform: Platform, sent: UploadedFile[]): Promise<PreparedSpot> {
  const file = sent.find(({ field }) => field === "file");
  if (!file) throw invalid({ file: ["rule.required"] });
  if (file.sizeBytes > audioLimits.sourceBytes) {
    throw refused("audio.size", { size: audioLimits.sourceBytes / 1024 / 1024 });
  }
  if (running >= maxAtOnce) throw tooMany(retrySeconds);
  running++;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    return await inWorkFolder(platform.config.dataDir, `spot-${platform.random.id()}`, (folder) =>
      prepare({ ffmpeg: platform.config.ffmpegPath, folder, signal }, file),
    );
  } catch (error) {
    if (error instanceof FfmpegMissing) {
      platform.log.warn({ program: platform.config.ffmpegPath }, "ffmpeg is not installed");
      throw conflict("converter_missing", "audio.converter_missing");
    }
    // Every file within the limits is read in time, unless the machine has too much else to do.
    if (error instanceof DOMException && error.name === "TimeoutError") throw tooMany(retrySeconds);
    if (!(error instanceof FfmpegFailed)) throw error;
    platform.log.warn({ err: error }, "an audio spot could not be read");
    throw refused("audio.type");
  } finally {
    running--;
  }
}

type Tools = { ffmpeg: string; folder: string; signal: AbortSignal };

async function prepare(tools: Tools, file: UploadedFile): Promise<PreparedSpot> {
  const { ffmpeg, folder, signal } = tools;
  const run = (args: string[]) => runFfmpeg(ffmpeg, args, { signal });
  const { type, kbps } = await inspect(ffmpeg, file.path);
  const [decoded, level] = [path.join(folder, "decoded.wav"), path.join(folder, "level.wav")];
  const was = measuredIn(await run(decodeArguments(file.path, decoded)));
  const durationMs = durationOf(await readFile(decoded));
  checkLength(durationMs / 1000);
  if (was === null || was.loudness < silence) throw refused("audio.silent");
  const { files, loudness } = await encodeAtLevel(tools, decoded, level, was);
  return {
    name: file.filename,
    sourceType: type,
    sourceBytes: file.sizeBytes,
    sourceKbps: kbps,
    sourceLoudness: was.loudness,
    loudness,
    durationMs,
    waveform: waveformOf(await readFile(level)),
    files,
  };
}

/** Encodes at the level of all spots, measured in the encoded MP3. @throws 422 where it cannot be reached. */
async function encodeAtLevel({ ffmpeg, folder, signal }: Tools, decoded: string, level: string, was: Measured) {
  const run = (args: string[]) => runFfmpeg(ffmpeg, args, { signal });
  const [mp3, ...others] = encodings as [Encoding, ...Encoding[]];
  const at = async (aim: number): Promise<number> => {
    await run(normaliseArguments(decoded, level, was, aim));
    await run(encodeArguments(level, folder, [mp3]));
    return measuredIn(await run(measureArguments(path.join(folder, mp3.name))))?.loudness ?? Number.NEGATIVE_INFINITY;
  };
  const { loudness: target, loudnessTolerance } = audioLimits;
  let loudness = await at(target);
  if (Math.abs(loudness - target) > correctedFrom && Number.isFinite(loudness)) {
    loudness = await at(target + (target - loudness));
  }
  if (Math.abs(loudness - target) > loudnessTolerance) throw refused("audio.loudness", { loudness: target });
  await run(encodeArguments(level, folder, others));
  const files = encodings.map(async (each) => ({ ...each, body: await readFile(path.join(folder, each.name)) }));
  return { files: await Promise.all(files), loudness };
}

type Probed = {
  format?: { format_name?: string; bit_rate?: string };
  streams?: { codec_type?: string; bit_rate?: string; disposition?: { attached_pic?: number } }[];
};

/** The container and the bit rate. A video is no spot; the cover of an album is no video. */
async function inspect(ffmpeg: string, file: string): Promise<{ type: AudioSourceType; kbps: number | null }> {
  const entries = "format=format_name,bit_rate:stream=codec_type,bit_rate:stream_disposition=attached_pic";
  const found = await probe<Probed>(ffmpeg, [...inputGuards, "-show_entries", entries, file]);
  const type = sourceTypeOf(found?.format?.format_name ?? "");
  const streams = found?.streams ?? [];
  const audio = streams.find(({ codec_type }) => codec_type === "audio");
  const hasVideo = streams.some((each) => each.codec_type === "video" && each.disposition?.attached_pic !== 1);
  if (type === null || audio === undefined || hasVideo) throw refused("audio.type");
  const kbps = Math.round(Number(audio.bit_rate ?? found?.format?.bit_rate) / 1000);
  return { type, kbps: kbps > 0 ? kbps : null };
}

/** @throws 422 for a spot whose length, in whole seconds as players count, is outside of the limits. */
export function checkLength(exact: number): void {
  const { minSeconds: min, maxSeconds: max } = audioLimits;
  const seconds = Math.round(exact);
  // One decimal tells 4.4 from 5, whole seconds suffice above.
  if (seconds < min) throw refused("audio.too_short", { seconds: Math.round(exact * 10) / 10, min });
  if (seconds > max) throw refused("audio.too_long", { seconds, max });
}

type Reason = `audio.${"size" | "type" | "too_short" | "too_long" | "silent" | "loudness"}`;

const refused = (reason: Reason, values: Record<string, number> = {}): Problem =>
  new Problem("invalid", { errors: { file: [reason] }, values });
