import type { Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

export type SpendBatch = {
  process: string;
  batch: string;
  /** The charges of a batch's impressions by lease. */
  perLease: { leaseId: string; campaignId: number; amountMicros: bigint }[];
};

export type SettledSpend = {
  campaignId: number;
  /** To be taken from the customer's reservation. */
  settledMicros: bigint;
  /** Charged on a returned lease after the budget was used up: the operator's loss. */
  lostMicros: bigint;
};

/**
 * Converts leased money into spent money in the caller's transaction, which also ensures that a batch counts once.
 * Returns one entry per campaign; the settled sum never exceeds the budget.
 */
export async function settleSpend(tx: Transaction, batch: SpendBatch): Promise<SettledSpend[]> {
  const spends = batch.perLease.filter((spend) => spend.amountMicros > 0n);
  if (spends.length === 0) return [];
  const campaigns = [...new Set(spends.map((spend) => spend.campaignId))];
  await tx.execute(sql`
    SELECT 1 FROM campaign_budgets WHERE campaign_id = ANY(${sql.param(campaigns)}::bigint[])
    ORDER BY campaign_id FOR UPDATE`);
  const settled = new Map<number, SettledSpend>();
  for (const spend of spends) {
    const entry = settled.get(spend.campaignId) ?? { campaignId: spend.campaignId, settledMicros: 0n, lostMicros: 0n };
    settled.set(spend.campaignId, entry);
    const settledMicros = await settleOne(tx, spend.leaseId, spend.campaignId, spend.amountMicros);
    entry.settledMicros += settledMicros;
    entry.lostMicros += spend.amountMicros - settledMicros;
  }
  return [...settled.values()];
}

/** A journal may name a lease that never was: it is not found, like one that does not exist any more. */
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** First from the lease's remainder; after its return, from the free budget as far as available. */
async function settleOne(tx: Transaction, leaseId: string, campaignId: number, amountMicros: bigint): Promise<bigint> {
  const { rows } = await tx.execute<{ settled: string }>(sql`
    WITH held AS (
      SELECT id, least(${String(amountMicros)}::bigint, granted_micros - consumed_micros) AS micros
      FROM leases WHERE id = ${isUuid.test(leaseId) ? leaseId : null}::uuid AND campaign_id = ${campaignId} FOR UPDATE
    ), used AS (
      UPDATE leases l SET consumed_micros = l.consumed_micros + h.micros FROM held h WHERE l.id = h.id
    ), parts AS (
      SELECT b.campaign_id, coalesce((SELECT micros FROM held), 0) AS from_lease,
        b.budget_micros - b.spent_micros - b.leased_micros AS free
      FROM campaign_budgets b WHERE b.campaign_id = ${campaignId}
    ), sums AS (
      SELECT campaign_id, from_lease, least(${String(amountMicros)}::bigint - from_lease, free) AS from_free FROM parts
    )
    UPDATE campaign_budgets b SET
      leased_micros = b.leased_micros - s.from_lease,
      spent_micros = b.spent_micros + s.from_lease + s.from_free
    FROM sums s WHERE b.campaign_id = s.campaign_id
    RETURNING s.from_lease + s.from_free AS settled`);
  return BigInt(rows[0]?.settled ?? 0);
}
