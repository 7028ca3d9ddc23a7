import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../testing/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

/** Table names in the first column of the page's tables. */
const documented = readFileSync(path.resolve(import.meta.dirname, "../../../docs/retention.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([a-z_]+)`/g)].map(([, name]) => name ?? ""));

test("the retention page names every table once, and no other", async () => {
  const { rows } = await stack.platform.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const shown = await stack.platform.clickhouse.query({
    query: "select name from system.tables where database = currentDatabase() and engine like '%MergeTree'",
    format: "JSONEachRow",
  });
  const stored = [...rows, ...(await shown.json<{ name: string }>())].map(({ name }) => name);
  expect([...documented].sort()).toEqual([...new Set(stored)].sort());
});
