import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** Counted impressions and clicks of a campaign, and their charge in micros of its currency. */
export type CampaignCounts = { campaignId: number; impressions: number; clicks: number; chargeMicros: bigint };

const arrays = (counts: readonly CampaignCounts[]) => sql`unnest(
  ${sql.param(counts.map(({ campaignId }) => campaignId))}::bigint[],
  ${sql.param(counts.map(({ impressions }) => impressions))}::bigint[],
  ${sql.param(counts.map(({ clicks }) => clicks))}::bigint[],
  ${sql.param(counts.map(({ chargeMicros }) => String(chargeMicros)))}::bigint[]
) as counted (campaign_id, impressions, clicks, charge_micros)`;

/**
 * Adds the counts of a batch to its campaigns' counters, in the transaction that settles the batch. Locks the rows by
 * id, so that two batches never wait for each other in a circle; an unknown campaign is left out.
 */
export async function addCounts(tx: Transaction, counts: readonly CampaignCounts[]): Promise<void> {
  if (counts.length === 0) return;
  await tx.execute(sql`
    with locked as (
      select campaign_id from campaign_counters
      where campaign_id = any(${sql.param(counts.map(({ campaignId }) => campaignId))}::bigint[])
      order by campaign_id for update
    )
    update campaign_counters c set
      impressions = c.impressions + counted.impressions,
      clicks = c.clicks + counted.clicks,
      charge_micros = c.charge_micros + counted.charge_micros
    from ${arrays(counts)}, locked
    where c.campaign_id = counted.campaign_id and c.campaign_id = locked.campaign_id`);
}

/** Campaigns that were started before counters existed and whose earlier events are not counted, lowest id first. */
export async function listUnfilledCounters(db: Executor, limit: number): Promise<number[]> {
  const { rows } = await db.execute<{ campaign_id: string }>(sql`
    select campaign_id from campaign_counters where not filled order by campaign_id limit ${limit}`);
  return rows.map((row) => Number(row.campaign_id));
}

/** Replaces the counters of campaigns by these sums; the intake must be paused until the end of the transaction. */
export async function fillCounters(tx: Transaction, counts: readonly CampaignCounts[]): Promise<void> {
  await tx.execute(sql`
    update campaign_counters c set
      impressions = counted.impressions, clicks = counted.clicks, charge_micros = counted.charge_micros, filled = true
    from ${arrays(counts)} where c.campaign_id = counted.campaign_id`);
}
