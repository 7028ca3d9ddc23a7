import type { BankEntryReason, BankEntryState } from "@litfass/contract/bank/bank-files";
import type { PayoutRow } from "../../publishers/index.ts";
import type { ParsedEntry } from "../files/parsed-file.ts";
import type { InvoicedOrder } from "./order-of-invoice-sql.ts";

/**
 * What is to be done about a payout, as it was before. `note` names the entry of one that a person had marked as paid.
 */
export type Effect = {
  step: "execute" | "return" | "reject" | "note";
  payout: PayoutRow;
  /** Of a return: what banks deducted. */
  chargesMicros?: bigint;
};
export type Outcome = {
  state: BankEntryState;
  reason: BankEntryReason | null;
  payoutId: number | null;
  orderId: number | null;
  effects: Effect[];
};
/** The parts of an entry by which it is matched. */
export type Matchable = Pick<
  ParsedEntry,
  | "kind"
  | "bookingKey"
  | "isSummary"
  | "hasOtherDetails"
  | "isPending"
  | "isReturn"
  | "isRejection"
  | "account"
  | "currency"
  | "amountMicros"
  | "instructed"
  | "chargesMicros"
  | "messageId"
  | "paymentInformationId"
  | "instructionId"
  | "endToEndId"
  | "reference"
>;
/** What the books know of the entries' references; the matcher keeps the payouts' states up to date. */
export type Known = {
  payouts: readonly PayoutRow[];
  /** The order of an invoice by the reference in an entry. */
  orderOf(reference: string): InvoicedOrder | "none" | null;
  /** Bookings of which single transfers are stored. */
  detailed: ReadonlySet<string>;
  /** Orders that an entry of a booking is about already, as `booking order`. */
  suggested: ReadonlySet<string>;
};

const unknown = (reason: BankEntryReason, payout?: PayoutRow): Outcome => ({
  ...{ state: "unknown", reason, payoutId: payout?.id ?? null, orderId: null, effects: [] },
});
const done = (reason: BankEntryReason, payout?: PayoutRow): Outcome => ({ ...unknown(reason, payout), state: "done" });

/** Decides about entries one after the other: what each is, and what it does to payouts. */
export function createMatcher(known: Known): (entry: Matchable) => Outcome {
  const byTransfer = new Map<string, PayoutRow>();
  const byMessage = new Map<string, PayoutRow[]>();
  for (const each of known.payouts) {
    const payout = { ...each };
    byTransfer.set(payout.instructionId, payout);
    byTransfer.set(payout.endToEndId, payout);
    byMessage.set(payout.messageId, [...(byMessage.get(payout.messageId) ?? []), payout]);
  }
  const suggested = new Set(known.suggested);
  const detailed = new Set(known.detailed);

  const payoutOf = ({ instructionId, endToEndId }: Matchable): PayoutRow | undefined =>
    byTransfer.get(instructionId ?? "") ?? byTransfer.get(endToEndId ?? "");
  /** The payouts of a file, if the entry is for a whole booking of it. */
  const payoutsOf = ({ isSummary, messageId, paymentInformationId }: Matchable): PayoutRow[] =>
    isSummary ? (byMessage.get(messageId ?? "") ?? byMessage.get(messageOfPayment(paymentInformationId)) ?? []) : [];

  function debit(entry: Matchable): Outcome {
    if (entry.isReturn) return unknown("credit_reversed");
    const payout = payoutOf(entry);
    if (payout) return execute(entry, [payout]);
    const all = payoutsOf(entry);
    if (all.length === 0) return entry.hasOtherDetails ? unknown("details_differ") : none(entry);
    const open = all.filter(({ state }) => state === "in_payment");
    return execute(entry, open.length > 0 ? open : all);
  }

  function execute(entry: Matchable, payouts: PayoutRow[]): Outcome {
    const [first] = payouts;
    const single = payouts.length === 1 ? first : undefined;
    const state = first?.state;
    if (payouts.every(({ executedBooking }) => executedBooking === entry.bookingKey)) return done("repeated", single);
    if (!isOwnAccount(entry, payouts)) return unknown("other_account", single);
    if (!isAmountOf(entry, payouts)) return unknown("amount_differs", single);
    const isOpen = payouts.every((each) => each.state === "in_payment");
    // A person marked the payment as paid before the bank's file came.
    const isByHand = payouts.every((each) => each.state === "executed" && each.executedBooking === null);
    if (!isOpen && !isByHand) {
      return unknown(state === "canceled" || state === "rejected" ? state : "already_executed", single);
    }
    const effects = payouts.map((payout): Effect => ({ step: isOpen ? "execute" : "note", payout: { ...payout } }));
    for (const payout of payouts) {
      payout.state = "executed";
      payout.executedBooking = entry.bookingKey;
    }
    return { state: "matched", reason: null, payoutId: single?.id ?? null, orderId: null, effects };
  }

  function credit(entry: Matchable): Outcome {
    const payout = payoutOf(entry);
    const payouts = payout ? [payout] : entry.isReturn ? payoutsOf(entry) : [];
    if (payouts.length > 0) return sendBack(entry, payouts);
    if (entry.hasOtherDetails) return unknown("details_differ");
    return entry.isReturn || entry.reference === null ? none(entry) : customerPayment(entry, entry.reference);
  }

  function sendBack(entry: Matchable, payouts: PayoutRow[]): Outcome {
    const [first] = payouts;
    const single = payouts.length === 1 ? first : undefined;
    if (payouts.every(({ returnedBooking }) => returnedBooking === entry.bookingKey)) return done("repeated", single);
    if (!isOwnAccount(entry, payouts)) return unknown("other_account", single);
    const chargesMicros = isAmountOf(entry, payouts) ? 0n : chargesOn(entry, single);
    if (chargesMicros === null) return unknown("amount_differs", single);
    const other = payouts.find(({ state }) => state !== "executed");
    if (other?.state === "in_payment") return unknown("not_executed", single);
    if (other) return unknown(other.state === "returned" ? "already_returned" : (other.state as "canceled"), single);
    if (!entry.isReturn && single) {
      // Payers choose the reference of a credit themselves: without the bank's word it may be anything.
      return { state: "suggestion", reason: null, payoutId: single.id, orderId: null, effects: [] };
    }
    const effects = payouts.map((payout): Effect => ({ step: "return", payout: { ...payout }, chargesMicros }));
    for (const payout of payouts) {
      payout.state = "returned";
      payout.returnedBooking = entry.bookingKey;
    }
    return { state: "returned", reason: null, payoutId: single?.id ?? null, orderId: null, effects };
  }

  function customerPayment(entry: Matchable, reference: string): Outcome {
    const order = known.orderOf(reference);
    if (order === null) return none(entry);
    if (order === "none") return unknown("no_order");
    const about = { ...unknown("amount_differs"), orderId: order.id };
    const key = `${entry.bookingKey} ${order.id}`;
    if (entry.isSummary && detailed.has(entry.bookingKey)) return done("detailed");
    if (suggested.has(key)) return { ...about, state: "done", reason: "repeated" };
    if (order.status === "paid") return { ...about, reason: "order_paid" };
    if (order.status === "rejected" || order.status === "cancelled") return { ...about, reason: "order_closed" };
    if (entry.currency !== order.currency || entry.amountMicros !== order.grossMicros) return about;
    suggested.add(key);
    return { ...about, state: "suggestion", reason: null };
  }

  /** The transfers of a booking say more than its summary in another file. */
  const none = (entry: Matchable): Outcome =>
    entry.isSummary && detailed.has(entry.bookingKey) ? done("detailed") : unknown("no_match");

  function report(entry: Matchable): Outcome {
    if (!entry.isRejection) return done("accepted");
    const payout = payoutOf(entry);
    const payouts = payout ? [payout] : payoutsOf(entry);
    const [first] = payouts;
    if (first === undefined) return unknown("no_match");
    const single = payouts.length === 1 ? first : undefined;
    const open = payouts.filter(({ state }) => state === "in_payment");
    if (open.length === 0) {
      return payouts.every(({ state }) => state === "rejected" || state === "canceled")
        ? done("repeated", single)
        : unknown("already_executed", single);
    }
    const effects = open.map((each): Effect => ({ step: "reject", payout: { ...each } }));
    for (const each of open) each.state = "rejected";
    return { state: "returned", reason: null, payoutId: single?.id ?? null, orderId: null, effects };
  }

  return (entry) => {
    if (entry.isPending) return done("pending");
    const outcome = entry.kind === "status" ? report(entry) : entry.kind === "debit" ? debit(entry) : credit(entry);
    if (!entry.isSummary) detailed.add(entry.bookingKey);
    return outcome;
  };
}

/** A file has one payment, whose ID ends in -1 (`paymentInformationId`). */
export const messageOfPayment = (paymentInformationId: string | null): string =>
  paymentInformationId?.endsWith("-1") ? paymentInformationId.slice(0, -2) : "";

/** Earlier payments do not say which account they debit. */
const isOwnAccount = ({ account }: Matchable, payouts: PayoutRow[]): boolean =>
  payouts.every(({ debitIban }) => debitIban === null || debitIban === account);

function isAmountOf({ currency, amountMicros, instructed }: Matchable, payouts: PayoutRow[]): boolean {
  const sum = payouts.reduce((total, payout) => total + payout.amountMicros, 0n);
  const [own] = payouts;
  if (own === undefined) return false;
  return instructed?.currency === own.currency
    ? instructed.micros === sum
    : currency === own.currency && amountMicros === sum;
}

/** What is missing of a payout that came back, if the bank states exactly that as charges; null for any other amount. */
export function chargesOn(
  { currency, amountMicros, chargesMicros }: Pick<Matchable, "currency" | "amountMicros" | "chargesMicros">,
  payout: Pick<PayoutRow, "currency" | "amountMicros"> | undefined,
): bigint | null {
  if (payout === undefined || chargesMicros === null || currency !== payout.currency) return null;
  return amountMicros > 0n && amountMicros + chargesMicros === payout.amountMicros ? chargesMicros : null;
}
