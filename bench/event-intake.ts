import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { readBatch } from "@litfass/events/format/batch";
import { createShipper, eventRoutes, type Journal, openJournal } from "@litfass/events/index";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { migrateClickHouse } from "@litfass/platform/clickhouse/migrate";
import { systemClock } from "@litfass/platform/clock";
import { createLog } from "@litfass/platform/log/log";
import type { Platform } from "@litfass/platform/platform";
import { startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { connectPostgres } from "@litfass/platform/postgres/postgres";
import { systemRandom } from "@litfass/platform/random";
import fastify from "fastify";
import { barsExitCode, tellBar } from "./bars.ts";

/**
 * Events per second that a delivery process can journal, against one fsync per event; and their throughput into the
 * event store with rollups, without settlement, against a bare insert of the same blocks.
 */
const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-bench-"));
chmodSync(folder, 0o755);
const log = createLog({ level: "error", process: "bench" });
const random = systemRandom;
const journalSeconds = 3;
const shippedEvents = 600_000;
const shippingRounds = 3;

const kinds = ["impression", "viewable", "click", "bid"] as const;
const event = (number: number): NewAdEvent => ({
  kind: kinds[number % 4]!,
  at: new Date(Date.UTC(2026, 1, 20) + number * 10).toISOString(),
  exchange: "sandbox",
  auction_id: `auction-${number}`,
  imp_id: "1",
  campaign_id: 1 + (number % 50),
  owner_uid: `owner-${number % 10}`,
  creative_uuid: "8d2b7c1e-5a0f-4a57-9d55-2f6f2f1f0a01",
  format: "300x250",
  site: `site-${number % 200}.example`,
  site_kind: "site",
  country: "CH",
  region: "CH-ZH",
  city: "Zürich",
  device: "smartphone",
  browser: "chrome",
  language: "de",
  charge_micros: number % 4 === 0 ? 25_000 : 0,
  currency: "CHF",
  lease_id: `lease-${number % 50}`,
  invalid: "",
});

const perSecond = (count: number, ms: number): number => Math.round((count / ms) * 1_000);
const shown = (count: number): string => count.toLocaleString("de-CH");

async function appendRate(journal: Journal, atOnce: number): Promise<number> {
  const start = performance.now();
  const end = start + journalSeconds * 1_000;
  let appended = 0;
  const appendOn = async () => {
    while (performance.now() < end) await journal.append(event(appended++));
  };
  await Promise.all(Array.from({ length: atOnce }, appendOn));
  return perSecond(appended, performance.now() - start);
}

async function journalBench(): Promise<void> {
  const journal = await openJournal(path.join(folder, "appended"), { process: "bench", random, log });
  const alone = await appendRate(journal, 1);
  console.log(`journal, one event per fsync (baseline): ${shown(alone)} events/s`);
  for (const atOnce of [100, 1_000]) {
    const rate = await appendRate(journal, atOnce);
    console.log(`journal, ${atOnce} at once: ${shown(rate)} events/s, ${(rate / alone).toFixed(1)} x the baseline`);
  }
  await journal.close();
}

async function shippingBench(): Promise<void> {
  const password = random.bytes(24).toString("base64url");
  const postgres = await startEmbeddedPostgres({ folder: path.join(folder, "postgres"), password, say: console.log });
  await migratePostgres(postgres.url, createLog({ level: "error", process: "bench" }));
  const { db, close } = connectPostgres(postgres.url, { log });
  const clickhouse = await connectClickHouse({ url: null, folder: path.join(folder, "clickhouse") });
  await migrateClickHouse(clickhouse, log);
  const secret = random.bytes(32).toString("hex");
  const app = fastify();
  const platform = { db, clickhouse, log, clock: systemClock, config: { secrets: { internal: [secret] } } };
  eventRoutes(app, platform as unknown as Platform, async () => {});
  const apiUrl = await app.listen({ port: 0, host: "127.0.0.1" });

  const journal = await openJournal(path.join(folder, "shipped"), { process: "bench", random, log });
  const shipper = createShipper({ journal, apiUrl, secret, random, log });
  const shape = await clickhouse.query({ query: "show create table ad_events", format: "JSONEachRow" });
  const [definition] = await shape.json<{ statement: string }>();
  const bareTable = definition!.statement.replace("ad_events", "bare_events").replace(/SETTINGS[\s\S]*/, "");
  await clickhouse.command({ query: bareTable });
  let [bareRate, wholeRate, batches] = [0, 0, 0];
  for (let round = 0; round < shippingRounds; round++) {
    const blocks = await journalled(journal, round * shippedEvents);
    const bare = await timed(async () => {
      for (const block of blocks) await clickhouse.insertNative("insert into bare_events", block);
    });
    const whole = await timed(() => shipper.ship());
    bareRate = Math.max(bareRate, perSecond(shippedEvents, bare));
    wholeRate = Math.max(wholeRate, perSecond(shippedEvents, whole));
    batches = blocks.length;
  }
  console.log(`bare insert of ${batches} batches (baseline): ${shown(bareRate)} events/s`);
  console.log(
    `shipped, signed, checked, stored once, eleven rollups: ${shown(wholeRate)} events/s, ${(wholeRate / bareRate).toFixed(2)} x the baseline`,
  );
  tellBar("events shipped a second", wholeRate, { least: 250_000 });
  await journal.close();
  await app.close();
  await clickhouse.close();
  await close();
  await postgres.stop();
}

/** Journals events for shipping; returns the blocks in which they will be stored. */
async function journalled(journal: Journal, from: number): Promise<Buffer[]> {
  for (let first = from; first < from + shippedEvents; first += 10_000) {
    await Promise.all(Array.from({ length: 10_000 }, (_, index) => journal.append(event(first + index))));
  }
  await journal.seal();
  const blocks = [];
  for (const { firstSequence, events } of journal.sealedSegments()) {
    const bytes = await journal.readSegment({ firstSequence, events });
    blocks.push(readBatch({ process: journal.process, firstSequence, events }, bytes).block);
  }
  return blocks;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

try {
  await journalBench();
  await shippingBench();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(barsExitCode());
