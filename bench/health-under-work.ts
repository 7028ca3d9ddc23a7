import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { createLog } from "@litfass/platform/log/log";
import { startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { barsExitCode, tellBar } from "./bars.ts";
import { startApi } from "./large/api-process.ts";
import { callers, type Who } from "./large/calls.ts";
import { generateEvents } from "./large/events.ts";
import { openSeededSessions, seedLargeInstallation, sessionOf } from "./large/seed-sql.ts";

/**
 * The waits of /health while the API makes documents and spreadsheets, two at a time,
 * against the waits at rest in the same run. A wait far above the one at rest means that work runs on the event loop.
 */
const workers = 2;
const askEveryMs = 10;
const roundMs = Number(process.env.BENCH_ROUND_MS ?? 8_000);
const now = new Date();
const log = createLog({ level: "error", process: "bench" });
const size = { users: 10_000, campaigns: 10_000, invoices: 20_000, entries: 40_000 };

type Work = { name: string; who: Who; path: string };

const works: Work[] = [
  { name: "report as PDF", who: "largest", path: "/statistics/report.pdf" },
  { name: "statement as PDF", who: "largest", path: `/billing/statement/months/${now.toISOString().slice(0, 7)}` },
  { name: "users as spreadsheet", who: "staff", path: "/admin/users/excel" },
  { name: "invoices as spreadsheet", who: "accountant", path: "/billing/admin/invoices/excel" },
  { name: "statistics as spreadsheet", who: "staff", path: "/excel?group_by=url" },
];

async function doWork(port: number, { name, who, path: target }: Work): Promise<void> {
  const headers = { cookie: `litfass_session=${sessionOf(callers[who][0] ?? "")}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${target}`, { headers });
  const bytes = await answer.arrayBuffer();
  // A full queue answers 429, which is what protects the event loop.
  if (answer.status !== 200 && answer.status !== 429)
    throw new Error(`${name}: ${answer.status} ${Buffer.from(bytes).toString().slice(0, 300)}`);
}

const agent = new http.Agent({ keepAlive: true });

const askHealth = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    http
      .get({ port, host: "127.0.0.1", path: "/health", agent }, (response) => {
        response.resume().once("end", () => resolve(performance.now() - began));
      })
      .once("error", reject);
  });

/** The waits of /health during `roundMs`, asked at fixed times, in order of their length. */
async function healthWaits(port: number): Promise<number[]> {
  const asked: Promise<number>[] = [];
  const endMs = performance.now() + roundMs;
  while (performance.now() < endMs) {
    asked.push(askHealth(port));
    await wait(askEveryMs);
  }
  return (await Promise.all(asked)).sort((a, b) => a - b);
}

const p99 = (waits: number[]): number => waits[Math.floor((waits.length - 1) * 0.99)] ?? 0;

async function measure(port: number, work: Work): Promise<void> {
  await doWork(port, work);
  const rest = p99(await healthWaits(port));
  let isOver = false;
  let done = 0;
  const repeat = async (): Promise<void> => {
    for (; !isOver; done += 1) await doWork(port, work);
  };
  const running = Array.from({ length: workers }, repeat);
  const waits = await healthWaits(port);
  isOver = true;
  await Promise.all(running);
  console.log(`${work.name}: ${done} done, /health p99 ${p99(waits).toFixed(1)} ms, at rest ${rest.toFixed(1)} ms`);
  tellBar(`${work.name}, p99 of /health`, p99(waits), { most: 50 }, " ms");
}

const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-bench-"));
chmodSync(folder, 0o755);
const postgres = await startEmbeddedPostgres({
  folder: path.join(folder, "postgres"),
  password: "bench-password",
  say: console.log,
  settings: ["fsync=off"],
});
try {
  await migratePostgres(postgres.url, log);
  await seedLargeInstallation(postgres.url, size, now);
  const clickhouse = await connectClickHouse({ url: null, folder: path.join(folder, "clickhouse") });
  await generateEvents(clickhouse, { events: 200_000, now, log });
  await clickhouse.close();
  await openSeededSessions(postgres.url, Object.values(callers).flat());
  const api = await startApi({ DATA_DIR: folder, DATABASE_URL: postgres.url });
  try {
    for (const work of works) await measure(api.port, work);
  } finally {
    await api.stop();
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(barsExitCode());
