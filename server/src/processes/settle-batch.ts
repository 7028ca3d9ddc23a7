import { consumeSpend } from "../billing/index.ts";
import { settleSpend } from "../delivery/index.ts";
import type { SettleSpend } from "../events/index.ts";

/** What a batch of events cost: out of leases and campaign budgets first, then out of the customer's reservation. */
export const settleBatch: SettleSpend = async (tx, { key, process, spend }) => {
  const settled = await settleSpend(tx, { process, batch: key, perLease: spend });
  for (const { campaignId, settledMicros } of settled) {
    await consumeSpend(tx, { campaignId, amountMicros: settledMicros, key: `spend:${key}:${campaignId}` });
  }
};
