import { open } from "node:fs/promises";
import type { BannerReport } from "@litfass/contract/creatives/banner-report";
import { formats, sizeOf } from "@litfass/contract/kernel/formats";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { invalid, Problem } from "@litfass/platform/problem";
import type { WorkerPool } from "@litfass/platform/worker/worker-pool";
import { fileName, readPictures, storeDocument, storePicture } from "../library/creative-files.ts";
import type { NewItem } from "../library/item-sql.ts";
import { acceptBannerZip } from "./accept-banner-zip.ts";

const uploadField = "file";

/** A banner in one of the five formats that can be stored. */
export type AcceptedUpload = {
  type: "image" | "html5";
  format: string;
  store: (tx: Transaction) => Promise<Omit<NewItem, "creativeUuid">>;
};

/**
 * Reads a finished banner: a picture in one of the formats, or the zip of an HTML5 banner.
 * @throws 422 at `file` for what is neither.
 */
export async function readOwnBanner(
  workers: WorkerPool,
  files: UploadedFile[],
  lang: "en" | "de",
): Promise<{ accepted: AcceptedUpload | null; report: BannerReport | null }> {
  const upload = files.find(({ field }) => field === uploadField);
  if (!upload) throw invalid({ [uploadField]: ["rule.required"] });
  if (await isZip(upload.path)) {
    const { html, report } = await acceptBannerZip(workers, files, lang);
    if (!report.ok || report.width === null) return { accepted: null, report };
    const name = fileName(upload.filename);
    const store = (tx: Transaction) => storeDocument(tx, html, { held: true, name });
    return { accepted: { type: "html5", format: `${report.width}x${report.height}`, store }, report };
  }
  const [picture] = await readPictures(files, uploadField, "banner").catch((error: unknown) => {
    const isNoPicture = error instanceof Problem && error.details.errors?.[uploadField]?.includes("image.unreadable");
    throw isNoPicture ? invalid({ [uploadField]: ["own_banner.type"] }) : error;
  });
  const format = formats.find((each) => {
    const { width, height } = sizeOf(each);
    return [1, 2].some((scale) => picture?.width === width * scale && picture.height === height * scale);
  });
  if (!picture || !format) {
    const { width = 0, height = 0 } = picture ?? {};
    const values = { width, height, formats: formats.join(", ") };
    throw new Problem("invalid", { errors: { [uploadField]: ["own_banner.size"] }, values });
  }
  return {
    accepted: { type: "image", format, store: (tx) => storePicture(tx, picture, "image", { held: true }) },
    report: null,
  };
}

/** Zips begin with PK; names and declared types are not believed. */
async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.toString("latin1") === "PK";
  } finally {
    await file.close();
  }
}
