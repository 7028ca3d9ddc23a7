import { microsOfMinor, microsPerMinor, minorOfMicros } from "@litfass/contract/money";
import type { Caller } from "@litfass/contract/roles";
import { recordAudit } from "../platform/audit.ts";
import type { Platform } from "../platform/platform.ts";
import type { Transaction } from "../platform/postgres.ts";
import { invalid, notFound, unavailable } from "../platform/problem.ts";
import { findUser } from "../users/index.ts";
import { unbookPlan } from "./book-plan.ts";
import type { CardProcessor } from "./card-processor.ts";
import { sendCardRefund } from "./card-refund.ts";
import { findInvoice, type KnownInvoice, setInvoiceStatus } from "./invoice-sql.ts";
import { issueInvoice } from "./issue-invoice.ts";
import {
  available,
  type EntryKind,
  type Fund,
  type HouseAccount,
  house,
  InsufficientFunds,
  line,
  linesOf,
} from "./ledger.ts";
import { entryOfKey, postEntry } from "./ledger-sql.ts";
import { lockPaymentOfEntry, updatePayment } from "./payment-sql.ts";
import { insertCardRefund } from "./reconcile-sql.ts";
import { type Movement, refundableMicros } from "./transaction.ts";
import { findMovements, lockEntry } from "./transaction-sql.ts";

export type Refund = { transaction: string; amount?: number; description?: string };

/** Where the money of an entry came from and goes back to, and whose sum it counted to. */
const sources: Partial<Record<EntryKind, [HouseAccount, Fund]>> = {
  card_top_up: ["card_clearing", "stripe"],
  package: ["card_clearing", "stripe"],
  order: ["bank", "manual"],
  manual: ["manual_credit", "manual"],
  subsidy: ["subsidy", "manual"],
  plan: ["plan_credit", "manual"],
};

/**
 * Takes back a top-up in full or in part (PAY-006): out of the customer's available money, its VAT with it, back to the
 * card where it came from one, and with a credit note where an invoice was issued. The card processor is asked when the
 * books are written: where it does not answer, the reconciling job asks it until it does.
 * @throws 404; 422 where more is asked than is left of it or available; 503 without a card processor.
 */
export async function refundTransaction(
  platform: Platform,
  cards: CardProcessor | null,
  caller: Caller,
  refund: Refund,
  requestKey: string | null = null,
): Promise<Refunded> {
  const { cardRefund, ...refunded } = await platform.db.transaction((tx) =>
    bookRefund(tx, platform, cards, caller, refund, requestKey),
  );
  if (cards && cardRefund) await sendIfAnswered(platform, cards, cardRefund);
  return refunded;
}

export type Refunded = { movement: Movement; creditNote: string | null };

/** Asks the processor now; where it does not answer, the reconciling job does later. */
export async function sendIfAnswered(platform: Platform, cards: CardProcessor, id: string): Promise<void> {
  try {
    await sendCardRefund(platform, cards, id);
  } catch (error) {
    platform.log.warn({ err: error, refund: id }, "a refund waits for the card processor");
  }
}

/** Books a refund; `cardRefund` is to be sent to the processor when the transaction has ended. */
export async function bookRefund(
  tx: Transaction,
  platform: Platform,
  cards: CardProcessor | null,
  caller: Caller,
  refund: Refund,
  requestKey: string | null,
): Promise<Refunded & { cardRefund: string | null }> {
  const entryId = BigInt(refund.transaction);
  await lockEntry(tx, entryId);
  const before = requestKey ? await entryOfKey(tx, requestKey) : null;
  if (before !== null) return { ...(await refundOf(tx, before)), cardRefund: null };
  const movement = (await findMovements(tx, entryId)).find((each) => each.amountMicros > 0n);
  if (!movement) throw notFound();
  const source = sources[movement.kind];
  if (!source) throw invalid({ transaction: ["refund.not_refundable"] });
  const left = refundableMicros(movement);
  const amountMicros = refund.amount === undefined ? left : microsOfMinor(refund.amount);
  if (amountMicros <= 0n || amountMicros > left) throw invalid({ amount: ["refund.too_much"] });
  const invoice = movement.details.invoice ? await findInvoice(tx, movement.details.invoice) : null;
  const vatMicros = invoice ? vatShare(invoice.vatMicros, movement, amountMicros) : 0n;
  const key = requestKey ?? `refund:${entryId}:${movement.refundedMicros}`;
  const creditNote = invoice ? await issueCreditNote(tx, platform, invoice, amountMicros, vatMicros) : null;
  const posted = await post(tx, platform, caller, {
    movement,
    source,
    amountMicros,
    vatMicros,
    key,
    refund,
    creditNote,
  });
  await recordAudit(tx, {
    at: platform.clock.now(),
    actorUid: caller.uid,
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
  const isWhole = amountMicros === left;
  if (invoice && isWhole) await setInvoiceStatus(tx, invoice.number, "credited", platform.clock.now());
  const { plan } = movement.details;
  if (plan && isWhole) await unbookPlan(tx, { ownerUid: movement.ownerUid, plan, key, at: platform.clock.now() });
  const payment = await lockPaymentOfEntry(tx, entryId);
  if (payment && isWhole) await updatePayment(tx, payment.id, { status: "refunded" });
  const cardRefund = payment?.reference ? platform.random.id() : null;
  if (payment && cardRefund) {
    if (!cards) throw unavailable();
    await insertCardRefund(tx, {
      id: cardRefund,
      paymentId: payment.id,
      entryId: posted,
      amountMinor: BigInt(minorOfMicros(amountMicros + vatMicros)),
      currency: movement.currency,
      state: "asked",
      askedAt: platform.clock.now(),
    });
  }
  return { ...(await refundOf(tx, posted)), cardRefund };
}

async function refundOf(tx: Transaction, entryId: bigint): Promise<Refunded> {
  const [movement] = await findMovements(tx, entryId);
  if (!movement) throw new Error(`Entry ${entryId} is no refund`);
  return { movement, creditNote: movement.details.invoice ?? null };
}

/** The VAT that belongs to a part: in proportion, and the last part takes what is left of it. */
export function vatShare(
  vatMicros: bigint,
  movement: Pick<Movement, "amountMicros" | "refundedMicros">,
  amountMicros: bigint,
): bigint {
  const upTo = (micros: bigint): bigint =>
    ((vatMicros * micros) / movement.amountMicros / microsPerMinor) * microsPerMinor;
  const before = movement.refundedMicros;
  const after = before + amountMicros;
  return (after === movement.amountMicros ? vatMicros : upTo(after)) - upTo(before);
}

async function issueCreditNote(
  tx: Transaction,
  platform: Platform,
  invoice: KnownInvoice,
  amountMicros: bigint,
  vatMicros: bigint,
): Promise<string> {
  const owner = await findUser(tx, invoice.ownerUid);
  if (!owner) throw new Error(`Invoice ${invoice.number} has no owner`);
  const note = await issueInvoice(tx, {
    owner,
    seller: platform.config.seller,
    currency: invoice.currency,
    subject: { en: invoice.nameEn, de: invoice.nameDe },
    netMicros: -amountMicros,
    vatMicros: -vatMicros,
    vatRate: invoice.vatRate,
    paidBy: invoice.paidBy,
    corrects: invoice.number,
    at: platform.clock.now(),
  });
  return note.number;
}

type Posting = {
  movement: Movement;
  source: [HouseAccount, Fund];
  amountMicros: bigint;
  vatMicros: bigint;
  key: string;
  refund: Refund;
  creditNote: string | null;
};

async function post(tx: Transaction, platform: Platform, caller: Caller, posting: Posting): Promise<bigint> {
  const { movement, amountMicros, vatMicros } = posting;
  const [account, fund] = posting.source;
  const { ownerUid, currency } = movement;
  try {
    const { entryId } = await postEntry(tx, {
      key: posting.key,
      kind: "refund",
      fund,
      description: posting.refund.description,
      details: { refunds: movement.entryId.toString(), ...(posting.creditNote ? { invoice: posting.creditNote } : {}) },
      reverses: movement.entryId,
      actorUid: caller.uid,
      at: platform.clock.now(),
      lines: linesOf(
        line(available(ownerUid, currency), -amountMicros),
        line(house("vat", currency), -vatMicros),
        line(house(account, currency), amountMicros + vatMicros),
      ),
    });
    return entryId;
  } catch (error) {
    if (error instanceof InsufficientFunds) throw invalid({ amount: ["balance.insufficient"] });
    throw error;
  }
}
