import type { Platform } from "@litfass/platform/platform";
import type { PaymentRow } from "../tables.ts";
import type { CardProcessor } from "./card-processor.ts";
import { updatePayment } from "./payment-sql.ts";
import { settleCheckout } from "./settle-payment.ts";

/**
 * Gives up a payment that was begun and not finished: its checkout is closed at the processor, so that nobody can pay it any
 * more. One that was paid in that moment is credited instead; one that is settled stays as it is.
 */
export async function cancelPayment(
  platform: Platform,
  cards: CardProcessor,
  payment: PaymentRow,
): Promise<PaymentRow> {
  if (payment.status !== "pending" || payment.checkoutId === null) return payment;
  const checkout = await cards.closeCheckout(payment.checkoutId);
  return platform.db.transaction(async (tx) => {
    const settled = (await settleCheckout(tx, platform, checkout)) ?? payment;
    return settled.status === "failed" && settled.failureCode === "expired"
      ? updatePayment(tx, payment.id, { failureCode: "cancelled" })
      : settled;
  });
}
