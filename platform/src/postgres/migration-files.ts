import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { StartError } from "../process/lifetime.ts";

export type MigrationFile = { number: number; name: string; sql: string; checksum: string };

const fileName = /^(\d{4}|\d{12})_[a-z0-9_]+\.sql$/;

/**
 * The SQL files of a folder in order: the old ones by their four digits, then those named by creation time, so that
 * existing and new databases run new files in the same order.
 * @throws for an invalid name or a duplicate number.
 */
export function readMigrationFiles(folder: string): MigrationFile[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .map((name) => {
      const number = fileName.exec(name)?.[1];
      if (!number) throw new Error(`${path.join(folder, name)}: a migration is called YYYYMMDDHHMM_name.sql`);
      const sql = readFileSync(path.join(folder, name), "utf8");
      return { number: Number(number), name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    })
    .sort((a, b) => a.number - b.number);
  for (const [index, file] of files.entries()) {
    if (files[index + 1]?.number === file.number) throw new Error(`${folder}: number ${file.number} is used twice`);
  }
  return files;
}

/** The files that are not in the history yet. @throws if an applied file was changed or is missing. */
export function pendingMigrations(
  files: MigrationFile[],
  history: { name: string; checksum: string }[],
): MigrationFile[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const { name, checksum } of history) {
    const file = byName.get(name);
    if (!file) throw new StartError(`migration ${name} of a later release was applied here: install that release`);
    if (file.checksum !== checksum) throw new Error(`Migration ${name} was changed after it was applied`);
  }
  const applied = new Set(history.map(({ name }) => name));
  return files.filter((file) => !applied.has(file.name));
}

/** The folder of the migrations of a store. */
export const migrationsFolder = (store: "postgres" | "clickhouse"): string =>
  path.resolve(import.meta.dirname, "../../../server/migrations", store);
