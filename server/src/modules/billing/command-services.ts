import { createExecutor } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { approvalPolicy } from "./approvals/approval-policy.ts";
import { type CardProcessor, createCardProcessor } from "./payments/card-processor.ts";
import { answerRefund, sendCardRefund } from "./payments/card-refund.ts";

/** What billing's commands need beyond the platform. */
export type BillingServices = {
  /** null if the installation has no card processor. */
  cards: CardProcessor | null;
  /** Requests a booked refund from the processor now; if it does not answer, the reconciliation job retries. */
  sendRefund(id: string): Promise<void>;
};

declare module "@litfass/platform/command/command" {
  interface CommandServices extends BillingServices {}
}

/** Billing's services, with the card processor of the configuration unless one is passed. */
export function billingServices(platform: Platform, given?: CardProcessor): BillingServices {
  const { stripe } = platform.config.providers;
  const cards = given ?? (stripe ? createCardProcessor(stripe) : null);
  const execute = createExecutor<unknown>(platform, {}, { commands: [answerRefund], approvals: approvalPolicy });
  return {
    cards,
    async sendRefund(id) {
      if (!cards) return;
      try {
        await sendCardRefund({ platform, cards, execute }, id);
      } catch (error) {
        platform.log.warn({ err: error, refund: id }, "a refund waits for the card processor");
      }
    },
  };
}
