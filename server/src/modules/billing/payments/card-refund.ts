import type { Platform } from "@litfass/platform/platform";
import type { CardRefundRow } from "../tables.ts";
import { type CardProcessor, CardRefused } from "./card-processor.ts";
import { findPayment } from "./payment-sql.ts";
import { answerCardRefund, findCardRefund } from "./reconcile-sql.ts";

/** The processor forgets its keys after a day; well before that it is asked whether it did it already. */
const keyLivesMs = 12 * 3_600_000;

/**
 * Asks the processor for a refund that the ledger has booked, and notes its answer. Asked again after a break-off it
 * gives the money back once. Answers the refund's state.
 * @throws 503 where the processor does not answer; the refund stays asked for.
 */
export async function sendCardRefund(
  platform: Platform,
  cards: CardProcessor,
  id: string,
): Promise<CardRefundRow["state"]> {
  const { db, clock } = platform;
  const refund = await findCardRefund(db, id);
  if (refund?.state !== "asked") return refund?.state ?? "refused";
  const payment = await findPayment(db, refund.paymentId);
  if (!payment?.reference) throw new Error(`The payment of refund ${id} has no number of the processor`);
  const { reference } = payment;
  const isOld = clock.now().getTime() - refund.askedAt.getTime() > keyLivesMs;
  const before = isOld ? await cards.records.findRefund(reference, id) : null;
  try {
    const { id: processorId } = before
      ? { id: before }
      : await cards.refund({ id, reference, amountMinor: Number(refund.amountMinor) });
    await answerCardRefund(db, id, { state: "done", processorId }, clock.now());
    return "done";
  } catch (error) {
    if (!(error instanceof CardRefused)) throw error;
    const processorId = await cards.records.findRefund(reference, id);
    if (processorId) {
      await answerCardRefund(db, id, { state: "done", processorId }, clock.now());
      return "done";
    }
    await answerCardRefund(db, id, { state: "refused", failure: error.message.slice(0, 500) }, clock.now());
    platform.log.error(
      { refund: id, payment: payment.id, reason: error.message },
      "the card processor refuses a refund",
    );
    return "refused";
  }
}
