import type { Postgres } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { closeBrowser, newVisitor } from "../support/browser.ts";
import { openDatabase } from "../support/installation-stores.ts";

let database: Postgres;
const lost = `delivery-lost-${process.pid}`;

beforeAll(() => {
  database = openDatabase(inject("demo").dataDir);
});
afterAll(async () => {
  await database.db.execute(sql`delete from processes where id = ${lost}`);
  await database.close();
  closeBrowser();
});

test("an operator sees all processes and stores, and that one crashed, without a reload", async () => {
  const visitor = await newVisitor();
  const { page } = visitor;
  await visitor.signIn("admin", "/operations/status");
  const table = page.getByRole("region", { name: "Processes" });
  const rowOf = (name: string) => table.locator("tbody tr").filter({ hasText: name }).first();
  await rowOf("Ad server").waitFor();
  for (const name of ["API", "Ad server"]) expect(await rowOf(name).innerText()).toContain("Running");
  expect(await rowOf("Ad server").innerText()).toMatch(/secs? ago/);
  for (const store of ["PostgreSQL", "ClickHouse"]) await page.getByText(store, { exact: true }).waitFor();
  await database.db.execute(sql`insert into processes
      (id, kind, version, host, started_at, seen_at, is_ready, clock_skew_ms)
    values (${lost}, 'ad_server', '0.0.9', 'machine-9', now() - interval '1 hour', now() - interval '1 minute', true, 0)`);
  await rowOf("machine-9").waitFor({ timeout: 15_000 });
  expect(await rowOf("machine-9").innerText()).toContain("It no longer reports");
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toMatch(/problem/);
  expect(await visitor.accessibility()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(visitor.complaints()).toEqual([]);
  await visitor.leave();
});

test("the running API exports the metrics of Node.js", async () => {
  const metrics = await (await fetch(`${inject("demo").url}/metrics`)).text();
  expect(metrics).toContain("# TYPE nodejs_eventloop_lag_p99_seconds gauge");
});
