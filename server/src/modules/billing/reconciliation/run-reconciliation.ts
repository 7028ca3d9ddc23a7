import { type Actor, actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Execute } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { readSnapshot } from "@litfass/platform/postgres/read-snapshot";
import { spendLosses } from "../ledger/spend-loss-sql.ts";
import type { CardProcessor, CardWork } from "../payments/card-processor.ts";
import { reconcileCards } from "../payments/reconcile-cards.ts";
import { discountPairs } from "../prices/discount-sql.ts";
import { promotionPairs } from "../promotions/promotion-list-sql.ts";
import { runCommand } from "../run-command.ts";
import {
  type CampaignSides,
  compareCampaigns,
  compareEvents,
  type DeliveryMoney,
  withUnpublished,
} from "./reconcile-campaigns.ts";
import { type Compared, compare, isEqual, type Pair, type ReconciliationRow } from "./reconciliation.ts";
import { mailDifferences } from "./reconciliation-alarm.ts";
import {
  balancePairs,
  campaignBooks,
  cardPairs,
  entryPairs,
  invoicePairs,
  numberPairs,
  unclearPairs,
} from "./reconciliation-ledger-sql.ts";
import { insertReconciliation, lastReconciliation } from "./reconciliation-sql.ts";

/** Money figures from other modules; wired by the process. */
export type ReconciliationSources = {
  campaignMoney(db: Executor): Promise<DeliveryMoney[]>;
  /** Budgets in micros of unsettled started campaigns: one in review is reserved but not yet delivered. */
  startedBudgets(db: Executor): Promise<Map<number, bigint>>;
  /** Charges of the stored events by campaign, in micros. */
  charges(): Promise<Map<number, bigint>>;
  /** Charges of batches that are stored but not settled. */
  unsettledMicros(db: Executor): Promise<bigint>;
  /** Payouts of publishers in the ledger, next to their statements and the bank's entries. */
  payouts(db: Executor, now: Date): Promise<Record<"transit" | "debts" | "bank" | "unsettled", Pair[]>>;
};

const maxDurationMs = 120_000;

/** Stores the result of a reconciliation. Returns it with its id, and whether the previous one found no difference. */
export const keepReconciliation = command({
  name: "billing.keep_reconciliation",
  errors: [],
  async run({ ctx, input }: CommandCall<{ ranAt: Date; checks: Compared[] }>) {
    const before = await lastReconciliation(ctx.tx);
    const requestedBy = actorUid(ctx.actor);
    const stored = await insertReconciliation(ctx.tx, {
      ...input,
      askedBy: requestedBy,
      isEqual: input.checks.every(isEqual),
    });
    await ctx.audit.record({ subject: { type: "reconciliation", id: String(stored.id) } });
    return { stored, wasEqual: before?.isEqual !== false };
  },
});

export type ReconciliationWork = {
  platform: Platform;
  /** null if the installation has no card processor. */
  cards: CardProcessor | null;
  execute: Execute<unknown>;
  sources: ReconciliationSources;
};

/**
 * Compares ledger, card processor, reservations, leases, delivery and invoices to the micro, stores the result, and
 * mails the accountants about differences. The processor is asked first, so that its news are in the books.
 */
export async function runReconciliation(work: ReconciliationWork, actor: Actor): Promise<ReconciliationRow> {
  const { platform, cards, execute, sources } = work;
  const { db, clock, log } = platform;
  const isAsked = cards === null || (await askProcessor({ platform, cards, execute }));
  const ranAt = clock.now();
  const { checks, sides } = await readSnapshot(db, maxDurationMs, (snapshot) =>
    compareBooks(snapshot, sources, ranAt, isAsked),
  );
  checks.push(...(await compareStoredEvents(db, sources, sides)));
  const { stored, wasEqual } = await runCommand(execute, keepReconciliation, actor, { ranAt, checks });
  const differing = checks.filter((each) => !isEqual(each));
  if (differing.length === 0) log.info({ reconciliation: stored.id, checks: checks.length }, "the books agree");
  else {
    log.error({ reconciliation: stored.id, differing: differing.map(({ check }) => check) }, "the books do not agree");
    if (actorUid(actor) === null || wasEqual) await mailDifferences(platform, stored, differing);
  }
  return stored;
}

async function askProcessor(work: CardWork): Promise<boolean> {
  try {
    await reconcileCards(work);
    return true;
  } catch (error) {
    work.platform.log.error({ err: error }, "the card processor could not be asked for the reconciliation");
    return false;
  }
}

const sidesOf = async (db: Executor, sources: ReconciliationSources): Promise<CampaignSides> => ({
  books: await campaignBooks(db),
  delivery: withUnpublished(await sources.campaignMoney(db), await sources.startedBudgets(db)),
  losses: await spendLosses(db),
});

/** One snapshot of everything in this database. */
async function compareBooks(
  db: Executor,
  sources: ReconciliationSources,
  now: Date,
  isAsked: boolean,
): Promise<{ checks: Compared[]; sides: CampaignSides }> {
  const sides = await sidesOf(db, sources);
  const { paid, vat } = await invoicePairs(db);
  const payouts = await sources.payouts(db, now);
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
      ...compare("promotions", await promotionPairs(db)),
      ...compare("discounts", await discountPairs(db)),
      ...compare("payouts_in_transit", payouts.transit),
      ...compare("publisher_debts", payouts.debts),
      ...compare("bank_payouts", payouts.bank),
      ...compare("payouts_settled", payouts.unsettled),
    ],
  };
}

async function compareStoredEvents(
  db: Executor,
  sources: ReconciliationSources,
  before: CampaignSides,
): Promise<Compared[]> {
  const charges = await sources.charges();
  // Reads the unsettled amount first: if it is settled in the meantime, it counts twice in the upper bound, never too
  // little.
  const unsettled = await sources.unsettledMicros(db);
  return compareEvents(charges, before, await sidesOf(db, sources), unsettled);
}
