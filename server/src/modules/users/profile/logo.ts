import { readFile } from "node:fs/promises";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Platform } from "@litfass/platform/platform";
import { invalid } from "@litfass/platform/problem";

const maxLogoBytes = 2 * 1024 * 1024;
/** No screen shows a logo larger than this, including dense ones. */
const maxSidePixels = 1024;
/** Decoding a larger image would take too much memory. */
const maxImagePixels = 25_000_000;

/** Whether a file starts like an accepted image; its name is ignored. */
function isAcceptedImage(bytes: Buffer): boolean {
  const startsWith = (...signature: number[]) => bytes.subarray(0, signature.length).equals(Buffer.from(signature));
  const text = bytes.subarray(0, 12).toString("latin1");
  const isPng = startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const isJpeg = startsWith(0xff, 0xd8, 0xff);
  return isPng || isJpeg || /^RIFF.{4}WEBP/s.test(text) || /^GIF8[79]a/.test(text);
}

/**
 * Decodes and re-encodes an image: the result has no script, no metadata and no trailing data. Of animations the
 * first frame is kept. @throws 422 at `logo` for anything but a complete image
 */
async function reencode(body: Buffer): Promise<Buffer> {
  if (!isAcceptedImage(body)) throw invalid({ logo: ["logo.type"] });
  const { default: sharp } = await import("sharp");
  try {
    return await sharp(body, { failOn: "error", limitInputPixels: maxImagePixels })
      .autoOrient()
      .resize({ width: maxSidePixels, height: maxSidePixels, fit: "inside", withoutEnlargement: true })
      .timeout({ seconds: 10 })
      .webp({ quality: 90, smartSubsample: true })
      .toBuffer();
  } catch {
    throw invalid({ logo: ["logo.type"] });
  }
}

/**
 * Stores the uploaded logo of a user as a separate file and returns its key, for `replaceLogo`.
 * @throws Problem 422 at `logo` for anything but a small image
 */
export async function storeLogoFile({ files, clock }: Platform, uid: string, uploads: UploadedFile[]): Promise<string> {
  const upload = uploads.find(({ field }) => field === "logo");
  if (!upload) throw invalid({ logo: ["rule.required"] });
  if (upload.sizeBytes > maxLogoBytes) throw invalid({ logo: ["logo.type"] });
  const body = await reencode(await readFile(upload.path));
  const key = `logos/${uid}/${clock.now().getTime().toString(36)}`;
  await files.put(key, body, "image/webp");
  return key;
}
