import { minorOfMicros } from "@litfass/contract/money";
import { fixedClock } from "../platform/clock.ts";
import type { Platform } from "../platform/platform.ts";
import type { CardProcessor, Checkout } from "./card-processor.ts";
import { dueMicros } from "./payment.ts";
import { settleCheckout } from "./settle-payment.ts";
import { type Purchase, startPayment } from "./start-payment.ts";

/**
 * A card payment of the demo's past, on the way that every payment takes: begun, paid, credited and invoiced, with the
 * time of then. Only the card processor is left out, because it knows nothing of the past.
 */
export async function seedDemoPayment(platform: Platform, purchase: Purchase, at: Date): Promise<void> {
  const then = { ...platform, clock: fixedClock(at) };
  const id = `cs_demo_${platform.random.id()}`;
  const open: Checkout = {
    id,
    url: null,
    state: "open",
    amountMinor: 0,
    currency: "CHF",
    reference: null,
    failureCode: null,
  };
  const remembers: Pick<CardProcessor, "createCheckout"> = { createCheckout: async () => open };
  const payment = await startPayment(then, remembers as CardProcessor, purchase);
  await platform.db.transaction((tx) =>
    settleCheckout(tx, then, {
      ...open,
      state: "paid",
      amountMinor: minorOfMicros(dueMicros(payment)),
      currency: payment.currency,
      reference: `pi_demo_${payment.id}`,
    }),
  );
}
