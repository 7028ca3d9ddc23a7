import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { type BatchCounts, batchContentType, batchToken, signBatch } from "../format/batch.ts";
import { EventEncoder } from "../format/event-encoder.ts";
import { type Journal, openJournal, type SettleSpend } from "../index.ts";
import { createShipper } from "../shipping/shipper.ts";
import { sampleEvent } from "../testing/sample-event.ts";
import { chargesByCampaign, hasUnsettledBatches, unsettledMicros } from "./charge-sql.ts";
import { batchState, deduplicationWindow } from "./event-sql.ts";
import { importEvents } from "./import-events.ts";
import { pauseIntake, resumeIntake } from "./intake-pause-sql.ts";
import { removeSettledBatches } from "./remove-settled-batches.ts";

let stack: Stack;
let folder: string;
let journal: Journal;
let failure: Error | null;
const reports: string[] = [];
const log = {
  warn: (_details: object, message: string) => void reports.push(message),
  error: (_details: object, message: string) => void reports.push(message),
};

const counted: BatchCounts[] = [];

/** Books into a test table instead of delivery and billing. */
const settle: SettleSpend = async (tx, { key, spend, counts = [] }) => {
  counted.push(...counts);
  for (const { campaignId, amountMicros, impressions } of spend) {
    await tx.execute(sql`insert into test_spend (key, campaign_id, amount_micros, impressions)
      values (${key}, ${campaignId}, ${amountMicros.toString()}, ${impressions})`);
  }
  if (failure) throw failure;
};

beforeAll(async () => {
  stack = await startStack({ modules: { settle } });
  await stack.platform.db.transaction(async (tx) => {
    await tx.execute(sql`set local role none`);
    await tx.execute(
      sql`create table test_spend (key text, campaign_id bigint, amount_micros bigint, impressions int)`,
    );
    await tx.execute(sql`grant all on test_spend to litfass_app`);
  });
});
afterAll(async () => stack?.close());

beforeEach(async () => {
  failure = null;
  folder = await mkdtemp(join(tmpdir(), "journal-"));
  journal = await openJournal(folder, { process: "delivery-1", random: stack.platform.random, log });
});
afterEach(async () => {
  await journal.close();
  await rm(folder, { recursive: true, force: true });
});

const event = (change: Partial<NewAdEvent> = {}): NewAdEvent => sampleEvent({ site: "zürich;.example", ...change });

/** Sends to the app without a network; drops the first `lose` responses. */
const shipper = (lose = 0) => {
  let lost = 0;
  return createShipper({
    journal,
    apiUrl: "http://api.example",
    secret: stack.platform.config.secrets.internal[0],
    random: stack.platform.random,
    log,
    fetch: async (url, init) => {
      const response = await stack.app.inject({
        method: "POST",
        url: new URL(String(url)).pathname,
        headers: init?.headers as Record<string, string>,
        payload: Buffer.from(init?.body as Uint8Array),
      });
      if (lost++ < lose) throw new TypeError("fetch failed");
      return new Response(response.body, { status: response.statusCode });
    },
  });
};

async function stored() {
  const ask = async (query: string) => {
    const params = { query, query_params: { process: journal.process }, format: "JSONEachRow" } as const;
    return (await (await stack.platform.clickhouse.query(params)).json<{ n: string }>())[0]?.n;
  };
  const { rows } = await stack.platform.db.execute<{ micros: string; impressions: string }>(sql`
    select coalesce(sum(amount_micros), 0) as micros, coalesce(sum(impressions), 0) as impressions
    from test_spend where key like ${`${journal.process}:%`}`);
  return {
    events: Number(await ask("select count() as n from ad_events where process = {process:String}")),
    micros: Number(rows[0]?.micros),
    impressions: Number(rows[0]?.impressions),
  };
}

const rollupSums = async () => {
  const tables = [
    "campaign_hours",
    "site_spans",
    "place_spans",
    "device_spans",
    "creative_spans",
    "house_hours",
    "house_site_spans",
  ];
  const query = tables
    .map((table) => `select '${table}' as t, sum(impressions) as n from ${table}`)
    .join(" union all ");
  const rows = await (await stack.platform.clickhouse.query({ query, format: "JSONEachRow" })).json<{ n: string }>();
  return rows.map((row) => Number(row.n));
};

test("journaled events are stored, their charges settled and the segment deleted", async () => {
  await Promise.all([
    ...Array.from({ length: 10 }, () => journal.append(event())),
    journal.append(event({ kind: "click", charge_micros: 0 })),
    journal.append(event({ kind: "click", charge_micros: 0, invalid: "double_click" })),
    journal.append(event({ campaign_id: 8, lease_id: "lease-2" })),
  ]);
  expect(await shipper().ship()).toBe(1);
  expect(await stored()).toEqual({ events: 13, micros: 275_000, impressions: 11 });
  expect(counted).toEqual([
    { campaignId: 7, impressions: 10, clicks: 1, chargeMicros: 250_000n },
    { campaignId: 8, impressions: 1, clicks: 0, chargeMicros: 25_000n },
  ]);
  expect(journal.sealedSegments()).toEqual([]);
  expect(await shipper().ship()).toBe(0);
});

test("A lost response changes nothing: the repeated batch is recognized", async () => {
  const before = await rollupSums();
  await Promise.all(Array.from({ length: 5 }, () => journal.append(event())));
  const lossy = shipper(1);
  await expect(lossy.ship()).rejects.toThrow("does not answer");
  expect(journal.sealedSegments()).toHaveLength(1);
  await lossy.ship();
  expect(await stored()).toEqual({ events: 5, micros: 125_000, impressions: 5 });
  expect(await rollupSums()).toEqual(before.map((sum) => sum + 5));
});

test("While a backup pauses the intake, batches are stored nowhere and sent again", async () => {
  await Promise.all(Array.from({ length: 3 }, () => journal.append(event())));
  const backup = new pg.Client({ connectionString: stack.databaseUrl });
  await backup.connect();
  try {
    await pauseIntake(backup);
    await expect(shipper().ship()).rejects.toThrow("503");
    expect(await stored()).toEqual({ events: 0, micros: 0, impressions: 0 });
    await resumeIntake(backup);
  } finally {
    await backup.end();
  }
  await shipper().ship();
  expect(await stored()).toEqual({ events: 3, micros: 75_000, impressions: 3 });
});

test("A failed settlement leaves nothing; the next attempt stores nothing twice", async () => {
  const before = await rollupSums();
  await Promise.all(Array.from({ length: 5 }, () => journal.append(event())));
  failure = new Error("the ledger is away");
  await expect(shipper().ship()).rejects.toThrow("503");
  expect(await stored()).toEqual({ events: 5, micros: 0, impressions: 0 });
  await expect(shipper().ship()).rejects.toThrow("503");
  failure = null;
  await shipper().ship();
  expect(await stored()).toEqual({ events: 5, micros: 125_000, impressions: 5 });
  expect(await rollupSums()).toEqual(before.map((sum) => sum + 5));
});

test("A batch repeated beyond the deduplication window is not stored twice", async () => {
  const { db, clock } = stack.platform;
  await Promise.all(Array.from({ length: 4 }, () => journal.append(event())));
  failure = new Error("the ledger is away");
  await expect(shipper().ship()).rejects.toThrow();
  await db.execute(sql`insert into event_batches (process, first_sequence, events, charge_micros, received_at)
    select 'other', n, 1, 0, ${clock.now().toISOString()} from generate_series(1, ${deduplicationWindow}) as n`);
  // Clears the store's deduplication window, like that many batches would.
  await stack.platform.clickhouse.command({
    query: "alter table ad_events modify setting non_replicated_deduplication_window = 0",
  });
  failure = null;
  await shipper().ship();
  await stack.platform.clickhouse.command({
    query: `alter table ad_events modify setting non_replicated_deduplication_window = ${deduplicationWindow}`,
  });
  await db.execute(sql`delete from event_batches where process = 'other'`);
  expect(await stored()).toEqual({ events: 4, micros: 100_000, impressions: 4 });
});

test("During an outage of the event store the journal continues, and everything arrives once afterwards", async () => {
  const before = await rollupSums();
  const { clickhouse } = stack.platform;
  const gone = (["insert", "exec", "command", "insertNative"] as const).map((name) => vi.spyOn(clickhouse, name));
  for (const method of gone) method.mockRejectedValue(new Error("connect ECONNREFUSED"));
  const minutes = 10;
  try {
    for (let minute = 0; minute < minutes; minute++) {
      // Journaled events are accepted, whether or not they can be shipped.
      const numbers = await Promise.all(Array.from({ length: 50 }, () => journal.append(event())));
      expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => minute * 50 + i));
      await expect(shipper().ship()).rejects.toThrow();
      expect(await stored()).toEqual({ events: 0, micros: 0, impressions: 0 });
    }
  } finally {
    for (const method of gone) method.mockRestore();
  }
  while (journal.sealedSegments().length > 0 || (await journal.seal())) await shipper().ship();
  const events = minutes * 50;
  expect(await stored()).toEqual({ events, micros: events * 25_000, impressions: events });
  expect(await rollupSums()).toEqual(before.map((sum) => sum + events));
  console.log(
    `event store gone for ${minutes} rounds: ${events} events accepted, none stored meanwhile, ${events} once afterwards`,
  );
});

test("sums the charges of unsettled batches, and of stored events by campaign", async () => {
  const { db, clickhouse } = stack.platform;
  const before = {
    unsettled: await unsettledMicros(db),
    charges: (await chargesByCampaign(clickhouse)).get(4_242) ?? 0n,
  };
  await db.execute(sql`
    insert into event_batches (process, first_sequence, events, charge_micros, received_at, applied_at) values
      ('sums', 1, 1, 25000, now(), null), ('sums', 2, 2, 50000, now(), null), ('sums', 3, 1, 25000, now(), now())`);
  expect((await unsettledMicros(db)) - before.unsettled).toBe(75_000n);
  await db.execute(sql`delete from event_batches where process = 'sums'`);
  await importEvents(
    clickhouse,
    "charge-sums",
    [1, 2, 3].map(() => event({ campaign_id: 4_242 })),
  );
  await importEvents(clickhouse, "charge-sums-free", [event({ campaign_id: 4_242, charge_micros: 0 })]);
  expect(((await chargesByCampaign(clickhouse)).get(4_242) ?? 0n) - before.charges).toBe(75_000n);
});

test("Concurrent attempts settle once", async () => {
  await Promise.all(Array.from({ length: 3 }, () => journal.append(event())));
  await journal.seal();
  await Promise.allSettled([shipper().ship(), shipper().ship()]);
  expect(await stored()).toEqual({ events: 3, micros: 75_000, impressions: 3 });
});

const post = (token: string, bytes: Buffer, signature: string) =>
  stack.app.inject({
    method: "POST",
    url: "/internal/events",
    headers: { "content-type": batchContentType, "x-litfass-batch": token, "x-litfass-signature": signature },
    payload: bytes,
  });

const bytesOf = (...events: NewAdEvent[]): Buffer => {
  const encoder = new EventEncoder();
  for (const each of events) encoder.add(each);
  return encoder.take();
};

test("An unsigned batch is rejected", async () => {
  const bytes = bytesOf(event());
  const token = batchToken({ process: "p", firstSequence: 0, events: 1 });
  const [internal] = stack.platform.config.secrets.internal;
  expect((await post(token, bytes, signBatch("another secret", token, bytes))).statusCode).toBe(401);
  expect((await post("p:1:1", bytes, signBatch(internal, token, bytes))).statusCode).toBe(401);
  expect((await post("p';--:1:1", bytes, signBatch(internal, "p';--:1:1", bytes))).statusCode).toBe(401);
  expect((await post(token, Buffer.from("{}"), signBatch(internal, token, bytes))).statusCode).toBe(401);
});

test("An unreadable batch is rejected for good, and the shipper sets it aside and continues", async () => {
  const [internal] = stack.platform.config.secrets.internal;
  const signed = (token: string, bytes: Buffer) => post(token, bytes, signBatch(internal, token, bytes));
  expect((await signed("p:5:1", Buffer.from("no events"))).statusCode).toBe(422);
  expect((await signed("p:5:2", bytesOf(event()))).statusCode).toBe(422);
  expect((await signed("p:5:1", bytesOf(event(), event()))).statusCode).toBe(422);
  expect((await signed("p:5:1", bytesOf(event({ kind: "click" })))).statusCode).toBe(422);
  expect((await signed("p:5:1", bytesOf(event({ invalid: "declared_bot" })))).statusCode).toBe(422);

  await journal.append(event({ kind: "click" }));
  await journal.seal();
  await journal.append(event());
  await journal.seal();
  await shipper().ship();
  expect(reports).toContain("The API cannot read a journal segment: it is set aside for a person");
  expect(await stored()).toEqual({ events: 1, micros: 25_000, impressions: 1 });
});

test("Settled batches are deleted after ninety days", async () => {
  const { platform, clock } = stack;
  await journal.append(event());
  await shipper().ship();
  const name = { process: journal.process, firstSequence: 0, events: 1 };
  const day = 86_400_000;
  const start = clock.now().getTime();
  clock.set(new Date(start + 89 * day));
  await removeSettledBatches(platform);
  expect(await batchState(platform.db, name)).not.toBeNull();
  clock.set(new Date(start + 91 * day));
  expect(await removeSettledBatches(platform)).toBeGreaterThan(0);
  expect(await batchState(platform.db, name)).toBeNull();
  clock.set(new Date(start));
});

test("a batch is answered with what became of it, or when to come again", async () => {
  const [internal] = stack.platform.config.secrets.internal;
  const bytes = bytesOf(event());
  const send = async (token: string) => {
    const { statusCode, headers, body } = await post(token, bytes, signBatch(internal, token, bytes));
    return [statusCode, headers["retry-after"], JSON.parse(body)];
  };
  const later = { code: "unavailable", message: "Come again" };
  failure = new Error("the ledger is away");
  expect(await send("answers:1:1")).toEqual([503, "2", later]);
  failure = null;
  expect(await send("answers:1:1")).toEqual([200, undefined, { outcome: "applied" }]);
  expect(await send("answers:1:1")).toEqual([200, undefined, { outcome: "known" }]);
  const backup = new pg.Client({ connectionString: stack.databaseUrl });
  await backup.connect();
  await pauseIntake(backup);
  expect(await send("answers:2:1")).toEqual([503, "1", later]);
  await backup.end();
  expect(await send("answers:2:2")).toEqual([422, undefined, { code: "invalid", message: expect.any(String) }]);
  const unsigned = await post("answers:3:1", bytes, "");
  expect([unsigned.statusCode, unsigned.json().code]).toEqual([401, "unauthenticated"]);
  const empty = await stack.app.inject({ method: "POST", url: "/internal/events" });
  expect(empty.statusCode).toBe(401);
});

test("a batch that is not settled is known from the instant it was received", async () => {
  const { db } = stack.platform;
  await db.execute(sql`delete from event_batches`);
  expect(await hasUnsettledBatches(db, new Date(0))).toBe(false);
  const received = new Date("2026-03-02T09:00:00.000Z");
  await db.execute(sql`insert into event_batches (process, first_sequence, events, charge_micros, received_at, applied_at)
    values ('late', 1, 1, 7, ${received.toISOString()}, null), ('late', 2, 1, 9, now(), now())`);
  expect(await hasUnsettledBatches(db, received)).toBe(true);
  expect(await hasUnsettledBatches(db, new Date(received.getTime() + 1))).toBe(false);
  expect(await unsettledMicros(db)).toBe(7n);
  await db.execute(sql`delete from event_batches`);
  expect(await unsettledMicros(db)).toBe(0n);
});
