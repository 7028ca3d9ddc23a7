import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Opens the sandbox's own file, or one in memory where `folder` is null. Each part creates its tables in it. */
export function openDatabase(folder: string | null): DatabaseSync {
  if (folder === null) return new DatabaseSync(":memory:");
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(path.join(folder, "sandbox.sqlite"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000");
  return database;
}
