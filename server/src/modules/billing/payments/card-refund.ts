import { type CommandCall, command } from "@litfass/platform/command/command";
import { jobActor, runCommand } from "../run-command.ts";
import type { CardRefundRow } from "../tables.ts";
import { CardRefused, type CardWork } from "./card-processor.ts";
import { findPayment } from "./payment-sql.ts";
import { answerCardRefund, findCardRefund, type RefundAnswer } from "./reconcile-sql.ts";

/** The processor forgets its keys after a day; well before that we ask whether it already made the refund. */
const keyLifetimeMs = 12 * 3_600_000;
const refundActor = jobActor("billing.send-refund");

/** Records the processor's answer to a refund that the ledger has booked. */
export const answerRefund = command({
  name: "billing.answer_refund",
  errors: [],
  async run({ ctx, input }: CommandCall<{ id: string; answer: RefundAnswer }>): Promise<void> {
    const { id, answer } = input;
    if (!(await answerCardRefund(ctx.tx, id, answer, ctx.clock.now()))) return ctx.audit.unchanged("it is known");
    await ctx.audit.record({
      subject: { type: "card_refund", id },
      changes: [{ field: "state", before: "requested", after: answer.state }],
      details: "failure" in answer ? { description: answer.failure } : {},
    });
  },
});

/**
 * Requests a booked refund from the processor and records its answer. Resuming after an interruption refunds the
 * money once. Returns the refund's state.
 * @throws 503 if the processor does not answer; the refund stays requested.
 */
export async function sendCardRefund(work: CardWork, id: string): Promise<CardRefundRow["state"]> {
  const { platform, cards, execute } = work;
  const { db, clock, log } = platform;
  const refund = await findCardRefund(db, id);
  if (refund?.state !== "asked") return refund?.state ?? "refused";
  const payment = await findPayment(db, refund.paymentId);
  if (!payment?.reference) throw new Error(`The payment of refund ${id} has no id of the processor`);
  const { reference } = payment;
  const answered = async (answer: RefundAnswer) => {
    await runCommand(execute, answerRefund, refundActor, { id, answer });
    return answer.state;
  };
  const isOld = clock.now().getTime() - refund.askedAt.getTime() > keyLifetimeMs;
  const before = isOld ? await cards.records.findRefund(reference, id) : null;
  if (before) return answered({ state: "done", processorId: before });
  try {
    const made = await cards.refund({ id, reference, amountMinor: Number(refund.amountMinor) });
    return answered({ state: "done", processorId: made.id });
  } catch (error) {
    if (!(error instanceof CardRefused)) throw error;
    const processorId = await cards.records.findRefund(reference, id);
    if (processorId) return answered({ state: "done", processorId });
    log.error({ refund: id, payment: payment.id, reason: error.message }, "the card processor refuses a refund");
    return answered({ state: "refused", failure: error.message.slice(0, 500) });
  }
}
