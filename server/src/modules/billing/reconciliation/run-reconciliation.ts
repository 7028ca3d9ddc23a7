import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { spendLosses } from "../ledger/spend-loss.ts";
import type { CardProcessor } from "../payments/card-processor.ts";
import { reconcileCards } from "../payments/reconcile-cards.ts";
import {
  type CampaignSides,
  compareCampaigns,
  compareEvents,
  type DeliveryMoney,
  withUnpublished,
} from "./reconcile-campaigns.ts";
import { type Compared, compare, isEqual, type ProofRow } from "./reconciliation.ts";
import { alarmOf } from "./reconciliation-alarm.ts";
import {
  balancePairs,
  campaignBooks,
  cardPairs,
  entryPairs,
  invoicePairs,
  numberPairs,
  unclearPairs,
} from "./reconciliation-ledger-sql.ts";
import { insertProof, lastProof } from "./reconciliation-sql.ts";

/** What other rooms say of the money; the process wires it. */
export type ProofSources = {
  campaignMoney(db: Executor): Promise<DeliveryMoney[]>;
  /** Budgets in micros of started campaigns that are not settled: one that waits for its review is reserved and not delivered yet. */
  startedBudgets(db: Executor): Promise<Map<number, bigint>>;
  /** Charges of the stored events by campaign, in micros. */
  charges(): Promise<Map<number, bigint>>;
  /** Charges of batches that are met and not settled. */
  unsettledMicros(db: Executor): Promise<bigint>;
};

const longestMs = 120_000;

/**
 * Proves that ledger, card processor, reservations, leases, delivery and invoices agree to the micro, keeps what was found,
 * and alarms where they do not. The processor is asked first, so that what it knows is in the books.
 */
export async function runProof(
  platform: Platform,
  cards: CardProcessor | null,
  sources: ProofSources,
  askedBy: string | null,
): Promise<ProofRow> {
  const { db, clock, log } = platform;
  const isAsked = cards === null || (await reconciled(platform, cards));
  const now = clock.now();
  const { checks, sides } = await db.transaction(
    async (tx) => {
      await tx.execute(`set local statement_timeout = ${longestMs}`);
      return lookAtBooks(tx, sources, now, isAsked);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  checks.push(...(await lookAtEvents(db, sources, sides)));
  const before = await lastProof(db);
  const proof = await insertProof(db, { ranAt: now, askedBy, isEqual: checks.every(isEqual), checks });
  const differing = checks.filter((each) => !isEqual(each));
  if (differing.length === 0) log.info({ proof: proof.id, checks: checks.length }, "the books are proved");
  else {
    log.error({ proof: proof.id, differing: differing.map(({ check }) => check) }, "the books do not agree");
    if (askedBy === null || before?.isEqual !== false) await alarmOf(platform, proof, differing);
  }
  return proof;
}

async function reconciled(platform: Platform, cards: CardProcessor): Promise<boolean> {
  try {
    await reconcileCards(platform, cards);
    return true;
  } catch (error) {
    platform.log.error({ err: error }, "the card processor could not be asked for the proof");
    return false;
  }
}

const sidesOf = async (db: Executor, sources: ProofSources): Promise<CampaignSides> => ({
  books: await campaignBooks(db),
  delivery: withUnpublished(await sources.campaignMoney(db), await sources.startedBudgets(db)),
  losses: await spendLosses(db),
});

/** All that lies in one database, at one moment. */
async function lookAtBooks(
  db: Executor,
  sources: ProofSources,
  now: Date,
  isAsked: boolean,
): Promise<{ checks: Compared[]; sides: CampaignSides }> {
  const sides = await sidesOf(db, sources);
  const { paid, vat } = await invoicePairs(db);
  const card = compare("card_money", await cardPairs(db, now));
  return {
    sides,
    checks: [
      ...compare("entries_balance", await entryPairs(db)),
      ...compare("balances_follow_entries", await balancePairs(db)),
      ...(isAsked ? card : card.map((each) => ({ ...each, isUnknown: true as const }))),
      ...compare("payments_settled", await unclearPairs(db, now)),
      ...compareCampaigns(sides),
      ...compare("paid_invoices", paid),
      ...compare("vat", vat),
      ...compare("invoice_numbers", await numberPairs(db)),
    ],
  };
}

async function lookAtEvents(db: Executor, sources: ProofSources, before: CampaignSides): Promise<Compared[]> {
  const charges = await sources.charges();
  // What is unsettled is looked at first: settled meanwhile, it counts twice in the upper bound, never too little.
  const unsettled = await sources.unsettledMicros(db);
  return compareEvents(charges, before, await sidesOf(db, sources), unsettled);
}
