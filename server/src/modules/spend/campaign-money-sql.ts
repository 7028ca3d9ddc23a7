import { type SQL, sql } from "drizzle-orm";

/**
 * The money of every campaign ever published according to delivery, in micros, as a query of the reconciliation: its
 * `budget`, what is settled (`spent`), the recorded total of its leases (`leased`), and the sum of open leases (`held`).
 */
export const campaignMoney: SQL = sql`
  select b.campaign_id, b.budget_micros as budget, b.spent_micros as spent, b.leased_micros as leased,
    coalesce(l.held, 0)::bigint as held
  from campaign_budgets b left join (
    select campaign_id, sum(granted_micros - consumed_micros) as held from leases where closed_at is null
    group by campaign_id) l on l.campaign_id = b.campaign_id`;

/** What is settled of a page of campaigns (`campaign_id`, `spent`), by id, as a query of the reconciliation. */
export const settledSpend = ({
  after,
  until = Number.MAX_SAFE_INTEGER,
  limit,
}: {
  after: number;
  until?: number | undefined;
  limit: number;
}): SQL => sql`
  select campaign_id, spent_micros as spent from campaign_budgets
  where campaign_id > ${after} and campaign_id <= ${until} order by campaign_id limit ${limit}`;
