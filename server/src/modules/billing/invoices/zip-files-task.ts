import { type Zippable, zipSync } from "fflate";
import type { ZipEntry } from "./invoice-files.ts";

/** Runs in a worker thread. Without compression, because PDFs are already compressed. */
export default function zipFiles(entries: ZipEntry[]): Uint8Array {
  const archive: Zippable = {};
  for (const { name, body, at } of entries) archive[name] = [body, { level: 0, mtime: at }];
  return zipSync(archive);
}
