import { readFile } from "node:fs/promises";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { invalid, Problem } from "@litfass/platform/problem";
import { publishAdFile } from "../ad-file-sql.ts";
import { type CompactImage, compactImage, type ImageKind, maxUploadBytes } from "../studio/compact-image.ts";
import type { NewItem } from "./item-sql.ts";

export type ReadPicture = CompactImage & { name: string };

/** Reads the uploaded pictures of a form's field, encoded anew. @throws 422 at the field. */
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

/** Publishes a picture to the ads origin. @returns the item that names it. */
export async function storePicture(
  tx: Transaction,
  { body, contentType, width, height, name }: ReadPicture,
  kind: "logo" | "image",
  { held = false }: { held?: boolean } = {},
): Promise<Omit<NewItem, "creativeUuid">> {
  return { kind, file: await publishAdFile(tx, { body, contentType }, { held }), name, width, height };
}

/** The file's own name without folders and control signs. */
export const fileName = (filename: string): string =>
  (filename.split(/[\\/]/).pop() ?? "").replace(/\p{Cc}/gu, "").slice(0, 120) || "image";
