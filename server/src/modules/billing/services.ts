import type { Platform } from "@litfass/platform/platform";
import { type CardProcessor, createCardProcessor } from "./payments/card-processor.ts";
import { sendCardRefund } from "./payments/card-refund.ts";

/** What billing's commands need beyond the platform. */
export type BillingServices = {
  /** null where the installation has no card processor. */
  cards: CardProcessor | null;
  /** Asks the processor for a booked refund now; where it does not answer, the reconciling job does later. */
  sendRefund(id: string): Promise<void>;
};

declare module "@litfass/platform/command/command" {
  interface CommandServices extends BillingServices {}
}

/** Billing's services, with the card processor of the configuration unless another one is given. */
export function billingServices(platform: Platform, given?: CardProcessor): BillingServices {
  const { stripe } = platform.config.providers;
  const cards = given ?? (stripe ? createCardProcessor(stripe) : null);
  return {
    cards,
    async sendRefund(id) {
      if (!cards) return;
      try {
        await sendCardRefund(platform, cards, id);
      } catch (error) {
        platform.log.warn({ err: error, refund: id }, "a refund waits for the card processor");
      }
    },
  };
}
