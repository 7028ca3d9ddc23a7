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

test("events keep the keys of visitors for 180 days", async () => {
  const { clickhouse } = stack.platform;
  for (const [sequence, days] of [179, 181].entries()) {
    await clickhouse.command({
      query: `insert into ad_events (process, sequence, kind, at, campaign_id, visitor_key)
        values ('retention', ${sequence}, 'impression', now64(3) - interval ${days} day, 1, 'somebody')`,
    });
  }
  // What merges do by themselves, sooner or later.
  await clickhouse.command({ query: "optimize table ad_events final" });
  const kept = await clickhouse.query({
    query: "select visitor_key from ad_events where process = 'retention' order by sequence",
    format: "JSONEachRow",
  });
  expect(await kept.json()).toEqual([{ visitor_key: "somebody" }, { visitor_key: "" }]);
});
