import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { migrateClickHouse } from "../clickhouse/migrate.ts";
import { installationMode } from "../installation/installation-sql.ts";
import { isLaterVersion, version } from "../installation/version.ts";
import { StartError } from "../process/lifetime.ts";
import { migratePostgres } from "./migrate.ts";

let stack: Stack;
let folder: string;
beforeAll(async () => {
  stack = await startStack();
});
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-migrate-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => stack.close());

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);

test("a failed PostgreSQL migration leaves no changes, and succeeds once fixed", async () => {
  const { db, log } = stack.platform;
  const run = () => migratePostgres(stack.databaseUrl, log, withOwn());
  write("9001_half.sql", "create table half (id int); select nonsense;");
  await expect(run()).rejects.toThrow(/Migration 9001_half\.sql failed: .*nonsense/);
  const left = await db.execute(sql`select from pg_tables where tablename = 'half'`);
  expect(left.rowCount).toBe(0);
  write("9001_half.sql", "create table half (id int);");
  expect(await run()).toEqual(["9001_half.sql"]);
  expect(await run()).toEqual([]);
  await db.execute(sql`insert into half values (1)`);
});

test("a database with a migration of a later release is refused before anything is changed", async () => {
  const { log } = stack.platform;
  await expect(migratePostgres(stack.databaseUrl, log)).rejects.toThrow(
    new StartError(
      `the database has the migration 9001_half.sql of a later release, this is ${version}: ` +
        "install that release, or restore a backup made before the upgrade",
    ),
  );
});

test("a migration records its release, and a later one is refused", async () => {
  const { db, log } = stack.platform;
  write("9001_half.sql", "create table half (id int);");
  const run = () => migratePostgres(stack.databaseUrl, log, withOwn());
  const record = (release: string) => db.execute(sql`update installation set value = ${release} where key = 'release'`);
  await run();
  const { rows } = await db.execute(sql`select value from installation where key = 'release'`);
  expect(rows).toEqual([{ value: version }]);
  await record("999.0.0");
  await expect(run()).rejects.toThrow("the database belongs to the later release 999.0.0");
  await expect(installationMode(stack.databaseUrl, false)).rejects.toThrow(StartError);
  await record("0.0.1");
  await run();
});

test("a database that is not UTF-8 is refused before anything is created", async () => {
  const owner = new pg.Client({ connectionString: stack.databaseUrl });
  await owner.connect();
  const name = `bytes_${process.pid}`;
  await owner.query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
  try {
    const url = new URL(stack.databaseUrl);
    url.pathname = `/${name}`;
    await expect(migratePostgres(url.href, stack.platform.log)).rejects.toThrow(
      /^the database's encoding is SQL_ASCII: create it again with "create database/,
    );
  } finally {
    await owner.query(`drop database ${name} with (force)`);
    await owner.end();
  }
});

test("versions are compared by their numbers", () => {
  expect(isLaterVersion("0.10.0", "0.9.9")).toBe(true);
  expect(isLaterVersion("1.0.0", "0.9.9")).toBe(true);
  expect(isLaterVersion("0.9.9", "0.10.0")).toBe(false);
  expect(isLaterVersion("1.2.0", "1.2.0")).toBe(false);
  expect(isLaterVersion("1.2.0-rc.1", "1.2.0")).toBe(false);
});

test("two concurrent migrations apply each file once", async () => {
  write("9002_once.sql", "create table once (id int);");
  const { log } = stack.platform;
  write("9001_half.sql", "create table half (id int);");
  const applied = await Promise.all([1, 2].map(() => migratePostgres(stack.databaseUrl, log, withOwn())));
  expect(applied.flat()).toEqual(["9002_once.sql"]);
});

test("an event store migration runs statement by statement, once", async () => {
  const { clickhouse, log } = stack.platform;
  write(
    "9001_words.sql",
    "-- a word; with a semicolon\ncreate table if not exists words (word String)\nengine = MergeTree order by word;\ninsert into words values ('a;b');\n",
  );
  const files = withOwn("clickhouse");
  expect(await migrateClickHouse(clickhouse, log, files)).toEqual(["9001_words.sql"]);
  expect(await migrateClickHouse(clickhouse, log, files)).toEqual([]);
  const result = await clickhouse.query({
    query: "select word, toUInt64(9007199254740993) as big from words",
    format: "JSONEachRow",
  });
  expect(await result.json()).toEqual([{ word: "a;b", big: "9007199254740993" }]);
});

/** The real migrations plus the test's, because applied files must not be missing. */
function withOwn(store: "postgres" | "clickhouse" = "postgres"): string {
  const real = path.resolve(import.meta.dirname, "../../../server/migrations", store);
  cpSync(real, folder, { recursive: true });
  return folder;
}
