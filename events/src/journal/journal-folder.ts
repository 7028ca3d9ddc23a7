import { existsSync, readdirSync } from "node:fs";
import { open, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The files of a journal: `identity.json`, `lock`, and segments named by their first sequence number:
 * `0000000000000042.open` (being written), `.sealed` (to be shipped), `.shipped` (stored by the API, read after a restart),
 * `.aside` (rejected, for inspection). A segment of which a damaged part was cut is kept whole as `.damaged`.
 */
export type SegmentState = "open" | "sealed" | "shipped" | "aside";
export type SegmentFile = { firstSequence: number; state: SegmentState };
/** A closed part of the journal: shipped as one batch under one token. */
export type Segment = { firstSequence: number; events: number };

export type JournalLog = {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

const segmentName = /^(\d{16})\.(open|sealed|shipped|aside)$/;

export const segmentPath = (folder: string, firstSequence: number, state: SegmentState): string =>
  join(folder, `${String(firstSequence).padStart(16, "0")}.${state}`);

/** A name that no file has yet: the same number may be damaged twice. */
export function damagedPath(folder: string, firstSequence: number): string {
  const path = join(folder, `${String(firstSequence).padStart(16, "0")}.damaged`);
  let copy = 1;
  while (existsSync(copy === 1 ? path : `${path}.${copy}`)) copy += 1;
  return copy === 1 ? path : `${path}.${copy}`;
}

/** The number of files with acknowledged events that a person must look at. */
export const countForInspection = (folder: string): number =>
  readdirSync(folder).filter((name) => /\.(aside|damaged)(\.\d+)?$/.test(name)).length;

/** All segments, oldest first. */
export async function listSegments(folder: string): Promise<SegmentFile[]> {
  const files: SegmentFile[] = [];
  for (const name of await readdir(folder)) {
    const match = segmentName.exec(name);
    if (match) files.push({ firstSequence: Number(match[1]), state: match[2] as SegmentState });
  }
  return files.sort((a, b) => a.firstSequence - b.firstSequence);
}

/** Syncs the folder, so that creations, renames and removals survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The journal's name: the process name and a random ID per folder. If a lost folder were recreated under the old name,
 * its first events would look like shipped ones.
 */
export async function journalIdentity(folder: string, process: string, newId: () => string): Promise<string> {
  const path = join(folder, "identity.json");
  const known = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (known !== null) return (JSON.parse(known) as { process: string }).process;
  const identity = `${process.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 40)}-${newId().replaceAll("-", "").slice(0, 12)}`;
  const draft = `${path}.draft`;
  await writeFile(draft, JSON.stringify({ process: identity }), { flush: true });
  await rename(draft, path);
  await syncFolder(folder);
  return identity;
}
