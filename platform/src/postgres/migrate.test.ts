import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { migrateClickHouse } from "../clickhouse/migrate.ts";
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
