import { type Actor, actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Execute } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { readSnapshot } from "@litfass/platform/postgres/read-snapshot";
import type { SQL } from "drizzle-orm";
import type { CardProcessor, CardWork } from "../payments/card-processor.ts";
import { reconcileCards } from "../payments/reconcile-cards.ts";
import { discountPairs } from "../prices/discount-sql.ts";
import { promotionPairs } from "../promotions/promotion-list-sql.ts";
import { runCommand } from "../run-command.ts";
import { compareEvents, type EventSides } from "./reconcile-events.ts";
import { type Compared, isEqual, type ReconciliationRow } from "./reconciliation.ts";
import { mailDifferences } from "./reconciliation-alarm.ts";
import {
  type CampaignMoneySources,
  type CampaignPage,
  campaignCheckNames,
  campaignChecks,
  listSettledCharges,
} from "./reconciliation-campaigns-sql.ts";
import { compareChecks, comparePairs } from "./reconciliation-compare-sql.ts";
import {
  balancePairs,
  cardPairs,
  entryPairs,
  invoiceChecks,
  numberPairs,
  unclearPairs,
} from "./reconciliation-ledger-sql.ts";
import { insertReconciliation, lastReconciliation } from "./reconciliation-sql.ts";

/** Money figures from other modules; wired by the process. Queries of pairs have `what`, `currency`, `left` and `right`. */
export type ReconciliationSources = CampaignMoneySources & {
  /** A query of `campaign_id` and `spent` of a page of published campaigns, by id. */
  settledSpend(page: CampaignPage): SQL;
  /** Charges of a page of the stored events by campaign, in micros. */
  charges(page: CampaignPage): Promise<Map<number, bigint>>;
  /** Charges of batches that are stored but not settled. */
  unsettledMicros(db: Executor): Promise<bigint>;
  /** Payouts of publishers in the ledger, next to their statements and the bank's entries. */
  payouts(db: Executor, now: Date): Promise<Record<"transit" | "debts" | "bank" | "unsettled", SQL>>;
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
  const checks = await readSnapshot(db, maxDurationMs, (snapshot) => compareBooks(snapshot, sources, ranAt, isAsked));
  checks.push(...(await compareEvents(eventSides(db, sources))));
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

/** One snapshot of everything in this database. */
async function compareBooks(
  db: Executor,
  sources: ReconciliationSources,
  now: Date,
  isAsked: boolean,
): Promise<Compared[]> {
  const payouts = await sources.payouts(db, now);
  const card = await comparePairs(db, "card_money", cardPairs(now));
  return [
    ...(await comparePairs(db, "entries_balance", entryPairs)),
    ...(await comparePairs(db, "balances_follow_entries", balancePairs)),
    ...(isAsked ? card : card.map((each) => ({ ...each, isUnknown: true as const }))),
    ...(await comparePairs(db, "payments_settled", unclearPairs(now))),
    ...(await compareChecks(db, campaignCheckNames, campaignChecks(sources))),
    ...(await compareChecks(db, ["paid_invoices", "vat"], invoiceChecks)),
    ...(await comparePairs(db, "invoice_numbers", numberPairs)),
    ...(await comparePairs(db, "promotions", promotionPairs)),
    ...(await comparePairs(db, "discounts", discountPairs)),
    ...(await comparePairs(db, "payouts_in_transit", payouts.transit)),
    ...(await comparePairs(db, "publisher_debts", payouts.debts)),
    ...(await comparePairs(db, "bank_payouts", payouts.bank)),
    ...(await comparePairs(db, "payouts_settled", payouts.unsettled)),
  ];
}

/** The readers of stored events and settled charges. */
export const eventSides = (db: Executor, sources: ReconciliationSources): EventSides => ({
  charges: (page) => sources.charges(page),
  unsettledMicros: () => sources.unsettledMicros(db),
  settled: (page) => listSettledCharges(db, sources.settledSpend(page), page),
});
