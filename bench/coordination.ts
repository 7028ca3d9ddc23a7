import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createEngine } from "@litfass/adserver/auction/engine";
import { rootDomain } from "@litfass/adserver/sync/root-domain";
import { createSnapshotCopy } from "@litfass/adserver/sync/snapshot-copy";
import { followSnapshots } from "@litfass/adserver/sync/snapshot-feed";
import { testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import { systemClock } from "@litfass/platform/clock";
import { createLog } from "@litfass/platform/log/log";
import { startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { connectPostgres } from "@litfass/platform/postgres/postgres";
import { systemRandom } from "@litfass/platform/random";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { publishCampaign } from "../server/src/modules/spend/publish-budget-sql.ts";
import { barsExitCode, tellBar } from "./bars.ts";
import { measureBookedSpend } from "./coordination/booked-spend.ts";
import { measureCampaignMemory } from "./coordination/campaign-memory.ts";
import {
  type Counters,
  clearDelivery,
  readCounters,
  seedCampaigns,
  snapshotBytes,
  tableBytes,
} from "./coordination/coordination-sql.ts";
import {
  adjustForAMinute,
  countForAMinute,
  eachMember,
  type Fleet,
  leaseMinutes,
  newFleet,
  renewLeases,
} from "./coordination/fleet.ts";
import { measureSettlement } from "./coordination/settlement.ts";

/**
 * What many ad servers cost the database: the real code of `adserver/src/sync`, many instances in one process, against a
 * real PostgreSQL. Each figure is compared with one ad server of the same run.
 */
const processes = Number(process.env.BENCH_PROCESSES ?? 100);
const campaigns = Number(process.env.BENCH_CAMPAIGNS ?? 100_000);
/** Leases, adjustments and funnels cost the same per campaign, so a part of them is enough. */
const sample = Math.min(campaigns, Number(process.env.BENCH_SAMPLE ?? 1_000));
const impressionsPerDay = 10_000;
const adjustmentsPerMinute = 150;
const now = new Date("2026-03-02T09:00:00.000Z");
const snapshot = testSnapshot({ budgetMicros: String(25_000 * impressionsPerDay * 30) });
const log = createLog({ level: "silent", process: "bench" });

const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-coordination-"));
chmodSync(folder, 0o755);
const postgres = await startEmbeddedPostgres({
  folder: path.join(folder, "postgres"),
  password: "bench",
  say: () => {},
  settings: ["max_connections=400", "max_wal_size=8GB", "autovacuum=off"],
});
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
await migratePostgres(postgres.url, log);

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
};

try {
  memory();
  await notifications();
  await starts();
  for (const step of [leases, adjustments, funnels, books, settlement]) await step();
} finally {
  await client.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(barsExitCode());

/** What each running campaign takes in each ad server. */
function memory(): void {
  const count = Math.min(campaigns, 20_000);
  const bytes = measureCampaignMemory(count);
  tellBar(`memory of an ad server per running campaign, of ${count}`, bytes / 1024, { most: 12 }, " KB");
}

/** One changed campaign among all, and how long until every ad server has it. */
async function notifications(): Promise<void> {
  const own = connectPostgres(postgres.url, { log, maxConnections: 1 });
  let statements = 0;
  const logger = {
    logQuery() {
      statements += 1;
    },
  };
  const follow = async () => {
    const { pool, close } = connectPostgres(postgres.url, { log, maxConnections: 1 });
    const engine = createEngine({ clock: systemClock, random: systemRandom, rootDomain });
    const db = drizzle({ client: pool, logger });
    const feed = await followSnapshots({
      db,
      url: postgres.url,
      engine,
      log,
      onLoad: async () => {},
      onWatch: () => {},
    });
    return { engine, close: () => feed.close().then(close) };
  };
  // They start empty: an index of every campaign for every instance would need hundreds of gigabytes.
  const followers = await Promise.all(Array.from({ length: processes }, follow));
  await seedCampaigns(client, campaigns, snapshot);
  const change = async (ids: number[], watched: typeof followers): Promise<{ ms: number; statements: number }> => {
    const before = statements;
    const ms = await timed(async () => {
      for (const campaignId of ids) {
        const changed = { ...snapshot, campaignId, version: 2 };
        await own.db.transaction((tx) => publishCampaign(tx, changed, now));
      }
      const last = ids.at(-1) ?? 0;
      while (!watched.every(({ engine }) => engine.index.ordinals.has(last))) await wait(2);
    });
    return { ms, statements: statements - before };
  };
  const all = await change([1], followers);
  const burst = await change(
    Array.from({ length: 200 }, (_, at) => at + 2),
    followers,
  );
  await Promise.all(followers.slice(1).map((each) => each.close()));
  const [only] = followers as [(typeof followers)[number]];
  const one = await change([300], [only]);
  await only.close();
  await own.close();
  console.log(
    `a change among ${campaigns} campaigns: ${one.ms.toFixed(0)} ms and ${one.statements} statements with 1 ad server`,
  );
  console.log(`  with ${processes}: ${all.ms.toFixed(0)} ms and ${all.statements} statements`);
  console.log(`  200 changes one after another: ${burst.ms.toFixed(0)} ms and ${burst.statements} statements`);
  tellBar("a change reaches all ad servers ÷ one", all.ms / one.ms, { most: 10 });
}

/** The full read at the start of an ad server. */
async function starts(): Promise<void> {
  const { db, close } = connectPostgres(postgres.url, { log, maxConnections: 4 });
  const read = async () => {
    const copy = createSnapshotCopy({ db, onUnreadable: () => {}, yieldTurn: async () => {} });
    await copy.update();
    return copy.list().length;
  };
  const oneMs = await timed(read);
  const fourMs = await timed(() => Promise.all([read(), read(), read(), read()]));
  const bytes = await snapshotBytes(client);
  await close();
  console.log(
    `the start of an ad server reads ${megabytes(bytes)} in ${(oneMs / 1000).toFixed(1)} s, four at once ${(fourMs / 1000).toFixed(1)} s`,
  );
  console.log(`  ${processes} that start together read ${megabytes(bytes * processes)}`);
}

type Step = { tables: string[]; minutes: number; run: (fleet: Fleet) => Promise<void> };

/** Each ad server leases for itself, so what one costs must not grow with their number. */
async function leases(): Promise<void> {
  const run = (fleet: Fleet) => renewLeases(fleet, impressionsPerDay);
  const { log: bytes, ms } = await compare("leases", {
    tables: ["leases", "campaign_budgets"],
    minutes: leaseMinutes,
    run,
  });
  tellBar("leases: log per ad server, all ÷ one", bytes / processes, { most: 1.2 });
  tellBar("leases: time per ad server, all ÷ one", ms / processes, { most: 2 });
}

/** All ad servers add to the same rows, which must not multiply with their number, nor must what is written to them. */
async function adjustments(): Promise<void> {
  const run = (fleet: Fleet) => adjustForAMinute(fleet, sample, adjustmentsPerMinute);
  const { log: bytes, inserted } = await compare("adjustments", {
    tables: ["adjustment_minutes_other"],
    minutes: 1,
    run,
  });
  tellBar("adjustments: rows, all ÷ one", inserted, { most: 1.1 });
  tellBar("adjustments: log, all ÷ one", bytes, { most: 15 });
}
async function funnels(): Promise<void> {
  const run = (fleet: Fleet) => countForAMinute(fleet, sample);
  const { log: bytes, inserted } = await compare("funnels", { tables: ["campaign_funnel"], minutes: 1, run });
  tellBar("funnels: rows, all ÷ one", inserted, { most: 1.1 });
  tellBar("funnels: log, all ÷ one", bytes, { most: 15 });
}

/** The books grow by campaigns and hours, not by batches of events. */
async function books(): Promise<void> {
  const [before, after] = await measureBookedSpend(client, postgres.url, now);
  for (const [name, { rows, bytes, log }] of Object.entries({ "batch of events": before, hour: after })) {
    const kilobytes = Math.round(bytes / 1024).toLocaleString("en");
    console.log(
      `books by campaign and ${name}, per campaign and day: ${Math.round(rows)} rows, ${kilobytes} KB, ${megabytes(log)} of log`,
    );
  }
  tellBar("books: rows, by batch ÷ by hour", before.rows / after.rows, { least: 100 });
  tellBar("books: bytes, by batch ÷ by hour", before.bytes / after.bytes, { least: 100 });
  tellBar("books: log, by hour ÷ by batch", after.log / before.log, { most: 0.6 });
}

/** What a batch of events costs must follow its own campaigns, not those of the installation. */
async function settlement(): Promise<void> {
  await clearDelivery(client);
  const sizes = [10, 100, 1_000].filter((size) => size <= campaigns);
  const perCampaign = await measureSettlement(client, postgres.url, { campaigns, sizes });
  for (const [at, size] of sizes.entries()) {
    const ms = perCampaign[at] ?? 0;
    console.log(
      `settling a batch of ${size} campaigns among ${campaigns}: ${(ms * size).toFixed(0)} ms, ${ms.toFixed(2)} ms each`,
    );
  }
  tellBar("settlement: ms per campaign of the largest batch", perCampaign.at(-1) ?? 0, { most: 3 });
}

/** A step with one ad server, a tenth of all and all, by minute. @returns all ÷ one */
async function compare(
  name: string,
  { tables, minutes, run }: Step,
): Promise<{ log: number; inserted: number; ms: number }> {
  const snapshots = Array.from({ length: sample }, (_, at) => ({ ...snapshot, campaignId: at + 1 }));
  const sizes = [...new Set([1, Math.ceil(processes / 10), processes])];
  const found: { size: number; ms: number; spent: Counters; startBytes: number; bytes: number }[] = [];
  for (const size of sizes) {
    await clearDelivery(client);
    const before = await readCounters(client, tables);
    const fleet = newFleet(postgres.url, size, snapshots, { now, log });
    await eachMember(fleet.members, ({ keeper }) => keeper.renew());
    const started = await readCounters(client, []);
    const ms = await timed(() => run(fleet));
    await fleet.close();
    const spent = difference(await readCounters(client, tables), before);
    // The start is told apart where that is possible: connections report rows at their end.
    const startBytes = started.walBytes - before.walBytes;
    spent.walBytes -= startBytes;
    found.push({ size, ms, spent, startBytes, bytes: await tableBytes(client, tables[0] ?? "") });
  }
  for (const { size, ms, spent, startBytes, bytes } of found) {
    const perMinute = (value: number): string => Math.round(value / minutes).toLocaleString("en");
    console.log(
      `${name} of ${sample} campaigns, ${size} ad servers, per minute: ${perMinute(spent.inserted)} rows inserted, ` +
        `${perMinute(spent.updated)} updated, ${megabytes(spent.walBytes / minutes)} of log, ${perMinute(ms)} ms; ` +
        `${megabytes(bytes)} in the table; ${megabytes(startBytes)} of log for the first leases`,
    );
  }
  const [first, last] = [found[0]!, found.at(-1)!];
  return {
    log: last.spent.walBytes / first.spent.walBytes,
    inserted: last.spent.inserted / first.spent.inserted,
    ms: last.ms / first.ms,
  };
}

function difference(after: Counters, before: Counters): Counters {
  return {
    walBytes: after.walBytes - before.walBytes,
    inserted: after.inserted - before.inserted,
    updated: after.updated - before.updated,
  };
}
