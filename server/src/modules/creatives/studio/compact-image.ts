import { imageSideLimit } from "@litfass/contract/creatives/banner-fields";
import { invalid, Problem } from "@litfass/platform/problem";
import type { Metadata, Sharp } from "sharp";
import { dominantColors } from "./dominant-colors.ts";

/** An uploaded image, prepared for banners. */
export type CompactImage = { body: Buffer; contentType: "image/webp"; width: number; height: number; tones: string[] };

export const maxUploadBytes = 10 * 1024 * 1024;

/** Logo and image must fit into a banner of 150 KB together with fonts and styles, in base64. */
const maxBytes = { logo: 12_000, image: 52_000, banner: 150_000 } as const;
/** A `banner` is an image used as the whole ad, at its full size. */
export type ImageKind = keyof typeof maxBytes;

type Step = { side: number; quality: number | "lossless" };
const steps: Record<ImageKind, Step[]> = {
  logo: [
    { side: 560, quality: "lossless" },
    { side: 420, quality: "lossless" },
    { side: 560, quality: 88 },
    { side: 420, quality: 82 },
    { side: 320, quality: 76 },
    { side: 240, quality: 60 },
  ],
  // The largest image box is 744 px wide; 1200 is enough for dense screens.
  image: [
    { side: 1200, quality: 80 },
    { side: 1200, quality: 70 },
    { side: 1000, quality: 68 },
    { side: 1000, quality: 56 },
    { side: 840, quality: 54 },
    { side: 700, quality: 48 },
    { side: 560, quality: 40 },
    { side: 420, quality: 30 },
  ],
  banner: [92, 86, 80, 72, 62, 50, 38, 24].map((quality) => ({ side: 1499, quality })),
};

/**
 * Checks an upload by its actual bytes and re-encodes it small enough to be inlined in a banner: the result has no
 * script, metadata or reference. Vector files are rasterized; of animations the first frame is kept.
 * @param sideLimit every side must be below it.
 * @throws 422 at `file` for a file that is too large, not a readable image, or has a side of 1500 px or more
 * (RULE-003).
 */
export async function compactImage(
  upload: Buffer,
  kind: ImageKind,
  sideLimit: number = imageSideLimit,
): Promise<CompactImage> {
  if (upload.length > maxUploadBytes) {
    throw new Problem("invalid", { errors: { file: ["rule.size"] }, values: { size: maxUploadBytes / 1024 } });
  }
  const type = imageTypeOf(upload);
  if (!type) throw invalid({ file: ["image.unreadable"] });
  const { width, height } = await sizeOf(upload);
  if (width >= sideLimit || height >= sideLimit) throw invalid({ file: ["image.dimensions"] });
  try {
    const density = type === "svg" ? vectorDensity(width, height, kind) : undefined;
    return await encode(upload, kind, Math.max(2 * imageSideLimit, sideLimit), density);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw invalid({ file: ["image.unreadable"] });
  }
}

async function encode(
  upload: Buffer,
  kind: ImageKind,
  maxSide: number,
  density: number | undefined,
): Promise<CompactImage> {
  const options = {
    failOn: "error",
    limitInputPixels: maxSide ** 2,
    ...(density ? { density } : {}),
  } as const;
  const { default: sharp } = await import("sharp");
  const pixels = await sharp(upload, options).autoOrient().timeout({ seconds: 10 }).png().toBuffer();
  const tones = kind === "logo" ? await dominantColors(pixels) : [];
  const last = steps[kind].length - 1;
  for (let at = 0; at <= last; ) {
    const step = steps[kind][at] as Step;
    const { data, info } = await shrink(sharp(pixels), step).toBuffer({ resolveWithObject: true });
    if (data.length <= maxBytes[kind]) {
      return { body: data, contentType: "image/webp", width: info.width, height: info.height, tones };
    }
    // Far above the limit, further steps would fail too.
    const stride = data.length > 4 * maxBytes[kind] ? 4 : data.length > 2 * maxBytes[kind] ? 2 : 1;
    at = at < last ? Math.min(last, at + stride) : last + 1;
  }
  throw invalid({ file: ["image.unreadable"] });
}

function shrink(image: Sharp, { side, quality }: Step): Sharp {
  const resized = image.resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
  return quality === "lossless"
    ? resized.webp({ lossless: true, effort: 4 })
    : resized.webp({ quality, alphaQuality: 50, effort: 4, smartSubsample: true });
}

async function sizeOf(upload: Buffer): Promise<{ width: number; height: number }> {
  const { default: sharp } = await import("sharp");
  let found: Metadata;
  try {
    // Reads only the header, so that a huge image is rejected for its size, not as unreadable.
    found = await sharp(upload, { limitInputPixels: false }).metadata();
  } catch {
    throw invalid({ file: ["image.unreadable"] });
  }
  return { width: found.width, height: found.height };
}

/** Dots per inch that give a vector file about as many pixels as its largest use. */
function vectorDensity(width: number, height: number, kind: ImageKind): number {
  const scale = (steps[kind][0]?.side ?? imageSideLimit) / Math.max(width, height, 1);
  return Math.min(2400, Math.max(1, Math.round(72 * Math.max(1, scale))));
}

/** The type by the first bytes; names and declared types are not trusted. */
function imageTypeOf(bytes: Buffer): "png" | "jpeg" | "gif" | "webp" | "svg" | null {
  const head = bytes.subarray(0, 12).toString("latin1");
  if (head.startsWith("\x89PNG\r\n")) return "png";
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("GIF8")) return "gif";
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "webp";
  const text = bytes
    .subarray(0, 4096)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart();
  return /^(<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(text) && /<svg[\s>]/i.test(text) ? "svg" : null;
}
