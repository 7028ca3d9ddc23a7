import { currencySchema } from "@litfass/contract/kernel/money";
import type { BatchCost, SettleSpend } from "@litfass/events/index";
import type { Platform } from "@litfass/platform/platform";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { accrueMediaCost, consumeSpend, type MediaCost, noteSpendLoss } from "../modules/billing/index.ts";
import { addAdUnitFigures, payeesOfPlacements, payeesOfSites } from "../modules/publishers/index.ts";
import { addCounts, settleSpend } from "../modules/spend/index.ts";
import { payeesOfAudiences, unknownDataProvider } from "../modules/targeting/index.ts";

/**
 * Settles a batch of events. Charges are taken from leases and campaign budgets first, then from the customer's
 * reservation; the rest is the operator's loss, which is recorded and logged. Impressions and clicks are added to the
 * campaigns' counters, and to the figures of the ad units in pages' own auctions. Media cost is owed to the exchange or the
 * publisher whether or not the customer pays.
 */
export const settleBatch =
  ({ log, clock }: Pick<Platform, "log" | "clock">): SettleSpend =>
  async (tx, { key, process, spend, costs = [], counts = [], adUnits = [] }) => {
    const settled = await settleSpend(tx, { process, batch: key, perLease: spend });
    const at = clock.now();
    const charges = settled.map(({ campaignId, settledMicros }) => ({ campaignId, amountMicros: settledMicros }));
    const taken = await consumeSpend(tx, charges, at);
    for (const { campaignId, settledMicros, lostMicros } of settled) {
      const beyondReservationMicros = settledMicros - (taken.get(campaignId) ?? 0n);
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
    // Last, because batches of all ad servers wait for the row of an exchange.
    await accrueMediaCost(tx, await costsByPayee(tx, costs), at);
  };

/**
 * The costs of a batch with whom they are owed to: for placements and verified sites their publisher. What pages
 * of other sites sold in their own auctions is owed to the name of these auctions. Data fees are owed to the provider of their
 * audience.
 */
async function costsByPayee(tx: Transaction, costs: BatchCost[]): Promise<MediaCost[]> {
  const placements = costs.flatMap(({ placement }) => (placement === null ? [] : [placement]));
  const sites = costs.flatMap(({ site }) => (site === null ? [] : [site]));
  const ofPlacements = placements.length === 0 ? new Map<number, string>() : await payeesOfPlacements(tx, placements);
  const ofSites = sites.length === 0 ? new Map<string, string>() : await payeesOfSites(tx, sites);
  const audiences = costs.flatMap(({ audience }) => (audience === null ? [] : [audience]));
  const ofAudiences = audiences.length === 0 ? new Map<number, string>() : await payeesOfAudiences(tx, audiences);
  return costs.map(({ placement, site, audience, currency, amountMicros, impressions, exchange }) => ({
    exchange:
      audience === null
        ? (ofPlacements.get(placement ?? 0) ?? ofSites.get(site ?? "") ?? exchange)
        : (ofAudiences.get(audience) ?? unknownDataProvider),
    currency: currencySchema.parse(currency),
    amountMicros,
    impressions,
  }));
}
