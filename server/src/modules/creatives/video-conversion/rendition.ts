import { bannerVideoLimits } from "@litfass/contract/creatives/video-conversions";
import type { VideoPurpose } from "./tables.ts";

/** A size that a video is converted to. Bit rates in kbit/s. */
export type Rendition = { name: string; width: number; height: number; maxKbps: number };

const hd: Rendition = { name: "720.mp4", width: 1280, height: 720, maxKbps: 2200 };
const sd: Rendition = { name: "360.mp4", width: 640, height: 360, maxKbps: 800 };
const fullHd: Rendition = { name: "1080.mp4", width: 1920, height: 1080, maxKbps: 4000 };
const slow: Rendition = { name: "240.mp4", width: 426, height: 240, maxKbps: 350 };

export const posterName = "poster.jpg";
export const bannerVideoName = "banner.mp4";
/** The poster of a banner's video, compact enough to be embedded in the banner. */
export const bannerPosterName = "poster.webp";

type Source = { width: number; height: number; durationMs: number };

/** What a source is converted to, the largest first. */
export const renditionsOf = (source: Source, purpose: VideoPurpose): Rendition[] =>
  purpose === "banner" ? [bannerVideoOf(source)] : renditionsFor(source);

/** A banner's video: the source's aspect ratio, never enlarged, at a bit rate that keeps the file within its limit. */
function bannerVideoOf({ width, height, durationMs }: Source): Rendition {
  const scale = Math.min(1, bannerVideoLimits.side / Math.max(width, height));
  const even = (side: number): number => Math.max(2, 2 * Math.round((side * scale) / 2));
  // The buffer of one second and the container add to the average bit rate.
  const seconds = Math.min(bannerVideoLimits.seconds, durationMs / 1000) + 2;
  const maxKbps = Math.min(900, Math.floor((bannerVideoLimits.bytes * 8) / 1000 / seconds));
  return { name: bannerVideoName, width: even(width), height: even(height), maxKbps };
}

/**
 * The three renditions of a source, the largest first (FIELD-VID-003): always 1280x720 and 640x360; the third is
 * 1920x1080 if the source has as many pixels, else 426x240 for slow connections.
 */
export const renditionsFor = (source: { width: number; height: number }): Rendition[] =>
  source.width * source.height >= fullHd.width * fullHd.height ? [fullHd, hd, sd] : [hd, sd, slow];

/** Allows only accepted containers, by content: a disguised playlist could make ffmpeg read other files. */
export const inputGuards = [
  "-protocol_whitelist",
  "file",
  "-format_whitelist",
  "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm",
];

/** The whole picture centered, with black bars if the aspect ratio differs. */
const fit = ({ width, height }: { width: number; height: number }): string =>
  `scale=${width}:${height}:force_original_aspect_ratio=decrease:force_divisible_by=2,` +
  `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2,setsar=1`;

/** Arguments for a rendition: H.264 and AAC for every player, playable before it is fully loaded. */
export const renditionArguments = (source: string, target: string, rendition: Rendition): string[] => [
  ...["-nostdin", "-hide_banner", "-v", "error", "-y", ...inputGuards, "-i", source],
  ...["-map", "0:v:0", "-map", "0:a:0?", "-sn", "-dn", "-map_metadata", "-1", "-vf", fit(rendition), "-fpsmax", "30"],
  ...["-c:v", "libx264", "-preset", "veryfast", "-profile:v", "main", "-pix_fmt", "yuv420p", "-crf", "23"],
  ...["-maxrate", `${rendition.maxKbps}k`, "-bufsize", `${rendition.maxKbps * 2}k`, "-threads", "2"],
  ...["-c:a", "aac", "-b:a", "96k", "-ac", "2", "-movflags", "+faststart", "-progress", "pipe:1", "-f", "mp4", target],
];

/** Arguments for a banner's video: without sound, and playable before it is fully loaded. */
export const bannerVideoArguments = (
  source: string,
  target: string,
  { width, height, maxKbps }: Rendition,
): string[] => [
  ...["-nostdin", "-hide_banner", "-v", "error", "-y", ...inputGuards, "-i", source],
  ...["-map", "0:v:0", "-an", "-sn", "-dn", "-map_metadata", "-1", "-t", String(bannerVideoLimits.seconds)],
  ...["-vf", `scale=${width}:${height},setsar=1`, "-fpsmax", "25", "-c:v", "libx264", "-preset", "medium"],
  ...["-profile:v", "main", "-pix_fmt", "yuv420p", "-crf", "25", "-maxrate", `${maxKbps}k`, "-bufsize", `${maxKbps}k`],
  ...["-threads", "2", "-movflags", "+faststart", "-progress", "pipe:1", "-f", "mp4", target],
];

/** Arguments for a video's poster: the frame at a third of it, because many begin in black. */
export const bannerPosterArguments = (bannerVideo: string, target: string, durationMs: number): string[] => [
  ...["-nostdin", "-hide_banner", "-v", "error", "-y", ...inputGuards],
  ...["-ss", (Math.min(durationMs, bannerVideoLimits.seconds * 1000) / 3000).toFixed(3), "-i", bannerVideo],
  ...["-frames:v", "1", "-f", "image2", "-c:v", "png", target],
];

/** Arguments for the poster: the frame at a third of the video, after any opening. */
export const posterArguments = (source: string, target: string, durationMs: number): string[] => [
  ...["-nostdin", "-hide_banner", "-v", "error", "-y", ...inputGuards, "-ss", (durationMs / 3000).toFixed(3)],
  ...["-i", source, "-map", "0:v:0", "-frames:v", "1", "-vf", fit(hd), "-q:v", "3", "-f", "image2", target],
];
