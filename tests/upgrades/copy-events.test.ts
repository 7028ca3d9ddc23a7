import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type ClickHouse, connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type ClickHouseServer, startClickHouseServer } from "../support/clickhouse-server.ts";

const root = path.resolve(import.meta.dirname, "../..");
const dataDir = mkdtempSync(path.join(os.tmpdir(), "litfass-copy-events-"));
let server: ClickHouseServer;
let before: unknown;

/** Totals that dashboards and the books read. */
async function totalsOf(store: ClickHouse): Promise<unknown> {
  const result = await store.query({
    query: `select
      (select toString(count()) from ad_events) as events,
      (select toString(sum(charge_micros)) from ad_events) as charged,
      (select toString(sum(impressions)) from campaign_hours) as impressions,
      (select toString(sum(impressions)) from site_spans) as by_site,
      (select toString(uniqMerge(viewers)) from campaign_viewers) as viewers`,
    format: "JSONEachRow",
  });
  return result.json();
}

const insertOf = (batch: string, from: number, count: number): string => `
  insert into ad_events (process, sequence, kind, at, campaign_id, site, charge_micros, visitor_key)
  settings insert_deduplication_token = '${batch}', insert_deduplicate = 1,
    deduplicate_blocks_in_dependent_materialized_views = 1, async_insert = 0
  select 'p', number + ${from}, 'impression', now64(3) - toIntervalHour(number % 20), 1 + number % 3,
    'site' || toString(number % 5), 1000, 'v' || toString(number % 40) from numbers(${count})`;

beforeAll(async () => {
  const folder = path.join(dataDir, "clickhouse");
  cpSync(inject("clickHouseTemplate"), folder, { recursive: true });
  const embedded = await connectClickHouse({ url: null, folder });
  await embedded.command({ query: insertOf("one", 0, 3000) });
  await embedded.command({ query: insertOf("two", 3000, 500) });
  before = await totalsOf(embedded);
  await embedded.close();
  server = await startClickHouseServer(path.join(dataDir, "server"));
});
afterAll(async () => {
  await server?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function copy(): Promise<{ code: number; said: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, CLICKHOUSE_URL: server.url };
  const args = ["--disable-warning=ExperimentalWarning", "scripts/litfass.ts", "copy-events"];
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

test("events and statistics move from the embedded store to a server by one command, once", async () => {
  expect(before).toMatchObject([{ events: "3500", charged: "3500000", impressions: "3500", by_site: "3500" }]);
  const { code, said } = await copy();
  expect(said).not.toContain("WARN");
  expect(said).toContain("3500 events with charges of 3500000 micros on both sides");
  expect(code).toBe(0);
  expect(await totalsOf(server.store)).toEqual(before);
  // The rollups grow with new events again.
  await server.store.command({ query: insertOf("three", 3500, 10) });
  expect(await totalsOf(server.store)).toMatchObject([{ events: "3510", impressions: "3510", by_site: "3510" }]);

  const again = await copy();
  expect(again.code).toBe(1);
  expect(again.said).toContain("has rows already");
  expect(await totalsOf(server.store)).toMatchObject([{ events: "3510" }]);
}, 240_000);
