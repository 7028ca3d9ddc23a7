import { microsOfMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import { type CommandCall, type CommandContext, command, type MoneyEffect } from "@litfass/platform/command/command";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { invalid, notFound, unavailable } from "@litfass/platform/problem";
import { findCompany } from "@litfass/platform/settings/read-settings";
import { findUser } from "../../users/index.ts";
import { pendingRefunds } from "../approvals/approval-sql.ts";
import type { BillingServices } from "../command-services.ts";
import { subjectOfInvoice } from "../invoices/invoice.ts";
import { findInvoice, type KnownInvoice, setInvoiceStatus } from "../invoices/invoice-sql.ts";
import { issueInvoice } from "../invoices/issue-invoice.ts";
import {
  available,
  type EntryKind,
  type Fund,
  InsufficientFunds,
  line,
  linesOf,
  type PlatformAccount,
  platformAccount,
} from "../ledger/ledger.ts";
import { entryOfKey, postEntry } from "../ledger/ledger-sql.ts";
import { lockPaymentOfEntry, updatePayment } from "../payments/payment-sql.ts";
import { insertCardRefund } from "../payments/reconcile-sql.ts";
import { unbookPlan } from "../plans/book-plan.ts";
import { bookedOf } from "../plans/plan.ts";
import { effectKey, postedBy } from "../posted-by.ts";
import { partOf, takeBackDiscount } from "../prices/book-discount.ts";
import { sellerOf } from "../seller.ts";
import { type Movement, refundableMicros } from "./transaction.ts";
import { findMovements, lockEntry } from "./transaction-sql.ts";

export type Refund = { transaction: string; amount?: number; description?: string };

/** Where the money of an entry came from and returns to, and the sum it counted toward. */
const sources: Partial<Record<EntryKind, [PlatformAccount, Fund]>> = {
  card_top_up: ["card_clearing", "stripe"],
  package: ["card_clearing", "stripe"],
  order: ["bank", "manual"],
  manual: ["manual_credit", "manual"],
  subsidy: ["subsidy", "manual"],
  plan: ["plan_credit", "manual"],
};

export type Refunded = { movement: Movement; creditNote: string | null };
type RefundCall = CommandCall<Refund, BillingServices>;

/**
 * Refunds a top-up in full or in part (PAY-006) with its VAT out of the customer's available money, to the card if paid
 * by card, and with a credit note if invoiced. Its discount is taken back in the same proportion. The card processor is
 * called after the books are written; if it does not answer, the reconciliation job retries.
 * @throws 404; 422 if more is requested than is left of it or available; 503 without a card processor.
 */
export const refundTransaction = command({
  name: "billing.refund_transaction",
  errors: ["not_found", "unavailable"],
  async money({ ctx, input }: RefundCall): Promise<MoneyEffect | null> {
    const { tx } = ctx;
    if ((await entryOfKey(tx, effectKey(ctx, "refund"))) !== null) return null;
    const movement = await lockMovement(tx, BigInt(input.transaction));
    const waiting = await pendingRefunds(tx, input.transaction);
    const left = refundableMicros(movement) - waiting;
    const amountMicros = input.amount === undefined ? left : microsOfMinor(input.amount);
    // The command itself rejects what cannot be refunded.
    if (amountMicros <= 0n || amountMicros > left || !sources[movement.kind]) return null;
    const { ownerUid, currency, refundedMicros } = movement;
    return {
      direction: "refund",
      customerUid: ownerUid,
      currency,
      amountMicros,
      description: input.description ?? "",
      // Small parts that add up to a large sum need a second person, too.
      alongMicros: waiting + refundedMicros,
      input: { ...input, amount: minorOfMicros(amountMicros) },
    };
  },
  async run({ ctx, input }: RefundCall): Promise<Refunded> {
    const { cardRefund, ...refunded } = await bookRefund(ctx, input);
    if (cardRefund) ctx.afterCommit(() => ctx.services.sendRefund(cardRefund));
    return refunded;
  },
});

/** The top-up of an entry, locked. @throws 404 */
async function lockMovement(tx: Transaction, entryId: bigint): Promise<Movement> {
  await lockEntry(tx, entryId);
  const movement = (await findMovements(tx, entryId)).find((each) => each.amountMicros > 0n);
  if (!movement) throw notFound();
  return movement;
}

/** Books a refund; `cardRefund` must be sent to the processor after the transaction. */
async function bookRefund(
  ctx: CommandContext<BillingServices>,
  refund: Refund,
): Promise<Refunded & { cardRefund: string | null }> {
  const { tx, clock } = ctx;
  const entryId = BigInt(refund.transaction);
  const key = effectKey(ctx, "refund");
  await lockEntry(tx, entryId);
  const before = await entryOfKey(tx, key);
  if (before !== null) {
    ctx.audit.unchanged("the refund was booked by an earlier call with this key");
    return { ...(await refundOf(tx, before)), cardRefund: null };
  }
  const movement = await lockMovement(tx, entryId);
  const source = sources[movement.kind];
  if (!source) throw invalid({ transaction: ["refund.not_refundable"] });
  // Pending requests already hold their part of the money, unless this is one of them.
  const waiting = ctx.approval ? 0n : await pendingRefunds(tx, refund.transaction);
  const left = refundableMicros(movement) - waiting;
  const amountMicros = refund.amount === undefined ? left : microsOfMinor(refund.amount);
  if (amountMicros <= 0n || amountMicros > left) throw invalid({ amount: ["refund.too_much"] });
  const invoice = movement.details.invoice ? await findInvoice(tx, movement.details.invoice) : null;
  const vatMicros = invoice ? partOf(invoice.vatMicros, movement, amountMicros) : 0n;
  const creditNote = invoice ? await issueCreditNote(ctx, invoice, amountMicros, vatMicros) : null;
  const posted = await post(ctx, {
    movement,
    source,
    amountMicros,
    vatMicros,
    key,
    refund,
    creditNote,
  });
  await ctx.audit.record({
    subjectUid: movement.ownerUid,
    action: "transaction_refunded",
    changes: [
      {
        field: "refundable",
        before: { amount: minorOfMicros(left), currency: movement.currency },
        after: { amount: minorOfMicros(left - amountMicros), currency: movement.currency },
      },
    ],
    details: { transaction: refund.transaction, ...(refund.description ? { description: refund.description } : {}) },
  });
  const isWhole = amountMicros === refundableMicros(movement);
  if (invoice && isWhole) await setInvoiceStatus(tx, invoice.number, "credited", clock.now());
  const { plan, months } = movement.details;
  if (plan && isWhole)
    await unbookPlan(tx, { ...bookedOf(plan, months), ownerUid: movement.ownerUid, key, at: clock.now() });
  const payment = await lockPaymentOfEntry(tx, entryId);
  if (payment && isWhole) await updatePayment(tx, payment.id, { status: "refunded" });
  const cardRefund = payment?.reference ? ctx.random.id() : null;
  if (payment && cardRefund) {
    if (!ctx.services.cards) throw unavailable();
    await insertCardRefund(tx, {
      id: cardRefund,
      paymentId: payment.id,
      entryId: posted,
      amountMinor: BigInt(minorOfMicros(amountMicros + vatMicros)),
      currency: movement.currency,
      state: "asked",
      askedAt: clock.now(),
    });
  }
  return { ...(await refundOf(tx, posted)), cardRefund };
}

async function refundOf(tx: Transaction, entryId: bigint): Promise<Refunded> {
  const [movement] = await findMovements(tx, entryId);
  if (!movement) throw new Error(`Entry ${entryId} is no refund`);
  return { movement, creditNote: movement.details.invoice ?? null };
}

async function issueCreditNote(
  { tx, config, clock }: CommandContext,
  invoice: KnownInvoice,
  amountMicros: bigint,
  vatMicros: bigint,
): Promise<string> {
  const owner = await findUser(tx, invoice.ownerUid);
  if (!owner) throw new Error(`Invoice ${invoice.number} has no owner`);
  const note = await issueInvoice(tx, {
    owner,
    // A credit note is taxed like its invoice, also after the company registers for VAT or ends its registration.
    seller: {
      ...sellerOf(await findCompany(tx, config.company, clock.now()), invoice.currency),
      vatNumber: invoice.seller.vatNumber,
    },
    currency: invoice.currency,
    subject: subjectOfInvoice(invoice),
    netMicros: -amountMicros,
    vatMicros: -vatMicros,
    vatRate: invoice.vatRate,
    paidBy: invoice.paidBy,
    corrects: invoice.number,
    at: clock.now(),
  });
  return note.number;
}

type Posting = {
  movement: Movement;
  source: [PlatformAccount, Fund];
  amountMicros: bigint;
  vatMicros: bigint;
  key: string;
  refund: Refund;
  creditNote: string | null;
};

async function post(ctx: CommandContext, posting: Posting): Promise<bigint> {
  const { movement, amountMicros, vatMicros } = posting;
  const [account, fund] = posting.source;
  const { ownerUid, currency } = movement;
  const by = postedBy(ctx);
  try {
    const { entryId } = await postEntry(ctx.tx, {
      key: posting.key,
      kind: "refund",
      fund,
      description: posting.refund.description,
      ...by,
      details: {
        ...by.details,
        refunds: movement.entryId.toString(),
        ...(posting.creditNote ? { invoice: posting.creditNote } : {}),
      },
      reverses: movement.entryId,
      lines: linesOf(
        line(available(ownerUid, currency), -amountMicros),
        line(platformAccount("vat", currency), -vatMicros),
        line(platformAccount(account, currency), amountMicros + vatMicros),
      ),
    });
    await takeBackDiscount(ctx, { movement, amountMicros, key: posting.key });
    return entryId;
  } catch (error) {
    if (error instanceof InsufficientFunds) throw invalid({ amount: ["balance.insufficient"] });
    throw error;
  }
}
