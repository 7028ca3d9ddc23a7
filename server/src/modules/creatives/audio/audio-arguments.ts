import path from "node:path";
import { audioLimits } from "@litfass/contract/creatives/audio";
import type { AudioSourceType } from "./tables.ts";

/** Allows only accepted containers, by content: a disguised playlist could make ffmpeg read other files. */
export const inputGuards = [
  "-protocol_whitelist",
  "file",
  "-format_whitelist",
  "mp3,mov,mp4,m4a,3gp,3g2,mj2,aac,ogg,wav",
];

/** The type by ffprobe's names of the container, whatever the file is called. */
export function sourceTypeOf(format: string): AudioSourceType | null {
  const names = format.split(",");
  if (names.includes("m4a")) return "m4a";
  return (["mp3", "aac", "ogg", "wav"] as const).find((type) => names.includes(type)) ?? null;
}

const quiet = ["-nostdin", "-hide_banner", "-nostats", "-y"];
const sampleRate = 44_100;

/** A little longer than allowed, so that a file that states a shorter length is recognized. */
const maxDecodedSeconds = audioLimits.maxSeconds + 2;

/**
 * Arguments that decode the first audio stream, without cover pictures and metadata, and measure it in the same run, which
 * reports like `measureArguments`.
 */
export const decodeArguments = (source: string, target: string): string[] => [
  ...[...quiet, "-v", "info", ...inputGuards, "-t", String(maxDecodedSeconds), "-i", source, "-filter_complex"],
  `[0:a:0]aformat=sample_rates=${sampleRate}:channel_layouts=stereo,asplit[decoded][original];` +
    `[original]${measuring}[measured]`,
  ...["-map", "[decoded]", "-vn", "-sn", "-dn", "-map_metadata", "-1", "-c:a", "pcm_s16le", "-f", "wav", target],
  ...["-map", "[measured]", "-f", "null", "-"],
];

/** The loudness of a file by EBU R 128 in LUFS, its true peak in dBTP, its range in LU, and the gate in LUFS. */
export type Measured = { loudness: number; peak: number; range: number; threshold: number };

/** Reports a summary at the end, and nothing per frame at the level `info`. */
const measuring = "ebur128=peak=true:framelog=verbose";

/** Arguments that measure a finished file. The result is in ffmpeg's last messages. */
export const measureArguments = (file: string): string[] => [
  ...[...quiet, "-v", "info", "-protocol_whitelist", "file", "-i", file],
  ...["-af", measuring, "-f", "null", "-"],
];

/** Reads what `measureArguments` reported; null for silence. */
export function measuredIn(messages: string): Measured | null {
  const summary = messages.slice(messages.lastIndexOf("Summary:"));
  const value = (label: string, unit: string): number =>
    Number(new RegExp(`\\b${label}: +(-?[0-9.]+) ${unit}`).exec(summary)?.[1] ?? Number.NaN);
  const measured = {
    loudness: value("I", "LUFS"),
    peak: value("Peak", "dBFS"),
    range: value("LRA", "LU"),
    threshold: value("Threshold", "LUFS"),
  };
  return Object.values(measured).every(Number.isFinite) ? measured : null;
}

/** No sample may exceed this after encoding; lossy encoders add up to about 1 dB. */
const peakLimit = -1.5;

/** Arguments that bring a decoded file to a loudness: by one gain for the whole spot where its peaks allow it. */
export function normaliseArguments(source: string, target: string, was: Measured, loudness: number): string[] {
  const gain = loudness - was.loudness;
  const filter =
    was.peak + gain <= peakLimit
      ? `volume=${gain.toFixed(2)}dB`
      : `loudnorm=I=${loudness}:TP=${peakLimit}:LRA=11:measured_I=${was.loudness}:measured_TP=${was.peak}` +
        `:measured_LRA=${was.range}:measured_thresh=${was.threshold}`;
  return [
    ...[...quiet, "-v", "error", "-protocol_whitelist", "file", "-i", source, "-af", filter],
    ...["-ar", String(sampleRate), "-c:a", "pcm_s16le", "-f", "wav", target],
  ];
}

/** A file that is made of each spot. */
export type Encoding = { name: string; type: "audio/mpeg" | "audio/mp4"; kbps: number };

/** MP3 for every player, and AAC in two bit rates, the lower one for slow connections. */
export const encodings: readonly Encoding[] = [
  { name: "128.mp3", type: "audio/mpeg", kbps: 128 },
  { name: "128.m4a", type: "audio/mp4", kbps: 128 },
  { name: "64.m4a", type: "audio/mp4", kbps: 64 },
];

/** Arguments that encode a file at the level of all spots in one run; each is playable before it is fully loaded. */
export const encodeArguments = (source: string, folder: string, encodings: readonly Encoding[]): string[] => [
  ...[...quiet, "-v", "error", "-protocol_whitelist", "file", "-i", source],
  ...encodings.flatMap(({ name, type, kbps }) => [
    ...["-map", "0:a:0", "-map_metadata", "-1"],
    ...["-c:a", type === "audio/mpeg" ? "libmp3lame" : "aac", "-b:a", `${kbps}k`],
    ...(type === "audio/mpeg" ? ["-f", "mp3"] : ["-movflags", "+faststart", "-f", "mp4"]),
    path.join(folder, name),
  ]),
];
