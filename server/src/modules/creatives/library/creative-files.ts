import { readFile } from "node:fs/promises";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { invalid, Problem } from "@litfass/platform/problem";
import { publishAdFile } from "../ad-file-sql.ts";
import { type CompactImage, compactImage, type ImageKind, maxUploadBytes } from "../studio/compact-image.ts";
import { addItems, type NewItem, removeItemsOf } from "./item-sql.ts";

export type ReadPicture = CompactImage & { name: string };

/** Reads and re-encodes the uploaded images of a form field. @throws 422 at the field. */
export async function readPictures(files: UploadedFile[], field: string, kind: ImageKind): Promise<ReadPicture[]> {
  const pictures: ReadPicture[] = [];
  for (const file of files.filter((each) => each.field === field)) {
    if (file.sizeBytes > maxUploadBytes) {
      throw new Problem("invalid", { errors: { [field]: ["rule.size"] }, values: { size: maxUploadBytes / 1024 } });
    }
    try {
      pictures.push({ ...(await compactImage(await readFile(file.path), kind)), name: fileName(file.filename) });
    } catch (error) {
      if (error instanceof Problem && error.details.errors?.file) throw invalid({ [field]: error.details.errors.file });
      throw error;
    }
  }
  return pictures;
}

/** Publishes an image to the ads origin. @returns the item that names it. */
export async function storePicture(
  tx: Transaction,
  { body, contentType, width, height, name }: ReadPicture,
  kind: "logo" | "image",
  { held = false }: { held?: boolean } = {},
): Promise<Omit<NewItem, "creativeUuid">> {
  return { kind, file: await publishAdFile(tx, { body, contentType }, { held }), name, width, height };
}

/** The file name without folders and control characters. */
export const fileName = (filename: string): string =>
  (filename.split(/[\\/]/).pop() ?? "").replace(/\p{Cc}/gu, "").slice(0, 120) || "image";

/** A creative's type and its size in pixels. */
export type Shape = { type: "image" | "html5"; width: number; height: number };
/** The images uploaded with a creative's form. */
export type Pictures = { logo: ReadPicture | undefined; images: ReadPicture[] };

/** Reads the images of a creative's form. @throws 422 at the field. */
export async function readCreativePictures(files: UploadedFile[], type: Shape["type"]): Promise<Pictures> {
  const [logo] = await readPictures(files, "logo", "logo");
  return { logo, images: await readPictures(files, "images", type === "image" ? "banner" : "image") };
}

/** An image used as the banner must have its size, or twice that for dense screens. @throws 422. */
export function checkSizes({ images }: Pictures, { type, width, height }: Shape): void {
  const fits = (image: ReadPicture): boolean =>
    [1, 2].some((scale) => image.width === width * scale && image.height === height * scale);
  if (type === "image" && !images.every(fits)) throw invalid({ images: ["creative.picture_size"] });
}

/**
 * Stores the files of a form: logo and document replace the previous ones, images are added; empty `html` removes it.
 */
export async function storeFiles(
  tx: Transaction,
  uuid: string,
  { logo, images }: Pictures,
  html: string | undefined,
): Promise<void> {
  const items = [];
  if (logo) {
    await removeItemsOf(tx, uuid, "logo");
    items.push(await storePicture(tx, logo, "logo"));
  }
  for (const image of images) items.push(await storePicture(tx, image, "image"));
  if (html !== undefined) {
    await removeItemsOf(tx, uuid, "html");
    if (html !== "") items.push(await storeDocument(tx, html));
  }
  await addItems(tx, uuid, items);
}

/** Publishes a finished banner to the ads origin. @returns the item that names it. */
export async function storeDocument(
  tx: Transaction,
  html: string,
  { held = false, name = "index.html" }: { held?: boolean; name?: string } = {},
) {
  const file = await publishAdFile(tx, { body: Buffer.from(html), contentType: "text/html; charset=utf-8" }, { held });
  return { kind: "html" as const, file, name, width: null, height: null };
}
