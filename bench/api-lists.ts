import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { createLog } from "@litfass/platform/log/log";
import { startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { barsExitCode, tellBar } from "./bars.ts";
import { type ApiProcess, startApi } from "./large/api-process.ts";
import { type BenchCall, callers, calls } from "./large/calls.ts";
import { generateEvents } from "./large/events.ts";
import { largeSize, openSeededSessions, seedLargeInstallation, sessionOf } from "./large/seed-sql.ts";
import { serveBareGet } from "./load/bare-server.ts";
import { drive } from "./load/drive.ts";

/**
 * Every list and dashboard call of a large installation, with 20 clients that each send their next request when the
 * last one is answered; then requests per second of CPU time of two calls against a bare node:http.
 * BENCH_DATABASE_URL and BENCH_DATA reuse what an earlier run filled; BENCH_CALLS limits the calls by name.
 */
const clients = 20;
const roundMs = Number(process.env.BENCH_ROUND_MS ?? 2_500);
const events = Number(process.env.BENCH_EVENTS ?? 5_000_000);
const only = process.env.BENCH_CALLS;
const now = new Date();
const log = createLog({ level: "error", process: "bench" });

const requestsOf = ({ who, path: target }: Pick<BenchCall, "who" | "path">): Buffer[] =>
  callers[who].map((uid) =>
    Buffer.from(
      `GET /api/v1${target} HTTP/1.1\r\nhost: localhost\r\naccept: application/json\r\n` +
        `cookie: litfass_session=${sessionOf(uid)}\r\n\r\n`,
    ),
  );

/** @throws if the call is not answered with 200, because errors are cheap. */
async function checkAnswer(port: number, call: BenchCall): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${call.path}`, {
    headers: { cookie: `litfass_session=${sessionOf(callers[call.who][0] ?? "")}` },
  });
  if (!answer.ok) throw new Error(`${call.name}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
}

async function measure(api: ApiProcess, call: BenchCall): Promise<void> {
  await checkAnswer(api.port, call);
  const requests = requestsOf(call);
  const before = api.cpuMicros();
  const round = await drive({ port: api.port, requests, connections: clients, durationMs: roundMs, settleMs: 300 });
  const cpuMs = (api.cpuMicros() - before) / 1_000 / round.requests;
  const at = (share: number): number => round.waitsMs[Math.floor((round.waitsMs.length - 1) * share)] ?? 0;
  console.log(`${call.name}: p50 ${at(0.5).toFixed(0)} ms, API ${cpuMs.toFixed(2)} ms of CPU`);
  tellBar(`${call.name}, p95`, at(0.95), { most: 100 }, " ms");
}

/** Requests per second of CPU time of the API, and of a bare server's in this process, which also holds the client. */
async function perCore(api: ApiProcess, call: BenchCall): Promise<number> {
  const requests = requestsOf(call);
  const load = { port: api.port, requests, connections: clients };
  await drive({ ...load, durationMs: roundMs });
  const before = api.cpuMicros();
  const round = await drive({ ...load, durationMs: 2 * roundMs });
  return round.requests / ((api.cpuMicros() - before) / 1e6);
}

async function compareWithBare(api: ApiProcess): Promise<void> {
  const bare = await serveBareGet();
  const before = process.cpuUsage();
  const request = requestsOf({ who: "customer", path: "/users/me" });
  const round = await drive({ port: bare, requests: request, connections: clients, durationMs: roundMs });
  const { user, system } = process.cpuUsage(before);
  const bareSeconds = round.requests / ((user + system) / 1e6);
  console.log(`bare node:http with its client: ${bareSeconds.toFixed(0)} requests per CPU second`);
  const own = await perCore(api, { name: "users/me", who: "customer", path: "/users/me" });
  tellBar("users/me, requests per CPU second", own, { least: 3_000 });
  const list = await perCore(api, { name: "own campaigns", who: "customer", path: "/user-campaigns" });
  console.log(`users/me ÷ bare: ${(own / bareSeconds).toFixed(3)}`);
  console.log(`own campaigns: ${list.toFixed(0)} per CPU second, ÷ bare: ${(list / bareSeconds).toFixed(3)}`);
}

const folder = process.env.BENCH_DATA ?? mkdtempSync(path.join(os.tmpdir(), "litfass-bench-"));
chmodSync(folder, 0o755);
const given = process.env.BENCH_DATABASE_URL;
const postgres = given
  ? null
  : await startEmbeddedPostgres({
      folder: path.join(folder, "postgres"),
      password: "bench-password",
      say: console.log,
      settings: ["fsync=off"],
    });
const databaseUrl = given ?? postgres?.url ?? "";
try {
  const started = performance.now();
  if (!given) {
    await migratePostgres(databaseUrl, log);
    await seedLargeInstallation(databaseUrl, largeSize, now);
    const clickhouse = await connectClickHouse({ url: null, folder: path.join(folder, "clickhouse") });
    await generateEvents(clickhouse, { events, now, log });
    await clickhouse.close();
  }
  await openSeededSessions(databaseUrl, Object.values(callers).flat());
  console.log(`filled in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  const api = await startApi({ DATA_DIR: folder, DATABASE_URL: databaseUrl });
  try {
    for (const call of calls) if (!only || call.name.includes(only)) await measure(api, call);
    await compareWithBare(api);
  } finally {
    await api.stop();
  }
} finally {
  await postgres?.stop();
  if (!process.env.BENCH_DATA) rmSync(folder, { recursive: true, force: true });
}
process.exit(barsExitCode());
