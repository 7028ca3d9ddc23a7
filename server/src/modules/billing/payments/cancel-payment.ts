import type { Actor } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { runCommand } from "../run-command.ts";
import type { PaymentRow } from "../tables.ts";
import type { CardWork } from "./card-processor.ts";
import type { Checkout } from "./checkout.ts";
import { updatePayment } from "./payment-sql.ts";
import { settleCheckout } from "./settle-payment.ts";

/**
 * Notes that a payment was given up, once its checkout is closed at the processor. One that was paid at that moment is
 * credited instead; a settled one stays as it is. Outputs null for a checkout that is not ours.
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

/** Closes the checkout of an unfinished payment at the processor, so that nobody can pay it any more, and notes the end. */
export async function cancelPayment(
  { cards, execute }: CardWork,
  actor: Actor,
  payment: PaymentRow,
): Promise<PaymentRow> {
  if (payment.status !== "pending" || payment.checkoutId === null) return payment;
  const checkout = await cards.closeCheckout(payment.checkoutId);
  return (await runCommand(execute, markPaymentCancelled, actor, { checkout })) ?? payment;
}
