import { sql } from "drizzle-orm";
import pg from "pg";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../tests/support/eventually.ts";
import { type ReplicatedPostgres, startReplicatedPostgres } from "../../../tests/support/replicated-postgres.ts";
import { createLog } from "../log/log.ts";
import { connectPostgres, type Database, type Postgres, sqlStateOf } from "./postgres.ts";
import { addReplicaMetrics } from "./replica-metrics.ts";
import { openReportDatabase, type ReportDatabase } from "./report-database.ts";

let servers: ReplicatedPostgres;
let primary: Postgres;
let reports: ReportDatabase | undefined;
const lines: string[] = [];
const log = createLog({ level: "info", process: "test" }, { write: (line) => lines.push(line) });

beforeAll(async () => {
  servers = await startReplicatedPostgres(async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("create role litfass_app nologin; create table things (name text)");
    await client.query("grant all on things to litfass_app");
    await client.end();
  });
  primary = connectPostgres(servers.primary.url, { log });
});
afterEach(async () => {
  await reports?.close();
  lines.length = 0;
});
afterAll(async () => {
  await primary?.close();
  await servers?.close();
});

/** Opened and examined until it has judged the replica. */
async function open(maxLagMs: number, replicaUrl = servers.replica.url): Promise<ReportDatabase> {
  reports = openReportDatabase({ primary, replicaUrl, maxLagMs, log });
  await reports.examine();
  return reports;
}

const serverOf = async (db: Database): Promise<string> => {
  const { rows } = await db.execute<{ replica: boolean }>(sql`select pg_is_in_recovery() as replica`);
  return rows[0]?.replica ? "replica" : "primary";
};
const upToDate = async (each: ReportDatabase) => {
  await each.examine();
  return each.replica()?.problem;
};

test("without a replica reports are the primary's", async () => {
  reports = openReportDatabase({ primary, replicaUrl: null, maxLagMs: 1, log });
  expect([reports.db, reports.replica()]).toEqual([primary.db, null]);
});

test("reports are read from the replica while it is up to date, and transactions from the primary", async () => {
  const { db, ...opened } = await open(60_000);
  await eventually(
    "an up-to-date replica",
    () => upToDate({ db, ...opened }),
    (problem) => problem === null,
  );
  expect(await serverOf(db)).toBe("replica");
  expect(await db.transaction((tx) => serverOf(tx as unknown as Database))).toBe("primary");
  expect(opened.replica()).toMatchObject({
    lagMs: expect.any(Number),
    problem: null,
    reads: { replica: 1, primary: 0 },
  });
  expect(lines.some((line) => line.includes("reports are read from the replica"))).toBe(true);
});

test("a write fails on the replica and is not repeated on the primary", async () => {
  const opened = await open(60_000);
  await eventually(
    "an up-to-date replica",
    () => upToDate(opened),
    (problem) => problem === null,
  );
  const failed = await opened.db.execute(sql`insert into things values ('written')`).catch((error: unknown) => error);
  expect([sqlStateOf(failed), opened.replica()?.problem]).toEqual(["25006", null]);
  expect((await servers.primary.query("select from things where name = 'written'")).rowCount).toBe(0);
});

test("beyond the maximum lag the primary is read, and the replica again when it has caught up", async () => {
  const opened = await open(50);
  await eventually(
    "an up-to-date replica",
    () => upToDate(opened),
    (problem) => problem === null,
  );
  await servers.replica.query("select pg_wal_replay_pause()");
  await servers.primary.query("insert into things values ('late')");
  await eventually(
    "a late replica",
    () => upToDate(opened),
    (problem) => problem === "behind",
  );
  expect(opened.replica()?.lagMs).toBeGreaterThan(50);
  expect(await serverOf(opened.db)).toBe("primary");
  expect(lines.at(-1)).toContain("reports are read from the primary");
  await servers.replica.query("select pg_wal_replay_resume()");
  await eventually(
    "a replica that caught up",
    () => upToDate(opened),
    (problem) => problem === null,
  );
  expect(await serverOf(opened.db)).toBe("replica");
});

test("the metrics say which server reports read, and nothing without a replica", async () => {
  const opened = await open(60_000);
  await eventually(
    "an up-to-date replica",
    () => upToDate(opened),
    (problem) => problem === null,
  );
  await serverOf(opened.db);
  const textOf = (each: ReportDatabase) => {
    const registry = new Registry();
    addReplicaMetrics(registry, each);
    return registry.metrics();
  };
  expect((await textOf(opened)).split("\n").filter((line) => line.startsWith("litfass"))).toEqual([
    "litfass_replica_used 1",
    expect.stringMatching(/^litfass_replica_lag_seconds [\d.]+$/),
    'litfass_report_statements_total{server="replica"} 1',
    'litfass_report_statements_total{server="primary"} 0',
  ]);
  const without = openReportDatabase({ primary, replicaUrl: null, maxLagMs: 1, log });
  expect(await textOf(without)).not.toMatch(/^litfass/m);
});

test("a server that is no replica of this primary is not read", async () => {
  const opened = await open(60_000, servers.primary.url);
  expect([await serverOf(opened.db), opened.replica()?.problem]).toEqual(["primary", "no_replica"]);
});

test("a replica that goes away costs no statement", async () => {
  const opened = await open(60_000);
  await eventually(
    "an up-to-date replica",
    () => upToDate(opened),
    (problem) => problem === null,
  );
  expect(await serverOf(opened.db)).toBe("replica");
  await servers.replica.kill();
  expect(await Promise.all(Array.from({ length: 8 }, () => serverOf(opened.db)))).toEqual(Array(8).fill("primary"));
  expect(opened.replica()?.problem).toBe("unreachable");
});
