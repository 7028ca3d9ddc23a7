import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import type { AdEvent } from "@litfass/contract/events/ad-event";
import type { Database } from "@litfass/platform/postgres/postgres";
import { accrueMediaCost } from "../../../server/src/modules/billing/ledger/open-spend-sql.ts";
import { settleSpend } from "../../../server/src/modules/spend/settle-spend-sql.ts";
import type { TermsByExchange } from "../auction/exchange-terms.ts";
import { newPace } from "../auction/pacing/pacing.ts";
import { pace } from "../auction/pacing/pacing-loop.ts";
import type { Append } from "../serving/trackers/event-of.ts";
import { addRemainder } from "../serving/trackers/media-cost.ts";
import { replayJournal } from "../serving/trackers/replay-journal.ts";
import { resumeDayMargins } from "../serving/trackers/resume-day-margins.ts";
import { createLeaseKeeper, type LeaseKeeper, recoverLeases } from "../sync/lease-keeper.ts";
import { type TestAdServer, testAdServer } from "./testing-ad-server.ts";

/** A delivery process with real leases and a journal in memory that survives a crash. */
export type TestProcess = {
  name: string;
  adServer: TestAdServer;
  keeper: LeaseKeeper;
  /** Journaled but not shipped. */
  journal: AdEvent[];
  /** What was shipped. */
  shipped: AdEvent[];
  /** What the journal has of the remainders of costs. */
  carried: Map<string, number>;
  isUp: boolean;
};

export type ProcessParts = {
  db: Database;
  snapshots: CampaignSnapshot[];
  nowMs: number;
  seed: number;
  terms?: TermsByExchange;
};

/** Starts a process with the journal of an earlier one with its name, and with what that one shipped and carried on. */
export async function startProcess(
  name: string,
  parts: ProcessParts,
  journal: AdEvent[] = [],
  shipped: AdEvent[] = [],
  carried = new Map<string, number>(),
): Promise<TestProcess> {
  const { db, snapshots, nowMs, seed } = parts;
  const append: Append = async (event, _, changes = {}) => {
    journal.push({ ...event, process: name, sequence: shipped.length + journal.length });
    for (const [account, nanos] of Object.entries(changes)) addRemainder(carried, account, nanos);
  };
  const adServer = testAdServer(snapshots, { process: name, append, carried, seed });
  const { engine, clock, instance } = adServer;
  engine.terms = parts.terms ?? engine.terms;
  clock.set(new Date(nowMs));
  engine.leases.byId.clear();
  engine.leases.current.clear();
  for (const state of engine.states.values()) {
    state.evenDayMicros = 0;
    state.pace = newPace(nowMs, 0);
  }
  const history = { shipped: () => inOrder(shipped), knowsSinceMs: () => 0 };
  const replayed = await replayJournal(instance.counting, journal, history);
  await recoverLeases(db, engine, name, journal);
  const keeper = createLeaseKeeper({ db, engine, process: name });
  await keeper.renew();
  pace(engine);
  resumeDayMargins(engine, replayed);
  return { name, adServer, keeper, journal, shipped, carried, isUp: true };
}

async function* inOrder<Value>(values: Value[]): AsyncGenerator<Value> {
  yield* values;
}

/** The settlements of each batch. */
export type Shipped = { settledMicros: bigint; lostMicros: bigint };

/** Ships the journal as one batch, which settles the spend and accrues what media cost. */
export async function ship(db: Database, process: TestProcess, batch: string): Promise<Shipped> {
  const charges = new Map<string, { leaseId: string; campaignId: number; amountMicros: bigint }>();
  for (const { lease_id, campaign_id, charge_micros } of process.journal) {
    const known = charges.get(lease_id) ?? { leaseId: lease_id, campaignId: campaign_id, amountMicros: 0n };
    charges.set(lease_id, { ...known, amountMicros: known.amountMicros + BigInt(charge_micros) });
  }
  const perLease = [...charges.values()];
  const costs = process.journal.flatMap(({ exchange, media_cost_micros: micros }) =>
    micros === undefined ? [] : [{ exchange, currency: "CHF" as const, amountMicros: BigInt(micros), impressions: 1 }],
  );
  const settled = await db.transaction(async (tx) => {
    const spent = await settleSpend(tx, { process: process.name, batch, perLease });
    await accrueMediaCost(tx, costs);
    return spent;
  });
  process.shipped.push(...process.journal.splice(0));
  return {
    settledMicros: settled.reduce((sum, each) => sum + each.settledMicros, 0n),
    lostMicros: settled.reduce((sum, each) => sum + each.lostMicros, 0n),
  };
}
