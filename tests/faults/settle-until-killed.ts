import { setTimeout as wait } from "node:timers/promises";
import { createLog } from "@litfass/platform/log/log";
import { connectPostgres } from "@litfass/platform/postgres/postgres";
import { seededRandom } from "@litfass/platform/random";
import { sql } from "drizzle-orm";
import {
  accrueMediaCost,
  bookOpenSpend,
  consumeSpend,
} from "../../server/src/modules/billing/ledger/open-spend-sql.ts";
import { noteSpendLoss } from "../../server/src/modules/billing/ledger/spend-loss-sql.ts";
import { settleSpend } from "../../server/src/modules/spend/settle-spend-sql.ts";

/**
 * Settles batches in the order of `settle-batch.ts`, several at a time, and books open spend meanwhile, until it is killed.
 * Prints a line for each new batch. The last batches are sent again after a start, as ad servers do. BOOKS=off only settles.
 */
const { DATABASE_URL = "", NAME = "", SEED = "0", CAMPAIGNS = "1", FIRST_HOUR = "", BOOKS = "on" } = process.env;
const campaigns = Number(CAMPAIGNS);
const settlers = 3;
const random = seededRandom(Number(SEED));
const below = (count: number): number => Math.floor(random.number() * count);
const { db } = connectPostgres(DATABASE_URL, {
  log: createLog({ level: "fatal", process: "settle" }),
  maxConnections: settlers + 1,
});
const hourMs = 3_600_000;
/** A time within six hours, so that batches are late and booked hours come again. */
const someTime = (): Date => new Date(Date.parse(FIRST_HOUR) + below(6 * hourMs));

/** Whether the batch was new. */
async function settle(batch: string): Promise<boolean> {
  const at = someTime();
  const charges = Array.from({ length: campaigns }, (_, index) => ({
    ...{ leaseId: "returned", campaignId: index + 1, amountMicros: BigInt(1 + below(1000)) },
  })).filter(() => random.number() < 0.7);
  const cost = { currency: "CHF", amountMicros: BigInt(1 + below(500)), impressions: 1 } as const;
  const costs = [
    { ...cost, exchange: "one" },
    { ...cost, exchange: `publisher:${below(3)}` },
  ];
  return await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`insert into fault_batches (batch, charged_micros, cost_micros)
      values (${batch}, ${String(charges.reduce((sum, each) => sum + each.amountMicros, 0n))}, ${String(2n * cost.amountMicros)})
      on conflict do nothing`);
    if (rowCount === 0) return false;
    const settled = await settleSpend(tx, { process: NAME, batch, perLease: charges });
    const taken = await consumeSpend(
      tx,
      settled.map(({ campaignId, settledMicros }) => ({ campaignId, amountMicros: settledMicros })),
      at,
    );
    for (const { campaignId, settledMicros, lostMicros } of settled) {
      const beyondReservationMicros = settledMicros - (taken.get(campaignId) ?? 0n);
      if (lostMicros + beyondReservationMicros > 0n) {
        await noteSpendLoss(tx, { batch, campaignId, beyondBudgetMicros: lostMicros, beyondReservationMicros, at });
      }
    }
    await accrueMediaCost(tx, costs, at);
    return true;
  });
}

async function book(): Promise<void> {
  const limit = 1 + below(8);
  const own = [{}, {}, { campaignId: 1 + below(campaigns) }, { payee: "one" }][below(4)];
  await db.transaction((tx) => bookOpenSpend(tx, { before: someTime(), limit, ...own }));
}

async function settleAll(lane: string): Promise<void> {
  const { rows } = await db.execute<{ last: number }>(sql`
    select coalesce(max(split_part(batch, '/', 2)::int), 0) as last from fault_batches where batch like ${`${lane}/%`}`);
  let next = Math.max(1, (rows[0]?.last ?? 0) - 2);
  while (true) if (await settle(`${lane}/${next++}`)) console.log("done");
}

async function bookAll(): Promise<void> {
  while (true) {
    await book();
    await wait(below(20));
  }
}

const lanes = Array.from({ length: settlers }, (_, lane) => settleAll(`${NAME}-${lane}`));
await Promise.all(BOOKS === "off" ? lanes : [...lanes, bookAll()]);
