import { evenDayMicros } from "@litfass/adserver/index";
import { type CampaignSnapshot, campaignSnapshot, snapshotChannel } from "@litfass/contract/adserver/snapshot";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";

/**
 * Publishes a campaign to every delivery process in the caller's transaction; they see it within two seconds of the
 * commit. A version older than the published one changes nothing. `now` fixes the even daily share from here on.
 * @throws ZodError for an invalid snapshot.
 */
export async function publishCampaign(tx: Transaction, snapshot: CampaignSnapshot, now = new Date()): Promise<void> {
  const checked = campaignSnapshot.parse(snapshot);
  const { rows } = await tx.execute(sql`
    INSERT INTO campaign_snapshots (campaign_id, version, is_live, payload, published_at)
    VALUES (${checked.campaignId}, ${checked.version}, true, ${JSON.stringify(checked)}::jsonb, now())
    ON CONFLICT (campaign_id) DO UPDATE SET version = excluded.version, is_live = true, payload = excluded.payload,
      published_at = excluded.published_at
    WHERE campaign_snapshots.version <= excluded.version
    RETURNING campaign_id`);
  if (rows.length === 0) return;
  await setBudget(tx, checked, now);
  await notify(tx, checked.campaignId);
}

/** The minimum for a lowered budget is what is spent and leased, because leases may still be charged. */
async function setBudget(tx: Transaction, snapshot: CampaignSnapshot, now: Date): Promise<void> {
  const { campaignId, budgetMicros } = snapshot;
  const { rows } = await tx.execute<{ spent_micros: string; leased_micros: string }>(
    sql`SELECT spent_micros, leased_micros FROM campaign_budgets WHERE campaign_id = ${campaignId} FOR UPDATE`,
  );
  const spent = BigInt(rows[0]?.spent_micros ?? 0);
  const committed = spent + BigInt(rows[0]?.leased_micros ?? 0);
  const budget = BigInt(budgetMicros) > committed ? BigInt(budgetMicros) : committed;
  const fromMs = Math.max(now.getTime(), Date.parse(snapshot.startAt));
  const even = evenDayMicros(Number(budget - spent), fromMs, Date.parse(snapshot.endAt), snapshot.timeZone);
  await tx.execute(sql`
    INSERT INTO campaign_budgets (campaign_id, budget_micros, even_day_micros)
    VALUES (${campaignId}, ${String(budget)}::bigint, ${even})
    ON CONFLICT (campaign_id) DO UPDATE SET budget_micros = excluded.budget_micros,
      even_day_micros = excluded.even_day_micros`);
}

/**
 * Withdraws a campaign from delivery: paused, ended, archived or rejected. Bidding stops within two seconds. With a
 * version, one older than the published changes nothing.
 */
export async function withdrawCampaign(tx: Transaction, campaignId: number, version?: number): Promise<void> {
  await tx.execute(sql`UPDATE campaign_snapshots
    SET is_live = false, version = greatest(version, ${version ?? 0}::bigint), published_at = now()
    WHERE campaign_id = ${campaignId} AND version <= coalesce(${version ?? null}::bigint, version)`);
  await notify(tx, campaignId);
}

const notify = (tx: Transaction, campaignId: number) =>
  tx.execute(sql`SELECT pg_notify(${snapshotChannel}, ${String(campaignId)})`);

export type CampaignBudget = { budgetMicros: bigint; spentMicros: bigint; leasedMicros: bigint };

/**
 * A campaign's settled spend and what processes may still charge. A withdrawn campaign is financially final when
 * `leasedMicros` is 0. Null before its first publication.
 */
export const findCampaignBudget = (db: Executor, campaignId: number): Promise<CampaignBudget | null> =>
  readBudget(db, campaignId, sql``);

/**
 * The same, locked until the transaction ends: no ad server leases and no batch settles meanwhile. Lock it before the
 * ledger's accounts, as settling does.
 */
export const lockCampaignBudget = (tx: Transaction, campaignId: number): Promise<CampaignBudget | null> =>
  readBudget(tx, campaignId, sql`FOR UPDATE`);

/** Sets the budget of a campaign that was published before, also of one that does not run now; none has no effect. */
export async function setCampaignBudget(tx: Transaction, campaignId: number, budgetMicros: bigint): Promise<void> {
  await tx.execute(
    sql`UPDATE campaign_budgets SET budget_micros = ${String(budgetMicros)}::bigint WHERE campaign_id = ${campaignId}`,
  );
}

async function readBudget(db: Executor, campaignId: number, lock: SQL): Promise<CampaignBudget | null> {
  const { rows } = await db.execute<{ budget_micros: string; spent_micros: string; leased_micros: string }>(
    sql`SELECT budget_micros, spent_micros, leased_micros FROM campaign_budgets WHERE campaign_id = ${campaignId} ${lock}`,
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    budgetMicros: BigInt(row.budget_micros),
    spentMicros: BigInt(row.spent_micros),
    leasedMicros: BigInt(row.leased_micros),
  };
}
