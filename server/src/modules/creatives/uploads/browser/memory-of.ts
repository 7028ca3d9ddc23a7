import { readdir, readFile } from "node:fs/promises";

const pageBytes = 4096;

/**
 * Resident memory of a process and all its descendants, in bytes, without what they share with others, as the program
 * itself is; 0 where the system has no `/proc`.
 */
export async function memoryOf(pid: number): Promise<number> {
  const entries = await readdir("/proc").catch(() => []);
  const stats = await Promise.all(entries.filter((name) => /^\d+$/.test(name)).map(statOf));
  const family = new Set([pid]);
  let bytes = 0;
  // Processes are numbered upwards, so that a child comes after its parent.
  for (const stat of stats.filter((each) => each !== null).sort((a, b) => a.pid - b.pid)) {
    if (stat.pid !== pid && !family.has(stat.parent)) continue;
    family.add(stat.pid);
    bytes += stat.bytes;
  }
  return bytes;
}

type Stat = { pid: number; parent: number; bytes: number };

async function statOf(name: string): Promise<Stat | null> {
  try {
    const [text, memory] = await Promise.all([
      readFile(`/proc/${name}/stat`, "utf8"),
      readFile(`/proc/${name}/statm`, "utf8"),
    ]);
    const [, resident = 0, shared = 0] = memory.split(" ").map(Number);
    // The command's name is in parentheses and may hold spaces; the state and the parent follow.
    const [, parent] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { pid: Number(name), parent: Number(parent), bytes: (resident - shared) * pageBytes };
  } catch {
    return null;
  }
}
