import { readFileSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { argumentsOf, isAlive } from "../process/probe.ts";

const stopTimeoutMs = 30_000;

/**
 * Stops the server left by a killed run in `folder`, by its recorded process id. A record of an exited or different
 * process is removed: in a copied folder it names the server of the original, which stays untouched.
 */
export async function stopOrphanedPostgres(folder: string, say: (line: string) => void): Promise<void> {
  const note = path.join(folder, "postmaster.pid");
  const pid = readPid(note);
  if (pid === null) return;
  if (!isAlive(pid) || !servesFolder(pid, folder)) {
    rmSync(note, { force: true });
    return;
  }
  say(`Stopping the database that an earlier run left behind (process ${pid})`);
  process.kill(pid, "SIGINT");
  const deadline = Date.now() + stopTimeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`The earlier database (process ${pid}) does not stop: end it and retry`);
    await wait(50);
  }
  rmSync(note, { force: true });
}

/** Whether the process is a PostgreSQL server whose data folder (`-D`) is `folder`. */
function servesFolder(pid: number, folder: string): boolean {
  const [program = "", ...rest] = argumentsOf(pid);
  const dataFolder = rest[rest.indexOf("-D") + 1];
  if (!path.basename(program).startsWith("postgres") || !rest.includes("-D") || !dataFolder) return false;
  return resolved(dataFolder) === resolved(folder);
}

/** Symbolic links lead to the same folder under another name. */
function resolved(folder: string): string | null {
  try {
    return realpathSync(folder);
  } catch {
    return null;
  }
}

function readPid(note: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(note, "utf8"), 10);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}
