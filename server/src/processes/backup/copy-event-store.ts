import { rm } from "node:fs/promises";
import path from "node:path";
import type { ArchiveWriter } from "./archive-writer.ts";

/**
 * The parts of a table are folders like `202611_1_6_1`; they are copied from the freeze, because merges replace them at
 * any time. Everything else is small: schemas, links, and the log that recognizes repeated batches.
 */
const isSmall = (relative: string): boolean => {
  const [top = "", , , ...rest] = relative.split("/");
  if (!["data", "metadata", "store"].includes(top)) return false;
  const inTable = rest[0];
  return inTable === undefined || !isPart(inTable);
};

const isPart = (name: string): boolean => /^(tmp|delete_tmp)|_\d+_\d+_\d+(_\d+)?$/.test(name);

/** Copies schemas and logs; call it while the intake is paused. */
export const copySchemas = (archive: ArchiveWriter, name: string, folder: string): Promise<void> =>
  archive.addFolder(name, folder, isSmall);

/** Copies the frozen parts, at any later time, and removes the freeze. */
export async function copyFrozenParts(archive: ArchiveWriter, name: string, folder: string, freeze: string) {
  await archive.addFolder(`${name}/store`, path.join(folder, "shadow", freeze, "store"));
  await removeFreeze(folder, freeze);
}

export const removeFreeze = (folder: string, freeze: string): Promise<void> =>
  rm(path.join(folder, "shadow", freeze), { recursive: true, force: true });
