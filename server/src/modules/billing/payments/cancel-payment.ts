import type { Actor } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { runCommand } from "../run-command.ts";
import type { PaymentRow } from "../tables.ts";
import type { CardWork } from "./card-processor.ts";
import type { Checkout } from "./checkout.ts";
import { updatePayment } from "./payment-sql.ts";
import { settleCheckout } from "./settle-payment.ts";

/**
 * Records that a payment was canceled, after its checkout was closed at the processor. If it was paid in the
 * meantime, it is credited instead; a settled payment stays unchanged. Returns null for an unknown checkout.
 */
export const markPaymentCancelled = command({
  name: "billing.cancel_payment",
  errors: [],
  async run({ ctx, input }: CommandCall<{ checkout: Checkout }>): Promise<PaymentRow | null> {
    const settled = await settleCheckout(ctx, input.checkout);
    const isExpired = settled?.status === "failed" && settled.failureCode === "expired";
    return isExpired ? updatePayment(ctx.tx, settled.id, { failureCode: "cancelled" }) : settled;
  },
});

/**
 * Closes the checkout of an unfinished payment at the processor, so that it can no longer be paid, and records the
 * cancellation.
 */
export async function cancelPayment(
  { cards, execute }: CardWork,
  actor: Actor,
  payment: PaymentRow,
): Promise<PaymentRow> {
  if (payment.status !== "pending" || payment.checkoutId === null) return payment;
  const checkout = await cards.closeCheckout(payment.checkoutId);
  return (await runCommand(execute, markPaymentCancelled, actor, { checkout })) ?? payment;
}
