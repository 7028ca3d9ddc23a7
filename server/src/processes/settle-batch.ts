import { currencySchema } from "@litfass/contract/kernel/money";
import type { BatchCost, SettleSpend } from "@litfass/events/index";
import type { Platform } from "@litfass/platform/platform";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { accrueMediaCost, consumeSpend, noteSpendLoss } from "../modules/billing/index.ts";
import { addAdUnitFigures, payeesOfPlacements, payeesOfSites } from "../modules/publishers/index.ts";
import { addCounts, settleSpend } from "../modules/spend/index.ts";

/**
 * Settles a batch of events. Charges are taken from leases and campaign budgets first, then from the customer's
 * reservation; the rest is the operator's loss, which is recorded and logged. Media cost is owed to the exchange or the
 * publisher whether or not the customer pays. Last, impressions and clicks are added to the campaigns' counters, and
 * to the figures of the ad units in pages' own auctions.
 */
export const settleBatch =
  ({ log, clock }: Pick<Platform, "log" | "clock">): SettleSpend =>
  async (tx, { key, process, spend, costs = [], counts = [], adUnits = [] }) => {
    const settled = await settleSpend(tx, { process, batch: key, perLease: spend });
    const at = clock.now();
    for (const { exchange, currency, amountMicros, impressions } of await costsByPayee(tx, costs)) {
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
    await addAdUnitFigures(tx, adUnits);
  };

/**
 * The costs of a batch by whom they are owed to: placements and verified sites of one publisher together. What pages
 * of other sites sold in their own auctions is owed to the name of these auctions.
 */
async function costsByPayee(tx: Transaction, costs: BatchCost[]): Promise<BatchCost[]> {
  const placements = costs.flatMap(({ placement }) => (placement === null ? [] : [placement]));
  const sites = costs.flatMap(({ site }) => (site === null ? [] : [site]));
  if (placements.length + sites.length === 0) return costs;
  const ofPlacements = placements.length === 0 ? new Map<number, string>() : await payeesOfPlacements(tx, placements);
  const ofSites = sites.length === 0 ? new Map<string, string>() : await payeesOfSites(tx, sites);
  const sums = new Map<string, BatchCost>();
  for (const cost of costs) {
    const exchange = ofPlacements.get(cost.placement ?? 0) ?? ofSites.get(cost.site ?? "") ?? cost.exchange;
    const name = `${exchange} ${cost.currency}`;
    const sum = sums.get(name) ?? { ...cost, exchange, impressions: 0, amountMicros: 0n };
    sum.impressions += cost.impressions;
    sum.amountMicros += cost.amountMicros;
    sums.set(name, sum);
  }
  return [...sums.values()];
}
