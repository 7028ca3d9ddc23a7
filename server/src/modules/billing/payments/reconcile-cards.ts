import { type CommandCall, command } from "@litfass/platform/command/command";
import { jobActor, runCommand } from "../run-command.ts";
import type { PaymentRow } from "../tables.ts";
import type { CardWork } from "./card-processor.ts";
import { sendCardRefund } from "./card-refund.ts";
import type { Checkout } from "./checkout.ts";
import { failWithoutCheckout, listPending, statusByCheckout } from "./payment-sql.ts";
import type { CardMovement, FailedRefund } from "./reconcile-records.ts";
import {
  answerCardRefund,
  askedUntil,
  listAskedRefunds,
  noteCardMovements,
  noteFailedRefund,
  setAskedUntil,
} from "./reconcile-sql.ts";
import { confirmPayment, settlePayment } from "./settle-payment.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const batchSize = 100;
/** A checkout can be paid within a day. */
const checkoutLifetimeMs = 24 * hourMs;
/** Allows for clock differences and delayed lists. */
const overlapMs = hourMs;
const reconciler = jobActor("billing.reconcile-cards");

/** Ends payments created before an instant that never got a checkout. Returns their number. */
export const failUnstartedPayments = command({
  name: "billing.fail_unstarted_payments",
  errors: [],
  async run({ ctx, input }: CommandCall<{ before: Date }>): Promise<number> {
    const ids = await failWithoutCheckout(ctx.tx, input.before, ctx.clock.now());
    await ctx.audit.record(...ids.map((id) => ({ subject: { type: "payment", id } })));
    if (ids.length === 0) ctx.audit.unchanged("every payment has its checkout");
    return ids.length;
  },
});

type CardRecordsSeen = { moved: CardMovement[]; failed: FailedRefund[]; until: Date };

/**
 * Records movements reported by the processor and the time up to which it was asked. Returns the number of new
 * movements.
 */
export const noteCardRecords = command({
  name: "billing.note_card_records",
  errors: [],
  async run({ ctx, input: { moved, failed, until } }: CommandCall<CardRecordsSeen>): Promise<number> {
    const { tx, audit, clock } = ctx;
    audit.unchanged("the processor's own records are copied");
    for (const { id, refundId } of moved) {
      const answer = { state: "done", processorId: id } as const;
      if (refundId && (await answerCardRefund(tx, refundId, answer, clock.now()))) {
        await audit.record({
          subject: { type: "card_refund", id: refundId },
          changes: [{ field: "state", before: "requested", after: "done" }],
        });
      }
    }
    for (const refund of failed) {
      if (await noteFailedRefund(tx, refund, clock.now())) {
        await audit.record({
          subject: { type: "card_refund", id: refund.refundId ?? refund.id },
          changes: [{ field: "state", before: "done", after: "refused" }],
        });
      }
    }
    const added = await noteCardMovements(tx, moved);
    await setAskedUntil(tx, until);
    return added;
  },
});

/**
 * Settles payments whose webhook never arrived and resumes interrupted refunds, based on what is open in our books. A
 * job runs it every few minutes. Returns the number settled.
 */
export async function reconcilePayments(work: CardWork): Promise<number> {
  const { db, clock } = work.platform;
  const now = clock.now();
  const before = new Date(now.getTime() - 2 * minuteMs);
  const unstarted = { before: new Date(now.getTime() - 15 * minuteMs) };
  let settled = await runCommand(work.execute, failUnstartedPayments, reconciler, unstarted);
  for (const payment of await listPending(db, before, batchSize)) {
    const confirm = async () => (await confirmPayment(work, reconciler, payment)).status;
    if (await attempt(work, { payment: payment.id }, confirm)) settled += 1;
  }
  for (const { id } of await listAskedRefunds(db, before, batchSize)) {
    if (await attempt(work, { refund: id }, () => sendCardRefund(work, id))) settled += 1;
  }
  return settled;
}

/** Whether the new state is final. */
async function attempt({ platform }: CardWork, fields: object, run: () => Promise<string>): Promise<boolean> {
  try {
    return !["pending", "asked"].includes(await run());
  } catch (error) {
    platform.log.error({ err: error, ...fields }, "money at the card processor could not be reconciled");
    return false;
  }
}

export type Reconciled = { checkouts: number; movements: number; settled: number };

/**
 * Fetches everything from the processor since the last run and corrects our books: checkouts that were paid or
 * expired, refunds that were made or failed. Its movements are stored for the nightly reconciliation. Late, missing,
 * repeated and out-of-order webhooks lead to the same books.
 * @throws 503 if the processor does not answer; the next run asks for the same period again.
 */
export async function reconcileCards(work: CardWork): Promise<Reconciled> {
  const { platform, cards, execute } = work;
  const began = platform.clock.now();
  const last = (await askedUntil(platform.db)) ?? new Date(0);
  const since = new Date(Math.max(0, Math.min(last.getTime(), began.getTime()) - checkoutLifetimeMs - overlapMs));
  let settled = await reconcilePayments(work);
  const checkouts = await cards.records.checkouts(since);
  const known = await statusByCheckout(
    platform.db,
    checkouts.map(({ id }) => id),
  );
  for (const checkout of checkouts.filter((each) => isNews(each, known.get(each.id)))) {
    // A checkout of another installation settles nothing.
    const settle = async () =>
      (await runCommand(execute, settlePayment, reconciler, { checkout }))?.status ?? "pending";
    if (await attempt(work, { checkout: checkout.id }, settle)) settled += 1;
  }
  const payments = await cards.records.payments(since);
  const refunds = await cards.records.refunds(since);
  const records = { moved: [...payments, ...refunds.moved], failed: refunds.failed, until: began };
  const movements = await runCommand(execute, noteCardRecords, reconciler, records);
  return { checkouts: checkouts.length, movements, settled };
}

/** Whether a checkout says more than its payment's status: the processor lists checkouts of earlier runs again. */
function isNews({ state }: Checkout, status: PaymentRow["status"] | undefined): boolean {
  if (state === "open") return false;
  return status === undefined || status === "pending" || (status === "failed" && state === "paid");
}
