import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StartError } from "@litfass/platform/process/lifetime";
import { isAlive, isRunning } from "@litfass/platform/process/probe";

/** The processes on a data folder: the supervisor and its children. */
type Note = { supervisor: number; children: number[] };

export type RunLock = {
  /** Records the processes of this run, so that a later one finds them if this one is killed. */
  setChildren(pids: number[]): void;
  release(): void;
};

/** Parts of our processes' command lines, because a recorded id may belong to another program by now. */
const ownWords = /(scripts\/(start|dev|litfass)|server\/src\/processes|sandbox\/src|vite)/;
const stopTimeoutMs = 10_000;

/**
 * Locks the data folder for this run, after ending processes left by a killed run.
 * @throws StartError if another run is alive.
 */
export async function takeRunLock(dataDir: string, say: (line: string) => void): Promise<RunLock> {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, "run.json");
  const earlier = readNote(file);
  if (earlier) {
    if (earlier.supervisor !== process.pid && isRunning(earlier.supervisor, ownWords)) {
      throw new StartError(`Litfass already runs on ${dataDir} (process ${earlier.supervisor})`);
    }
    await endOrphans(earlier.children, say);
  }
  const note: Note = { supervisor: process.pid, children: [] };
  // Replaced atomically, so that readers find a complete file even after a kill.
  const write = (): void => {
    writeFileSync(`${file}.new`, JSON.stringify(note));
    renameSync(`${file}.new`, file);
  };
  write();
  return {
    setChildren(pids) {
      note.children = pids;
      try {
        write();
      } catch {
        // The disk may be full. The note only helps a later run, so this one goes on.
      }
    },
    release: () => rmSync(file, { force: true }),
  };
}

/** Whether a supervisor runs on this data folder. */
export function isInstallationRunning(dataDir: string): boolean {
  const note = readNote(path.join(dataDir, "run.json"));
  return note !== null && isRunning(note.supervisor, ownWords);
}

function readNote(file: string): Note | null {
  try {
    const note = JSON.parse(readFileSync(file, "utf8")) as Note;
    return Number.isInteger(note.supervisor) && Array.isArray(note.children) ? note : null;
  } catch {
    return null;
  }
}

/** They exit when their parent is gone; this waits for them and kills those that hang. */
async function endOrphans(pids: number[], say: (line: string) => void): Promise<void> {
  const orphans = pids.filter((pid) => isRunning(pid, ownWords));
  if (orphans.length === 0) return;
  say("Waiting for the processes of an earlier run to end");
  for (const pid of orphans) signal(pid, "SIGTERM");
  const deadline = Date.now() + stopTimeoutMs;
  while (orphans.some(isAlive) && Date.now() < deadline) await wait(50);
  for (const pid of orphans.filter(isAlive)) signal(pid, "SIGKILL");
}

function signal(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It exited in the meantime.
  }
}
