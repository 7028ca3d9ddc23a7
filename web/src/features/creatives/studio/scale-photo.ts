import { imageSideLimit } from "@litfass/contract/creatives/banner-fields";

type Size = { width: number; height: number };

/** The size within the limit for uploads, at the same aspect ratio; never larger. */
export function sizeWithinLimit({ width, height }: Size): Size {
  const share = Math.min(1, (imageSideLimit - 1) / Math.max(width, height));
  const scaled = (side: number): number => Math.max(1, Math.floor(side * share));
  return { width: scaled(width), height: scaled(height) };
}

/** Whether a smaller version of a rejected file can be made here: browsers decode no vector file without a page. */
export const isScalable = (file: Pick<File, "type" | "name">): boolean =>
  /^image\/(?:png|jpeg|webp|gif|avif|bmp|hei[cf])$/.test(file.type) || isHeic(file);

/** The format of iPhone photos, which only Safari decodes. */
export const isHeic = ({ type, name }: Pick<File, "type" | "name">): boolean =>
  /^image\/hei[cf]$/.test(type) || /\.hei[cf]$/i.test(name);

/**
 * A photo scaled down to the limit for uploads, upright as its camera recorded it. Photos from cameras become JPEG,
 * other images PNG, which keeps transparency.
 * @throws if this browser cannot decode it.
 */
export async function scaledPhoto(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    const canvas = Object.assign(document.createElement("canvas"), sizeWithinLimit(bitmap));
    const paint = canvas.getContext("2d");
    if (!paint) throw new Error("There is no canvas");
    paint.imageSmoothingQuality = "high";
    paint.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const type = file.type === "image/jpeg" || isHeic(file) ? "image/jpeg" : "image/png";
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
    if (!blob) throw new Error("The photo could not be encoded");
    const ending = type === "image/jpeg" ? "jpg" : "png";
    return new File([blob], `${file.name.replace(/\.[A-Za-z0-9]{1,5}$/, "")}.${ending}`, { type });
  } finally {
    bitmap.close();
  }
}

/** More bytes than the server accepts for an image. */
const maxBytes = 10 * 1024 * 1024;

/** Whether an image is over the limits of uploads; false if this browser cannot decode it. */
export async function isTooLarge(file: File): Promise<boolean> {
  if (file.size > maxBytes) return true;
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return Math.max(width, height) >= imageSideLimit;
  } catch {
    return false;
  }
}
