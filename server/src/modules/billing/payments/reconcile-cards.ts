import type { Platform } from "@litfass/platform/platform";
import type { CardProcessor } from "./card-processor.ts";
import { sendCardRefund } from "./card-refund.ts";
import { failWithoutCheckout, listPending } from "./payment-sql.ts";
import {
  answerCardRefund,
  askedUntil,
  listAskedRefunds,
  noteCardMovements,
  noteFailedRefund,
  setAskedUntil,
} from "./reconcile-sql.ts";
import { confirmPayment, settleCheckout } from "./settle-payment.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const batch = 100;
/** A checkout can be paid for a day after it began. */
const checkoutLivesMs = 24 * hourMs;
/** Clocks differ, and lists lag behind. */
const overlapMs = hourMs;

/**
 * Settles payments whose webhook never came and sends refunds that broke off, by what our own books say is open. A job
 * runs it every few minutes. Answers how many were settled.
 */
export async function reconcilePayments(platform: Platform, cards: CardProcessor): Promise<number> {
  const now = platform.clock.now();
  const before = new Date(now.getTime() - 2 * minuteMs);
  let settled = await failWithoutCheckout(platform.db, new Date(now.getTime() - 15 * minuteMs), now);
  for (const payment of await listPending(platform.db, before, batch)) {
    const fields = { payment: payment.id };
    if (await attempt(platform, fields, async () => (await confirmPayment(platform, cards, payment)).status))
      settled += 1;
  }
  for (const refund of await listAskedRefunds(platform.db, before, batch)) {
    if (await attempt(platform, { refund: refund.id }, () => sendCardRefund(platform, cards, refund.id))) settled += 1;
  }
  return settled;
}

/** Whether the state that it came to is a final one. */
async function attempt(platform: Platform, fields: object, run: () => Promise<string>): Promise<boolean> {
  try {
    return !["pending", "asked"].includes(await run());
  } catch (error) {
    platform.log.error({ err: error, ...fields }, "money at the card processor could not be reconciled");
    return false;
  }
}

export type Reconciled = { checkouts: number; movements: number; settled: number };

/**
 * Asks the processor for everything since the last time and heals our books by it: checkouts that were paid or have
 * expired, refunds that were made or failed. What it moved is noted, so that the daily proof can compare. Late, missing,
 * repeated and out-of-order webhooks leave the same books behind.
 * @throws 503 where the processor does not answer; the next run asks for the same time again.
 */
export async function reconcileCards(platform: Platform, cards: CardProcessor): Promise<Reconciled> {
  const { db, clock } = platform;
  const began = clock.now();
  const last = (await askedUntil(db)) ?? new Date(0);
  const since = new Date(Math.max(0, Math.min(last.getTime(), began.getTime()) - checkoutLivesMs - overlapMs));
  let settled = await reconcilePayments(platform, cards);
  const checkouts = await cards.records.checkouts(since);
  for (const checkout of checkouts.filter(({ state }) => state !== "open")) {
    const settle = async () =>
      (await db.transaction((tx) => settleCheckout(tx, platform, checkout)))?.status ?? "not ours";
    if (await attempt(platform, { checkout: checkout.id }, settle)) settled += 1;
  }
  const payments = await cards.records.payments(since);
  const refunds = await cards.records.refunds(since);
  for (const { id, refundId } of refunds.moved) {
    if (refundId) await answerCardRefund(db, refundId, { state: "done", processorId: id }, clock.now());
  }
  for (const refund of refunds.failed) await noteFailedRefund(db, refund, clock.now());
  const movements = await noteCardMovements(db, [...payments, ...refunds.moved]);
  await setAskedUntil(db, began);
  return { checkouts: checkouts.length, movements, settled };
}
