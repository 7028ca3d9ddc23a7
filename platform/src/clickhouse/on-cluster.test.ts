import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrationsFolder, readMigrationFiles } from "../postgres/migration-files.ts";
import { type ClickHouse, connectClickHouse } from "./clickhouse.ts";
import { statementsOf } from "./migrate.ts";
import { onCluster } from "./on-cluster.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-cluster-"));
let clickhouse: ClickHouse;
beforeAll(async () => {
  clickhouse = await connectClickHouse({ url: null, folder });
});
afterAll(async () => {
  await clickhouse.close();
  rmSync(folder, { recursive: true, force: true });
});

const statements = readMigrationFiles(migrationsFolder("clickhouse")).flatMap(({ sql }) => statementsOf(sql));
const inserts = /^insert into \w+ select\b/i;

test("every migration runs on each server of a cluster, with replicated tables", () => {
  expect(statements.length).toBeGreaterThan(50);
  for (const statement of statements.map((one) => onCluster(one, "main"))) {
    expect(statement).toMatch(inserts.test(statement) ? inserts : /^[a-z ]+ \w+ on cluster 'main'/i);
    expect(statement).not.toMatch(/engine = (?!Replicated)\w*MergeTree|non_replicated/i);
  }
  const events = onCluster(statements[0] ?? "", "main");
  expect(events).toContain("create table if not exists ad_events on cluster 'main' (");
  expect(events).toContain("engine = ReplicatedMergeTree\n");
  expect(events).toContain(
    "settings replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 2592000,",
  );
});

/** @throws where ClickHouse cannot parse it */
const readsStatement = (query: string) => clickhouse.command({ query: `explain ast ${query}` });

test("ClickHouse can read every statement for a cluster", async () => {
  const others = ["detach table site_spans_feed sync", "attach table site_spans_feed", "attach table if not exists x"];
  for (const statement of [...statements, ...others]) {
    const query = onCluster(statement, "main");
    await readsStatement(query);
  }
  const broken = onCluster("alter table a add column", "main");
  await expect(readsStatement(broken)).rejects.toThrow(/Syntax error/);
});

test("only the schema is changed on all servers: reads and inserts ask one", () => {
  for (const query of ["select 1", "insert into ad_events select 1"]) expect(onCluster(query, "main")).toBe(query);
});
