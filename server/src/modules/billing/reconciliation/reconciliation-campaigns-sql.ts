import type { ProofCheck } from "@litfass/contract/billing/billing";
import type { Currency } from "@litfass/contract/kernel/money";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";

/** Delivery's and campaigns' queries of money in micros; wired by the process. */
export type CampaignMoneySources = {
  /** `campaign_id`, `budget`, `spent`, `leased` and `held` of every campaign ever published. */
  campaignMoney: SQL;
  /** `campaign_id` and `budget` of unsettled started campaigns: one in review is reserved but not yet delivered. */
  startedBudgets: SQL;
};

export const campaignCheckNames = ["reservations", "leases", "delivered_spend"] as const satisfies ProofCheck[];

/**
 * Reservations, leases and delivered spend, campaign by campaign, for `compareChecks`. The started half Rappen that a
 * release rounds away is not delivery. A campaign unknown to the ledger has no currency; it differs in any case.
 */
export const campaignChecks = ({ campaignMoney, startedBudgets }: CampaignMoneySources): SQL => sql`
  with money as materialized (${campaignMoney}),
  delivery as (
    select campaign_id, budget, spent, leased, held from money
    union all
    select s.campaign_id, s.budget, 0, 0, 0 from (${startedBudgets}) s
    where not exists (select 1 from money m where m.campaign_id = s.campaign_id)),
  earned as (
    select (m.details ->> 'campaign')::bigint as campaign_id, sum(m.amount_micros) as revenue
    from ledger_accounts a join ledger_movements m on m.account_id = a.id
    where a.kind = 'revenue' and m.kind <> 'release' group by 1),
  books as (
    select r.campaign_id, r.currency, r.balance_micros as reserved, e.revenue,
      exists (select 1 from ledger_entries f where f.key = 'campaign:' || r.campaign_id || ':release') as is_released
    from ledger_accounts r left join earned e on e.campaign_id = r.campaign_id where r.kind = 'reserved'),
  lost as (
    select campaign_id, sum(beyond_reservation_micros) as micros from spend_losses group by 1)
  select v."check", 'campaign ' || coalesce(b.campaign_id, d.campaign_id) as what, coalesce(b.currency, 'CHF') as currency,
    v."left", v."right"
  from books b full join delivery d on d.campaign_id = b.campaign_id
    left join lost l on l.campaign_id = coalesce(b.campaign_id, d.campaign_id)
    cross join lateral (values
      ('reservations', coalesce(b.reserved, 0), case when b.is_released then 0 else coalesce(d.budget - d.spent, 0) end),
      ('leases', coalesce(d.leased, 0), coalesce(d.held, 0)),
      ('delivered_spend', coalesce(b.revenue, 0) + coalesce(l.micros, 0), coalesce(d.spent, 0))) as v ("check", "left", "right")`;

/** Campaigns with an id above `after` up to `until`, by id, at most `limit` of them. */
export type CampaignPage = { after: number; until?: number | undefined; limit: number };
/** The charges of a campaign that are settled, in micros. */
export type SettledCharges = { campaignId: number; currency: Currency; micros: bigint };

/**
 * A page of settled charges whose events should be stored: delivered spend with what was charged beyond the budget, less
 * the events that an operator accepted as lost.
 * @param settledSpend a query of `campaign_id` and `spent` of that page
 */
export async function listSettledCharges(
  db: Executor,
  settledSpend: SQL,
  { after, until = Number.MAX_SAFE_INTEGER, limit }: CampaignPage,
): Promise<SettledCharges[]> {
  const { rows } = await db.execute<{ campaign_id: string; currency: Currency; micros: string }>(sql`
    with spent as (${settledSpend}),
    lost as (
      select campaign_id, sum(beyond_budget_micros) as lost from spend_losses
      where campaign_id > ${after} and campaign_id <= ${until} group by 1 order by 1 limit ${limit}),
    settled as (
      select campaign_id, coalesce(spent, 0) + coalesce(lost, 0) as micros from spent full join lost using (campaign_id)
      order by 1 limit ${limit}),
    gone as (
      select campaign_id, sum(micros) as micros from event_losses
      where campaign_id > ${after} and campaign_id <= ${until} group by 1)
    select s.campaign_id, coalesce(r.currency, 'CHF') as currency, (s.micros - coalesce(g.micros, 0))::bigint as micros
    from settled s left join gone g on g.campaign_id = s.campaign_id
      left join ledger_accounts r on r.kind = 'reserved' and r.campaign_id = s.campaign_id
    order by s.campaign_id`);
  return rows.map((row) => ({
    campaignId: Number(row.campaign_id),
    currency: row.currency,
    micros: BigInt(row.micros),
  }));
}

export type EventLoss = { campaignId: number; micros: bigint };

/** Records charges whose events are lost, so that later reconciliations expect only the others. */
export async function insertEventLosses(tx: Transaction, losses: EventLoss[], at: Date): Promise<void> {
  const rows = losses.map(({ campaignId, micros }) => ({ campaign_id: campaignId, micros: micros.toString() }));
  await tx.execute(sql`
    insert into event_losses (campaign_id, micros, at)
    select campaign_id, micros, ${at.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as l (campaign_id bigint, micros bigint)`);
}
