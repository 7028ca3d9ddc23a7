import { createLog } from "@litfass/platform/log/log";
import { connectPostgres } from "@litfass/platform/postgres/postgres";
import type pg from "pg";
import { bookOpenSpend, consumeSpend } from "../../server/src/modules/billing/ledger/open-spend-sql.ts";
import { type Counters, readCounters } from "./coordination-sql.ts";

const campaigns = 25;
/** 8,300 a day: at 10,000 impressions a day nearly each one is in a batch of its own. */
const batchesPerHour = 346;
const hourMs = 3_600_000;
const ledger = ["ledger_entries", "ledger_lines"];

/** What a campaign adds to the books in a day. */
type Growth = { rows: number; bytes: number; log: number };

/**
 * The growth of the books by an entry per campaign and batch, as before decision 0062, and by an entry per campaign and
 * hour.
 */
export async function measureBookedSpend(client: pg.Client, url: string, from: Date): Promise<[Growth, Growth]> {
  await client.query(
    `insert into ledger_accounts (kind, owner_uid, campaign_id, currency, balance_micros)
    select 'reserved', 'bench-' || id, id, 'CHF', 1000000000000 from generate_series(1, $1::int) id`,
    [campaigns],
  );
  const ids = Array.from({ length: campaigns }, (_, at) => at + 1);
  const byBatch = async (batch: number): Promise<void> => {
    await client.query("begin");
    for (const id of ids) {
      const lines = [
        { kind: "reserved", owner: `bench-${id}`, campaign: id, currency: "CHF", amount: "-25000" },
        { kind: "revenue", owner: null, campaign: null, currency: "CHF", amount: "25000" },
      ];
      await client.query("select ledger_post($1, 'spend', null, '', $2::jsonb, null, null, $3, $4::jsonb)", [
        `spend:ad-server-1:${batch}:${id}`,
        JSON.stringify({ campaign: id }),
        from,
        JSON.stringify(lines),
      ]);
    }
    await client.query("commit");
  };
  const { db, close } = connectPostgres(url, {
    log: createLog({ level: "silent", process: "bench" }),
    maxConnections: 1,
  });
  const charges = ids.map((campaignId) => ({ campaignId, amountMicros: 25_000n }));
  const settle = async (hour: number): Promise<void> => {
    await db.transaction((tx) => consumeSpend(tx, charges, new Date(from.getTime() + hour * hourMs)));
  };
  const book = () => db.transaction((tx) => bookOpenSpend(tx, {}));

  const batches = await measured(client, async () => {
    for (let batch = 0; batch < batchesPerHour; batch++) await byBatch(batch);
  });
  const log = await measured(client, async () => {
    for (let batch = 0; batch < batchesPerHour; batch++) await settle(0);
    await book();
  });
  // How many batches an hour has does not change what is booked: a day of one batch an hour shows the size.
  const hours = await measured(client, async () => {
    for (let hour = 1; hour <= 24; hour++) await settle(hour).then(book);
  });
  await close();
  return [
    {
      rows: (batches.inserted * 24) / campaigns,
      bytes: (batches.bytes * 24) / campaigns,
      log: (batches.walBytes * 24) / campaigns,
    },
    { rows: hours.inserted / campaigns, bytes: hours.bytes / campaigns, log: (log.walBytes * 24) / campaigns },
  ];
}

async function measured(client: pg.Client, run: () => Promise<void>): Promise<Counters & { bytes: number }> {
  const read = async () => {
    const { rows } = await client.query<{ count: string; bytes: string }>(
      `select (select count(*) from ledger_entries) + (select count(*) from ledger_lines) as count,
        (select sum(pg_total_relation_size(name::regclass)) from unnest($1::text[]) name) as bytes`,
      [ledger],
    );
    const { walBytes } = await readCounters(client, []);
    return { walBytes, inserted: Number(rows[0]?.count), updated: 0, bytes: Number(rows[0]?.bytes) };
  };
  const before = await read();
  await run();
  const after = await read();
  return {
    walBytes: after.walBytes - before.walBytes,
    inserted: after.inserted - before.inserted,
    updated: 0,
    bytes: after.bytes - before.bytes,
  };
}
