import { open } from "node:fs/promises";
import { type Format, sizeOf } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { invalid, Problem } from "@litfass/platform/problem";
import { publishBanner } from "../ad-file-sql.ts";
import { fileName, readPictures, storePicture } from "../library/creative-files.ts";
import type { NewItem } from "../library/item-sql.ts";
import { acceptBannerZip, type BannerTools } from "./accept-banner-zip.ts";
import { collectFindings } from "./banner-findings.ts";
import { type BannerFacts, sizeText } from "./banner-report.ts";

const uploadField = "file";

/** A finished banner in one of the offered formats. */
export type AcceptedUpload = {
  type: "image" | "html5";
  format: Format;
  store: (tx: Transaction) => Promise<Omit<NewItem, "creativeUuid">>;
  /** The findings for a zip, to be stored with it. */
  facts: BannerFacts | null;
};

/**
 * Reads a finished banner: an image in one of the formats, or the zip of an HTML5 banner.
 * @throws 422 at `file` for anything else.
 */
export async function readOwnBanner(
  tools: BannerTools,
  files: UploadedFile[],
  lang: Language,
): Promise<{ accepted: AcceptedUpload | null; refused: BannerFacts | null }> {
  const upload = files.find(({ field }) => field === uploadField);
  if (!upload) throw invalid({ [uploadField]: ["rule.required"] });
  if (await isZip(upload.path)) {
    const { folder, facts } = await acceptBannerZip(tools, files, lang);
    const format = facts.size && sizeText(facts.size);
    if (format === null || collectFindings(facts.found).hasErrors()) return { accepted: null, refused: facts };
    const name = fileName(upload.filename);
    const store = async (tx: Transaction) => {
      const file = await publishBanner(tx, folder.page, { ...folder, held: true });
      return { kind: "html" as const, file, name, width: null, height: null };
    };
    return { accepted: { type: "html5", format, store, facts }, refused: null };
  }
  const [picture] = await readPictures(files, uploadField, "banner").catch((error: unknown) => {
    const isNoPicture = error instanceof Problem && error.details.errors?.[uploadField]?.includes("image.unreadable");
    throw isNoPicture ? invalid({ [uploadField]: ["own_banner.type"] }) : error;
  });
  // The exact size first: an operator's 600x500 is also twice 300x250.
  const format = [1, 2].flatMap((scale) => tools.offered.filter((each) => isScaled(picture, each, scale)))[0];
  if (!picture || !format) {
    const { width = 0, height = 0 } = picture ?? {};
    const values = { width, height, formats: tools.offered.join(", ") };
    throw new Problem("invalid", { errors: { [uploadField]: ["own_banner.size"] }, values });
  }
  return {
    accepted: { type: "image", format, store: (tx) => storePicture(tx, picture, "image", { held: true }), facts: null },
    refused: null,
  };
}

const isScaled = (picture: { width: number; height: number } | undefined, format: Format, scale: number): boolean => {
  const { width, height } = sizeOf(format);
  return picture?.width === width * scale && picture.height === height * scale;
};

/** Zips start with PK; names and declared types are not trusted. */
async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.toString("latin1") === "PK";
  } finally {
    await file.close();
  }
}
