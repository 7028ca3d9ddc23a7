import { findHeldAdFile } from "@litfass/adserver/index";
import type { Platform } from "@litfass/platform/platform";
import { findBannerFolder } from "../ad-file-sql.ts";
import type { BannerRun, BannerRunOutcome, BannerToRun } from "../uploads/browser/banner-run.ts";
import { BannerRunFailed, runBanners } from "../uploads/browser/run-banner.ts";
import { canRunBanners, isRoot } from "../uploads/browser/run-job.ts";
import type { UndrawnBanner } from "./ad-picture-sql.ts";

/** Sharp enough to review text, and small enough to load a hundred of them. */
const quality = 85;

/** A picture to publish. */
export type AdPicture = { body: Buffer; contentType: string };

/** Whether this installation has a browser to draw pictures with. */
export const canDrawPictures = canRunBanners;

type Subject = { document: string; banner: BannerToRun };

/**
 * JPEGs of banners as visitors see them after some seconds, in the banners' sizes, by document; null if the browser
 * cannot show one. One that fails beside others is drawn once more alone, because they may have been the reason.
 * @throws if `signal` aborts.
 */
export async function drawAdPictures(
  platform: Platform,
  banners: UndrawnBanner[],
  signal: AbortSignal,
): Promise<Map<string, AdPicture | null>> {
  const subjects = (await Promise.all(banners.map((each) => subjectOf(platform, each)))).filter(
    (each) => each !== null,
  );
  const pictures = new Map<string, AdPicture | null>(banners.map(({ document }) => [document, null]));
  const drawn = await draw(platform, subjects, signal);
  for (const subject of subjects) {
    const { document } = subject;
    const picture = drawn.get(document) ?? null;
    const isLast = picture !== null || subjects.length === 1;
    pictures.set(document, isLast ? picture : ((await draw(platform, [subject], signal)).get(document) ?? null));
  }
  return pictures;
}

/** Pictures by document, of those that show something. */
async function draw(
  { config, log }: Platform,
  subjects: Subject[],
  signal: AbortSignal,
): Promise<Map<string, AdPicture>> {
  const { chromiumPath } = config;
  const pictures = new Map<string, AdPicture>();
  if (chromiumPath === null || subjects.length === 0) return pictures;
  const browser = { chromium: chromiumPath, isRoot: isRoot() };
  const outcomes = await runBanners(
    subjects.map(({ banner }) => banner),
    browser,
    signal,
  ).catch((error: unknown): BannerRunOutcome[] => {
    if (!(error instanceof BannerRunFailed) || signal.aborted) throw error;
    return subjects.map(() => ({ error: error.message }));
  });
  for (const [at, { document }] of subjects.entries()) {
    const outcome = outcomes[at] ?? { error: "no result" };
    const picture = "run" in outcome ? await pictureOf(outcome.run) : null;
    if (picture) pictures.set(document, picture);
    if ("error" in outcome) log.warn({ document, reason: outcome.error }, "a picture of a banner could not be drawn");
  }
  return pictures;
}

async function pictureOf({ picture, isBlank }: BannerRun): Promise<AdPicture | null> {
  if (picture === undefined || isBlank) return null;
  const { default: sharp } = await import("sharp");
  return {
    body: await sharp(Buffer.from(picture, "base64")).jpeg({ quality }).toBuffer(),
    contentType: "image/jpeg",
  };
}

/** A banner with its files, or null if they are gone. */
async function subjectOf(
  { db }: Pick<Platform, "db">,
  { document, width, height }: UndrawnBanner,
): Promise<Subject | null> {
  const files = (await findBannerFolder(db, document)) ?? (await singleFile(db, document));
  return files && { document, banner: { ...files, width, height, wantsPicture: true } };
}

async function singleFile(db: Platform["db"], document: string) {
  const file = await findHeldAdFile(db, document);
  return file === null ? null : { page: "index.html", document: file.body.toString(), files: [] };
}
