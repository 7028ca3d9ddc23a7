import { currencySchema } from "@litfass/contract/kernel/money";
import type { SettleSpend } from "@litfass/events/index";
import type { Platform } from "@litfass/platform/platform";
import { accrueMediaCost, consumeSpend, noteSpendLoss } from "../modules/billing/index.ts";
import { addCounts, settleSpend } from "../modules/spend/index.ts";

/**
 * Settles a batch of events. Charges are taken from leases and campaign budgets first, then from the customer's
 * reservation; the rest is the operator's loss, which is recorded and logged. Media cost is owed to the exchange whether
 * or not the customer pays. Last, impressions and clicks are added to the campaigns' counters.
 */
export const settleBatch =
  ({ log, clock }: Pick<Platform, "log" | "clock">): SettleSpend =>
  async (tx, { key, process, spend, costs = [], counts = [] }) => {
    const settled = await settleSpend(tx, { process, batch: key, perLease: spend });
    const at = clock.now();
    for (const { exchange, currency, amountMicros, impressions } of costs) {
      const booked = { exchange, currency: currencySchema.parse(currency), amountMicros, impressions, at };
      await accrueMediaCost(tx, { ...booked, key: `media:${key}:${exchange}:${currency}` });
    }
    for (const { campaignId, settledMicros, lostMicros } of settled) {
      const taken = await consumeSpend(tx, {
        campaignId,
        amountMicros: settledMicros,
        key: `spend:${key}:${campaignId}`,
        at,
      });
      const beyondReservationMicros = settledMicros - taken;
      if (lostMicros + beyondReservationMicros === 0n) continue;
      await noteSpendLoss(tx, { batch: key, campaignId, beyondBudgetMicros: lostMicros, beyondReservationMicros, at });
      log.warn(
        {
          batch: key,
          campaign: campaignId,
          lostMicros: `${lostMicros}`,
          unreservedMicros: `${beyondReservationMicros}`,
        },
        "impressions came too late to be paid",
      );
    }
    await addCounts(tx, counts);
  };
