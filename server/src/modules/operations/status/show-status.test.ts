import { readFileSync } from "node:fs";
import path from "node:path";
import { endpoints } from "@litfass/contract/index";
import { rolesOf } from "@litfass/contract/kernel/who";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { version } from "@litfass/platform/installation/version";
import type { Platform } from "@litfass/platform/platform";
import { type ProcessReport, type SeenProcess, storeReport } from "@litfass/platform/process/process-sql";
import { maxRatesAgeDays } from "@litfass/platform/settings/rates-age";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { alertLimitsMs, warningsOf } from "./judge-process.ts";
import { showStatus } from "./show-status.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.platform.db.execute(sql`delete from processes`);
  await stack.platform.db.execute(sql`delete from pgboss.job`);
});

const journal = { events: 0, bytes: 0, oldestAgeMs: 0, filesForInspection: 0 };
const report: ProcessReport = {
  id: "delivery-8081-a",
  kind: "ad_server",
  version,
  host: "machine-1",
  uptimeMs: 60_000,
  isReady: true,
  clockSkewMs: 0,
  snapshotAgeMs: 900,
  journal,
};
const seen: SeenProcess = { ...report, startedAt: new Date(), seenAt: new Date(), unseenMs: 100 };

const read = (change: Partial<Platform> = {}) =>
  showStatus({ ...stack.platform, ...change }, stack.platform.defaultSettings);

test("lists processes, stores, jobs and rates for admins only", async () => {
  const { db } = stack.platform;
  await storeReport(db, { ...report, clockSkewMs: 1_500, journal: { ...journal, events: 7, oldestAgeMs: 400_000 } });
  await storeReport(db, { ...report, id: "api-1", kind: "api", snapshotAgeMs: null, journal: null });
  const admin = await stack.signIn("admin");
  const { status, body } = await admin.get("/operations/status");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    checked_at: stack.clock.now().toISOString(),
    version,
    processes: [
      { id: "api-1", kind: "api", snapshot_age_ms: null, journal: null, warnings: [] },
      {
        id: "delivery-8081-a",
        clock_skew_seconds: 1.5,
        snapshot_age_ms: 900,
        journal: { events: 7, oldest_age_ms: 400_000 },
        warnings: ["clock", "journal"],
      },
    ],
    stores: {
      postgres: { version: expect.stringMatching(/^\d+/), answer_ms: expect.any(Number) },
      clickhouse: { version: expect.stringMatching(/^\d+\.\d+/), answer_ms: expect.any(Number) },
    },
    jobs: { waiting: 0, oldest_due_ms: 0, failed: 0, is_late: false },
    open_spend: { overdue_ms: 0, is_overdue: false },
  });
  expect(rolesOf(endpoints.showStatus.who)).toEqual(["super_admin", "admin"]);
  expect((await (await stack.signIn("tech_admin")).get("/operations/status")).status).toBe(403);
});

test("an event store that does not answer is shown as such, and the rest as usual", async () => {
  const clickhouse = { query: () => Promise.reject(new Error("down")) } as unknown as ClickHouse;
  const { stores } = await read({ clickhouse });
  expect(stores.clickhouse).toEqual({ version: null, answer_ms: null });
  expect(stores.postgres.version).not.toBeNull();
});

test("says whether reports are read from a replica, and how far it is behind", async () => {
  expect((await read()).stores.replica).toBeNull();
  const state = { lagMs: 12_000, maxLagMs: 10_000, problem: "behind" as const, reads: { replica: 1, primary: 2 } };
  const reports = { ...stack.platform.reports, replica: () => state };
  expect((await read({ reports })).stores.replica).toEqual({ lag_ms: 12_000, problem: "behind" });
});

test("counts waiting and failed jobs, and is late after a quarter of an hour", async () => {
  const { db } = stack.platform;
  const add = (state: string, due: string) =>
    db.execute(sql`insert into pgboss.job (name, state, start_after) values ('status-test', ${state}::pgboss.job_state,
      now() - ${due}::interval)`);
  await db.execute(sql`select pgboss.create_queue('status-test', '{"policy":"standard"}'::jsonb)`);
  await add("failed", "2 hours");
  await add("created", "5 minutes");
  expect((await read()).jobs).toMatchObject({ waiting: 1, failed: 1, is_late: false });
  await add("retry", "16 minutes");
  const { jobs } = await read();
  expect(jobs).toMatchObject({ waiting: 2, failed: 1, is_late: true });
  expect(jobs.oldest_due_ms).toBeGreaterThan(950_000);
});

test("spend of an ended hour is overdue when it is not booked for an hour", async () => {
  const owner = new pg.Client({ connectionString: stack.databaseUrl });
  await owner.connect();
  // Without the accounts that it belongs to.
  await owner.query("set session_replication_role = replica");
  const open = async (ago: string): Promise<void> => {
    await owner.query("delete from open_spend");
    await owner.query(
      `insert into open_spend (from_account_id, to_account_id, hour_at, currency, kind, amount_micros, settled_at)
      select 1, 2, h, 'CHF', 'spend', 1000, h
      from (select date_bin('1 hour', now() - $1::interval, '2000-01-01 00:00:00+00')) as o (h)`,
      [ago],
    );
  };
  const metric = async (): Promise<string> => (await stack.visitor().get("//metrics")).text;
  try {
    await open("0 minutes");
    expect((await read()).open_spend).toEqual({ overdue_ms: 0, is_overdue: false });
    expect(await metric()).toMatch(/^litfass_open_spend_overdue_seconds\{process="api"\} 0$/m);
    await open("3 hours");
    const { overdue_ms, is_overdue } = (await read()).open_spend;
    expect(is_overdue).toBe(true);
    expect(overdue_ms).toBeGreaterThanOrEqual(2 * alertLimitsMs.openSpend);
    expect(await metric()).toMatch(/^litfass_open_spend_overdue_seconds\{process="api"\} (7[2-9]|[89]\d|10\d)\d\d/m);
  } finally {
    await owner.query("delete from open_spend");
    await owner.end();
  }
});

test("rates are old after four days", async () => {
  const { as_of_on } = (await read()).rates;
  const after = (days: number) => ({
    clock: { now: () => new Date(Date.parse(as_of_on) + days * 86_400_000) },
  });
  expect((await read(after(4))).rates).toEqual({ as_of_on, days: 4, is_old: false });
  expect((await read(after(5))).rates).toEqual({ as_of_on, days: 5, is_old: true });
});

test("a process is judged by the limits of the alerts, and a lost one by nothing else", () => {
  const judge = (change: Partial<SeenProcess>) => warningsOf({ ...seen, ...change }, version);
  expect(judge({})).toEqual([]);
  expect(judge({ clockSkewMs: 1_000, snapshotAgeMs: 60_000, unseenMs: 20_000 })).toEqual([]);
  expect(judge({ unseenMs: 20_001, isReady: false })).toEqual(["lost"]);
  expect(judge({ isReady: false })).toEqual(["not_ready"]);
  expect(judge({ clockSkewMs: -1_001 })).toEqual(["clock"]);
  expect(judge({ snapshotAgeMs: 60_001 })).toEqual(["snapshots"]);
  expect(judge({ journal: { ...journal, oldestAgeMs: 300_001 } })).toEqual(["journal"]);
  expect(judge({ journal: { ...journal, filesForInspection: 1 } })).toEqual(["inspection"]);
  expect(judge({ version: "0.0.1" })).toEqual(["other_version"]);
});

test("the limits are those of the alerts", () => {
  const alerts = readFileSync(
    path.resolve(import.meta.dirname, "../../../../../deploy/prometheus/alerts.yaml"),
    "utf8",
  );
  for (const rule of [
    `abs(litfass_clock_skew_seconds) > ${alertLimitsMs.clockSkew / 1000}`,
    `litfass_snapshot_age_seconds > ${alertLimitsMs.snapshotAge / 1000}`,
    `litfass_journal_oldest_unshipped_age_seconds > ${alertLimitsMs.journalAge / 1000}`,
    `max by (queue) (litfass_job_oldest_due_age_seconds) > ${alertLimitsMs.jobDue / 1000}`,
    `litfass_currency_rates_age_days > ${maxRatesAgeDays}`,
    `max(litfass_open_spend_overdue_seconds) > ${alertLimitsMs.openSpend / 1000}`,
  ])
    expect(alerts).toContain(`expr: ${rule}\n`);
});
