import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { type LogEntry, type LogFile, type LogQuery, logFileName } from "@litfass/contract/operations/operations";
import { notFound } from "@litfass/platform/problem";
import { levelRank, readEntry } from "./log-entry.ts";

const maxFiles = 100;
const perPage = 50;
const chunkBytes = 256 * 1024;
/** An unsuccessful search stops here and returns where to continue. */
const maxBytesAtOnce = 8 * 1024 * 1024;

export const logFolder = (dataDir: string): string => path.join(dataDir, "logs");

/** The log files of a folder, last modified first; empty if processes log only to standard output. */
export async function listLogFiles(folder: string): Promise<LogFile[]> {
  const names = await readdir(folder).catch(() => []);
  const known = names.filter((name) => logFileName.safeParse(name).success);
  const files = await Promise.all(
    known.map(async (name) => {
      const found = await stat(path.join(folder, name)).catch(() => null);
      return found?.isFile() ? [{ name, bytes: found.size, changed_at: found.mtime.toISOString() }] : [];
    }),
  );
  return files
    .flat()
    .sort((a, b) => b.changed_at.localeCompare(a.changed_at))
    .slice(0, maxFiles);
}

/** `next`: the start of older entries; null at the start of the file. */
export type LogPage = { entries: LogEntry[]; next: number | null };

/**
 * Entries of one file in reverse, filtered, at most 50. Reads at most 8 MB per call.
 * @throws Problem 404 for a file that is not in the folder
 */
export async function readLogEntries(folder: string, query: LogQuery): Promise<LogPage> {
  // Accepts only listed names, which prevents path traversal.
  const file = (await listLogFiles(folder)).find(({ name }) => name === query.file);
  if (!file) throw notFound();
  const fits = matcherOf(query);
  const entries: LogEntry[] = [];
  const start = Math.min(query.before ?? file.bytes, file.bytes);
  let end = start;
  for await (const line of linesBackwards(path.join(folder, file.name), start)) {
    end = line.position;
    const entry = readEntry(line.text, line.position);
    if (entry && fits(entry)) entries.push(entry);
    if (entries.length === perPage || start - end > maxBytesAtOnce) break;
  }
  return { entries, next: end > 0 ? end : null };
}

function matcherOf({ level, search }: LogQuery): (entry: LogEntry) => boolean {
  const least = level ? levelRank(level) : 0;
  const words = search?.toLowerCase() ?? "";
  return (entry) => {
    // A line without a level counts as information.
    if (levelRank(entry.level ?? "info") < least) return false;
    return words === "" || `${entry.process ?? ""} ${entry.message} ${entry.details}`.toLowerCase().includes(words);
  };
}

/** The lines of a file that end before `end` in reverse, with their offsets. */
async function* linesBackwards(file: string, end: number): AsyncGenerator<{ text: string; position: number }> {
  const handle = await open(file, "r");
  try {
    let rest = Buffer.alloc(0);
    let at = end;
    while (at > 0) {
      const from = Math.max(0, at - chunkBytes);
      const chunk = Buffer.alloc(at - from);
      await handle.read(chunk, 0, chunk.length, from);
      rest = Buffer.concat([chunk, rest]);
      at = from;
      // The first line may start in the previous chunk.
      for (let cut = rest.lastIndexOf(10, rest.length - 2); cut >= 0; cut = rest.lastIndexOf(10, rest.length - 2)) {
        yield { text: rest.toString("utf8", cut + 1).trimEnd(), position: at + cut + 1 };
        rest = rest.subarray(0, cut + 1);
      }
    }
    if (rest.length > 0) yield { text: rest.toString("utf8").trimEnd(), position: 0 };
  } finally {
    await handle.close();
  }
}
