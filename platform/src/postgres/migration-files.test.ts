import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrationsFolder, pendingMigrations, readMigrationFiles } from "./migration-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-migrations-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, text = "select 1;") => writeFileSync(path.join(folder, name), text);

test("orders files by number, then those named by time, and omits applied ones", () => {
  write("202611231405_newest.sql");
  write("9020_second.sql");
  write("202611231404_newer.sql");
  write("0001_first.sql");
  const files = readMigrationFiles(folder);
  expect(files.map(({ number }) => number)).toEqual([1, 9020, 202_611_231_404, 202_611_231_405]);
  const history = files.slice(1, 3);
  expect(pendingMigrations(files, history).map(({ name }) => name)).toEqual([
    "0001_first.sql",
    "202611231405_newest.sql",
  ]);
});

test("rejects a changed file, a missing file, a duplicate number and an invalid name", () => {
  write("0001_first.sql");
  const files = readMigrationFiles(folder);
  expect(() => pendingMigrations(files, [{ name: "0001_first.sql", checksum: "other" }])).toThrow("was changed");
  expect(() => pendingMigrations(files, [{ name: "0002_gone.sql", checksum: "" }])).toThrow(
    "of a later release was applied here",
  );
  write("0001_again.sql");
  expect(() => readMigrationFiles(folder)).toThrow("number 1 is used twice");
  rmSync(path.join(folder, "0001_again.sql"));
  for (const name of ["nonsense.sql", "20261123_day.sql", "2026112314050_long.sql"]) {
    write(name);
    expect(() => readMigrationFiles(folder), name).toThrow("YYYYMMDDHHMM_name.sql");
    rmSync(path.join(folder, name));
  }
});

test("the own migrations are in order", () => {
  expect(readMigrationFiles(migrationsFolder("postgres")).length).toBeGreaterThan(0);
  readMigrationFiles(migrationsFolder("clickhouse"));
});
