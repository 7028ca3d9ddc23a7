import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { Clock } from "@litfass/platform/clock";
import type { Log } from "@litfass/platform/log/log";
import type { Database, Transaction } from "@litfass/platform/postgres/postgres";
import type { AdUnitFigures } from "../format/ad-unit-figures.ts";
import {
  type Batch,
  type BatchCost,
  type BatchCounts,
  type BatchSpend,
  batchToken,
  placesOf,
} from "../format/batch.ts";
import { nativeBlock } from "../format/native-block.ts";
import {
  batchesSince,
  claimBatch,
  deduplicationWindow,
  insertEvents,
  receiveBatch,
  storedSequences,
} from "./event-sql.ts";
import { IntakeBusy } from "./intake-busy.ts";
import { joinIntake } from "./intake-pause-sql.ts";

/**
 * Settles the charges and the media cost of a batch and counts it: leases, campaign budgets, ledger, counters and ad
 * units. Runs in the transaction that claims the batch, so it happens once; `key` is a unique key for ledger
 * entries.
 */
export type SettleSpend = (
  tx: Transaction,
  batch: {
    key: string;
    process: string;
    spend: BatchSpend[];
    costs?: BatchCost[];
    counts?: BatchCounts[];
    adUnits?: AdUnitFigures[];
  },
) => Promise<void>;

export type Intake = { db: Database; clickhouse: ClickHouse; clock: Clock; log: Log; settle: SettleSpend };

/** A batch may take one block per month in the window, and other batches come in between. */
const memoizeShort = deduplicationWindow * 0.4;

/**
 * Stores a batch and settles its charges exactly once, however often it is interrupted: the events have the batch's
 * token in ClickHouse, and the settlement is one PostgreSQL transaction that is claimed once. A backup finds both stores
 * with the same batches, because it pauses the intake between two of them.
 * @throws IntakeBusy while a backup pauses the intake.
 */
export async function storeBatch(intake: Intake, batch: Batch): Promise<"applied" | "known"> {
  const { db, clickhouse, clock } = intake;
  const state = await receiveBatch(db, batch, clock.now());
  if (state.appliedAt) return "known";
  const memoize = state.isNew || (await batchesSince(db, state.receivedAt)) < memoizeShort;
  const block = memoize ? batch.block : await missingEvents(intake, batch);
  return db.transaction(async (tx) => {
    if (!(await joinIntake(tx))) throw new IntakeBusy();
    if (block) await insertEvents(clickhouse, batch, block);
    if (!(await claimBatch(tx, batch, clock.now()))) return "known";
    const { process, spend, costs, counts, adUnits } = batch;
    if (spend.length > 0 || costs.length > 0 || counts.length > 0 || adUnits.length > 0) {
      await intake.settle(tx, { key: batchToken(batch), process, spend, costs, counts, adUnits });
    }
    return "applied";
  });
}

/** The events that are not stored yet, by sequence number: for batches older than the deduplication window. */
async function missingEvents({ clickhouse, log }: Intake, batch: Batch): Promise<Buffer | null> {
  const { columns, process, firstSequence, events } = batch;
  const stored = await storedSequences(clickhouse, batch);
  log.warn({ batch: batchToken(batch), stored: stored.size, events }, "A batch comes again after long");
  const missing = placesOf(events).filter((place) => !stored.has(firstSequence + place));
  return missing.length > 0 ? nativeBlock(columns, process, firstSequence, missing) : null;
}
