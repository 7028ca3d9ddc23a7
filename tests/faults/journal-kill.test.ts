import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { AdEvent } from "@litfass/contract/events/ad-event";
import { createShipper, openJournal } from "@litfass/events/index";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { createLog } from "@litfass/platform/log/log";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { seededRandom, systemRandom } from "@litfass/platform/random";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultEvent } from "./fault-event.ts";

const seed = Number(process.env.FAULT_SEED ?? 20_261_121);
const random = seededRandom(seed);
const silent = { warn: () => {}, error: () => {} };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let folder: string;
let postgres: EmbeddedPostgres;
let database: pg.Client;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-faults-"));
  chmodSync(folder, 0o755);
  postgres = await startEmbeddedPostgres({
    folder: path.join(folder, "postgres"),
    password: systemRandom.bytes(24).toString("base64url"),
    say: (line) => console.log(line),
  });
  await migratePostgres(postgres.url, createLog({ level: "silent", process: "test" }));
  database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  await database.query(
    "create table fault_spend (key text, campaign_id bigint, amount_micros bigint, impressions int)",
  );
});
afterAll(async () => {
  await database?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(script: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const file = path.join(import.meta.dirname, script);
  return spawn(process.execPath, [file, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
}

test("a process killed at any moment loses no acknowledged event, duplicates none, and its numbers continue", async () => {
  const journalFolder = path.join(folder, "killed-journal");
  const acknowledged = new Map<number, string>();
  const kills = Number(process.env.FAULT_RUNS ?? 12);
  for (let kill = 0; kill < kills; kill++) {
    const child = start("append-until-killed.ts", [journalFolder]);
    let output = "";
    child.stdout!.on("data", (chunk: Buffer) => {
      output += chunk;
    });
    const closed = once(child, "close");
    await once(child.stdout!, "data");
    await pause(random.number() * 40);
    child.kill("SIGKILL");
    await closed;
    for (const line of output.slice(0, output.lastIndexOf("\n")).split("\n")) {
      const [sequence, auction] = line.split(" ");
      expect(acknowledged.has(Number(sequence))).toBe(false);
      acknowledged.set(Number(sequence), auction!);
    }
  }
  const journal = await openJournal(journalFolder, { process: "delivery-1", random: systemRandom, log: silent });
  const stored: AdEvent[] = [];
  for await (const event of journal.unshipped()) stored.push(event);
  await journal.close();
  expect(stored.map((event) => event.sequence)).toEqual(stored.map((_, index) => index));
  expect(new Set(stored.map((event) => event.auction_id)).size).toBe(stored.length);
  const lost = [...acknowledged].filter(([sequence, auction]) => stored[sequence]?.auction_id !== auction);
  expect(lost).toEqual([]);
  console.log(
    `${kills} kills (seed ${seed}): ${acknowledged.size} events acknowledged, ${stored.length} stored, 0 lost`,
  );
}, 1_800_000);

async function startIntake(env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const child = start("intake-until-killed.ts", [], env);
  const [line] = (await once(child.stdout!, "data")) as [Buffer];
  const port = /port: (\d+)/.exec(line.toString())?.[1];
  return { child, url: `http://127.0.0.1:${port}` };
}

test("an intake killed at any moment stores and settles each acknowledged event exactly once", async () => {
  const secret = systemRandom.bytes(32).toString("hex");
  const storeFolder = path.join(folder, "clickhouse");
  const env = { FOLDER: storeFolder, DATABASE_URL: postgres.url, SECRET: secret };
  const options = { process: "delivery-1", random: systemRandom, log: silent, limits: { segmentEvents: 400 } };
  const journal = await openJournal(path.join(folder, "shipped-journal"), options);
  let appended = 0;
  const append = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => {
        appended += 1;
        return journal.append(faultEvent(appended, `auction-${appended}`));
      }),
    );

  const rounds = 9;
  let interrupted = 0;
  for (let round = 0; round < rounds; round++) {
    await append(1_500);
    const dies: Record<string, string> = round % 3 === 0 ? { DIE_WHILE_SETTLING: "1" } : {};
    const last = round === rounds - 1;
    const { child, url } = await startIntake({ ...env, ...(last ? {} : dies) });
    const closed = once(child, "close");
    const shipper = createShipper({ journal, apiUrl: url, secret, random: systemRandom, log: silent });
    const shipped = shipper.ship().catch(() => {
      interrupted += 1;
    });
    if (last) {
      await shipped;
      while (journal.sealedSegments().length > 0 || (await journal.seal())) await shipper.ship();
    } else if (!dies.DIE_WHILE_SETTLING) {
      await pause(random.number() * 200);
    } else {
      await shipped;
    }
    child.kill("SIGKILL");
    await closed;
    await shipped;
  }
  await journal.close();

  const clickhouse = await connectClickHouse({ url: null, folder: storeFolder });
  const ask = async (query: string) =>
    (await (await clickhouse.query({ query, format: "JSONEachRow" })).json<Record<string, string>>())[0]!;
  const events = await ask(`select count() as stored, uniqExact(sequence) as numbers, uniqExact(auction_id) as auctions,
    countIf(kind = 'impression') as impressions, countIf(kind = 'click') as clicks, sum(charge_micros) as micros
    from ad_events`);
  expect([events.stored, events.numbers, events.auctions].map(Number)).toEqual([appended, appended, appended]);
  for (const rollup of [
    "campaign_hours",
    "site_spans",
    "place_spans",
    "device_spans",
    "creative_spans",
    "house_hours",
    "house_site_spans",
  ]) {
    const sums = await ask(`select sum(impressions) as impressions, sum(clicks) as clicks,
      sum(charge_micros) as micros from ${rollup}`);
    const { impressions, clicks, micros } = events;
    expect([rollup, sums]).toEqual([rollup, { impressions, clicks, micros }]);
  }
  await clickhouse.close();
  const { rows } = await database.query(
    "select sum(amount_micros) as micros, sum(impressions) as impressions from fault_spend",
  );
  expect(rows[0]).toEqual({ micros: events.micros, impressions: events.impressions });
  expect(interrupted).toBeGreaterThan(0);
  console.log(
    `${rounds - 1} kills (seed ${seed}), ${interrupted} shipments broken off: ${appended} events, each stored and settled once`,
  );
});
