import { mkdir, rm } from "node:fs/promises";
import path from "node:path";

/**
 * Runs `work` in an empty folder on the installation's disk and removes it afterwards, including leftovers of a
 * crash.
 */
export async function inWorkFolder<T>(dataDir: string, name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = path.join(dataDir, "converting", name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
