import { createHash } from "node:crypto";
import { nativeSizes } from "@litfass/contract/adserver/native-sizes";

export type NativeImage = { contentType: string; body: Buffer; width: number; height: number };
/** An image with the point (0 to 1 from the left and the top) that every crop keeps. */
export type FocusedImage = NativeImage & { focus: { x: number; y: number } };

/** A crop may be enlarged by as much; beyond that, it would look blurred. */
const maxEnlargement = 2;
const maxPixels = 9_000_000;
const maxCached = 50;

export type NativeCrops = {
  /** The picture in every size of the main image that it is large enough for, as JPEG, which all pages show. */
  main(picture: FocusedImage): Promise<NativeImage[]>;
  /** The square icon: the whole logo on its own background, or a crop of the picture where there is no logo. */
  icons(logo: NativeImage | null, picture: FocusedImage | undefined): Promise<NativeImage[]>;
};

/**
 * Draws crops and keeps the newest: campaigns are published again with each change, and most share their pictures with
 * their last version.
 */
export function createNativeCrops(): NativeCrops {
  const cache = new Map<string, Promise<NativeImage[]>>();
  function cropsOf(image: FocusedImage, kind: "main" | "icon" | "logo"): Promise<NativeImage[]> {
    const { body, focus } = image;
    const key = `${kind} ${focus.x} ${focus.y} ${createHash("sha256").update(body).digest("base64")}`;
    const known = cache.get(key) ?? drawAll(image, kind);
    cache.delete(key);
    cache.set(key, known);
    known.catch(() => cache.delete(key));
    const [oldest] = cache.keys();
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
    return known;
  }
  return {
    main: (picture) => cropsOf(picture, "main"),
    async icons(logo, picture) {
      if (logo !== null) return cropsOf({ ...logo, focus: { x: 0.5, y: 0.5 } }, "logo");
      return picture === undefined ? [] : cropsOf(picture, "icon");
    },
  };
}

async function drawAll(image: FocusedImage, kind: "main" | "icon" | "logo"): Promise<NativeImage[]> {
  const drawn: NativeImage[] = [];
  for (const [width, height] of nativeSizes[kind === "main" ? "main" : "icon"]) {
    const crop = cropOf(image, width, height);
    if (kind === "logo") drawn.push(await drawLogo(image, width, height));
    else if (width <= crop.width * maxEnlargement) drawn.push(await drawCrop(image, crop, width, height));
  }
  return drawn;
}

/** The largest part of an image in a size's proportion that has the focus at the same relative place. */
export function cropOf({ width, height, focus }: Omit<FocusedImage, "body" | "contentType">, w: number, h: number) {
  const scale = Math.min(width / w, height / h);
  const part = { width: Math.max(1, Math.round(w * scale)), height: Math.max(1, Math.round(h * scale)) };
  return {
    ...part,
    left: Math.round((width - part.width) * focus.x),
    top: Math.round((height - part.height) * focus.y),
  };
}

async function drawCrop(
  { body }: NativeImage,
  crop: ReturnType<typeof cropOf>,
  width: number,
  height: number,
): Promise<NativeImage> {
  const { default: sharp } = await import("sharp");
  const drawn = await sharp(body, { limitInputPixels: maxPixels })
    .extract(crop)
    .resize({ width, height, fit: "fill" })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 80 })
    .timeout({ seconds: 10 })
    .toBuffer();
  return { body: drawn, contentType: "image/jpeg", width, height };
}

/** A logo is never cut: what a square needs more is transparent. */
async function drawLogo({ body }: NativeImage, width: number, height: number): Promise<NativeImage> {
  const { default: sharp } = await import("sharp");
  const drawn = await sharp(body, { limitInputPixels: maxPixels })
    .resize({ width, height, fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ palette: true })
    .timeout({ seconds: 10 })
    .toBuffer();
  return { body: drawn, contentType: "image/png", width, height };
}
