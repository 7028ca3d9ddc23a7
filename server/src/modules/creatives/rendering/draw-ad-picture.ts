import { findHeldAdFile } from "@litfass/adserver/index";
import type { Platform } from "@litfass/platform/platform";
import { findBannerFolder } from "../ad-file-sql.ts";
import { BannerRunFailed, runBanner } from "../uploads/browser/run-banner.ts";
import { canRunBanners, isRoot } from "../uploads/browser/run-job.ts";
import type { UndrawnBanner } from "./ad-picture-sql.ts";

/** Sharp enough to review text, and small enough to load a hundred of them. */
const quality = 85;

/** A picture to publish. */
export type AdPicture = { body: Buffer; contentType: string };

/** Whether this installation has a browser to draw pictures with. */
export const canDrawPictures = canRunBanners;

/**
 * A JPEG of a banner as visitors see it after some seconds, in the banner's size; null if the browser cannot show it.
 * @throws if `signal` aborts.
 */
export async function drawAdPicture(
  { db, config, log }: Platform,
  { document, width, height }: UndrawnBanner,
  signal: AbortSignal,
): Promise<AdPicture | null> {
  const { chromiumPath } = config;
  const banner = (await findBannerFolder(db, document)) ?? (await singleFile({ db }, document));
  if (chromiumPath === null || banner === null) return null;
  try {
    const toRun = { chromium: chromiumPath, isRoot: isRoot(), ...banner, width, height, wantsPicture: true };
    const { picture, isBlank } = await runBanner(toRun, signal);
    if (picture === undefined || isBlank) return null;
    const { default: sharp } = await import("sharp");
    return {
      body: await sharp(Buffer.from(picture, "base64")).jpeg({ quality }).toBuffer(),
      contentType: "image/jpeg",
    };
  } catch (error) {
    if (!(error instanceof BannerRunFailed) || signal.aborted) throw error;
    log.warn({ err: error, document }, "a picture of a banner could not be drawn");
    return null;
  }
}

async function singleFile({ db }: Pick<Platform, "db">, document: string) {
  const file = await findHeldAdFile(db, document);
  return file === null ? null : { page: "index.html", document: file.body.toString(), files: [] };
}
