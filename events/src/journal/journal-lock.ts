import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Another process has this journal open. */
export class JournalLocked extends Error {
  constructor(folder: string) {
    super(`The journal in ${folder} is open in another process. Each adServer process needs a folder of its own`);
    this.name = "JournalLocked";
  }
}

export type JournalLock = { release(): void };

/**
 * Locks the folder for this process. The lock is the operating system's on an open SQLite file: it ends with the
 * process, so it cannot be stale. Throws `JournalLocked` at once where it is taken.
 */
export function lockJournal(folder: string): JournalLock {
  const database = new DatabaseSync(join(folder, "lock"), { timeout: 0 });
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (cause) {
    database.close();
    if (cause instanceof Error && cause.message.includes("locked")) throw new JournalLocked(folder);
    throw cause;
  }
  return { release: () => database.close() };
}
