import { link, mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";

const attempts = 50;

/**
 * Links every journal file into `target`, all names as at one moment: ad servers rename segments at any time, and a
 * segment missed between two names would lose its events. Call it while the intake is paused, so that none is deleted.
 */
export async function linkJournals(folder: string, target: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
    const names = await listFiles(folder);
    const linked = await linkAll(folder, target, names);
    if (linked && names.join() === (await listFiles(folder)).join()) return;
  }
  throw new Error(`The journals in ${folder} changed too often to be copied; try again`);
}

/** Relative paths; the lock belongs to the running process. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("lock") && !entry.name.endsWith(".draft"))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

async function linkAll(folder: string, target: string, names: string[]): Promise<boolean> {
  try {
    for (const name of names) {
      await mkdir(path.dirname(path.join(target, name)), { recursive: true });
      await link(path.join(folder, name), path.join(target, name));
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
