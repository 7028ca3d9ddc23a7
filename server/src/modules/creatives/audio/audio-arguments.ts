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

/** Arguments that decode the first audio stream, without cover pictures and metadata. */
export const decodeArguments = (source: string, target: string): string[] => [
  ...[...quiet, "-v", "error", ...inputGuards, "-i", source, "-map", "0:a:0", "-vn", "-sn", "-dn"],
  ...["-map_metadata", "-1", "-t", String(maxDecodedSeconds), "-ac", "2", "-ar", String(sampleRate)],
  ...["-c:a", "pcm_s16le", "-f", "wav", target],
];

/** The loudness of a file by EBU R 128, as the filter reports it: all in LUFS, dBTP or LU. */
export type Measured = { loudness: number; peak: number; range: number; threshold: number; offset: number };

/** No sample may exceed this after encoding; lossy encoders add up to about 1 dB. */
const peakLimit = -1.5;
const aim = (loudness: number): string => `loudnorm=I=${loudness}:TP=${peakLimit}:LRA=11`;

/** Arguments that measure a decoded or finished file. The result is in ffmpeg's last messages. */
export const measureArguments = (file: string): string[] => [
  ...[...quiet, "-v", "info", "-protocol_whitelist", "file", "-i", file],
  ...["-af", `${aim(audioLimits.loudness)}:print_format=json`, "-f", "null", "-"],
];

/** Reads what `measureArguments` reported; null for silence. */
export function measuredIn(messages: string): Measured | null {
  const json = /\{[^{}]*\}\s*$/.exec(messages)?.[0];
  const found = JSON.parse(json ?? "{}") as Record<string, string>;
  const [loudness, peak, range, threshold, offset] = [
    ...[found.input_i, found.input_tp, found.input_lra, found.input_thresh, found.target_offset].map(Number),
  ] as [number, number, number, number, number];
  const measured = { loudness, peak, range, threshold, offset };
  return Object.values(measured).every(Number.isFinite) ? measured : null;
}

/** Arguments that bring a decoded file to a loudness: by one gain for the whole spot where its peaks allow it. */
export const normaliseArguments = (source: string, target: string, was: Measured, loudness: number): string[] => [
  ...[...quiet, "-v", "error", "-protocol_whitelist", "file", "-i", source, "-af"],
  `${aim(loudness)}:measured_I=${was.loudness}:measured_TP=${was.peak}:measured_LRA=${was.range}` +
    `:measured_thresh=${was.threshold}:offset=${was.offset}:linear=true`,
  ...["-ar", String(sampleRate), "-c:a", "pcm_s16le", "-f", "wav", target],
];

/** A file that is made of each spot. */
export type Encoding = { name: string; type: "audio/mpeg" | "audio/mp4"; kbps: number };

/** MP3 for every player, and AAC in two bit rates, the lower one for slow connections. */
export const encodings: readonly Encoding[] = [
  { name: "128.mp3", type: "audio/mpeg", kbps: 128 },
  { name: "128.m4a", type: "audio/mp4", kbps: 128 },
  { name: "64.m4a", type: "audio/mp4", kbps: 64 },
];

/** Arguments that encode a decoded file, playable before it is fully loaded. */
export const encodeArguments = (source: string, target: string, { type, kbps }: Encoding): string[] => [
  ...[...quiet, "-v", "error", "-protocol_whitelist", "file", "-i", source, "-map_metadata", "-1"],
  ...["-c:a", type === "audio/mpeg" ? "libmp3lame" : "aac", "-b:a", `${kbps}k`],
  ...(type === "audio/mpeg" ? ["-f", "mp3"] : ["-movflags", "+faststart", "-f", "mp4"]),
  target,
];
