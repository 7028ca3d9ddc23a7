import type { SnapshotDeal } from "@litfass/contract/adserver/snapshot";
import type { DealOption } from "@litfass/contract/supply/deals";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";

/**
 * Deals that are open to an account: to all, to it, or to a customer of this account manager. Other staff choose for
 * customers, whose own campaigns are then checked again.
 */
const isOpenTo = (uid: string): SQL => sql`d.status = 'active' AND (
  NOT EXISTS (SELECT FROM deal_accounts a WHERE a.deal_id = d.id)
  OR EXISTS (SELECT FROM deal_accounts a WHERE a.deal_id = d.id AND (a.user_uid = ${uid}
    OR a.user_uid IN (SELECT m.customer_uid FROM customer_assignments m WHERE m.sales_uid = ${uid})))
  OR EXISTS (SELECT FROM users u WHERE u.uid = ${uid} AND u.role NOT IN ('customer', 'advanced_advertiser', 'sales')))`;

const isNotOver = (today: string): SQL => sql`(d.end_on IS NULL OR d.end_on >= ${today}::date)`;
const maxOpen = 500;

/** The deals that an account's campaigns can choose, by name. */
export async function listOpenDeals(db: Executor, uid: string, today: string): Promise<DealOption[]> {
  const { rows } = await db.execute<Omit<DealOption, "id"> & { id: string }>(sql`
    SELECT d.id, d.name, d.deal_id, d.start_on::text, d.end_on::text FROM deals d
    WHERE ${isOpenTo(uid)} AND ${isNotOver(today)} ORDER BY lower(d.name), d.id LIMIT ${maxOpen}`);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Which of these deals are open to an account and not over. */
export async function openDealIds(db: Executor, ids: number[], uid: string, today: string): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT d.id FROM deals d
    WHERE d.id = ANY(${sql.param(ids)}::bigint[]) AND ${isOpenTo(uid)} AND ${isNotOver(today)}`);
  return rows.map(({ id }) => Number(id));
}

type Row = {
  exchange: string;
  deal_id: string;
  price_kind: "floor" | "fixed";
  price_micros: string;
  currency: string;
  start_at: string | null;
  end_at: string | null;
  placements: number[];
};

/** These deals for a snapshot, as far as they are open to an account. Ad servers know their period. */
export async function readOpenDeals(
  db: Executor,
  ids: number[],
  uid: string,
  timeZone: string,
): Promise<SnapshotDeal[]> {
  const { rows } = await db.execute<Row>(sql`
    SELECT d.exchange, d.deal_id, d.price_kind, d.price_micros, d.currency,
      d.start_on::timestamp AT TIME ZONE ${timeZone} AS start_at,
      (d.end_on + 1)::timestamp AT TIME ZONE ${timeZone} AS end_at,
      coalesce((SELECT json_agg(x.placement_id ORDER BY x.placement_id) FROM deal_placements x
        WHERE x.deal_id = d.id), '[]') AS placements
    FROM deals d WHERE d.id = ANY(${sql.param(ids)}::bigint[]) AND ${isOpenTo(uid)} ORDER BY d.id`);
  return rows.map((row) => ({
    exchange: row.exchange,
    id: row.deal_id,
    placements: row.placements,
    isFixed: row.price_kind === "fixed",
    priceMicros: row.price_micros,
    currency: row.currency,
    startAt: row.start_at === null ? null : new Date(row.start_at).toISOString(),
    endAt: row.end_at === null ? null : new Date(row.end_at).toISOString(),
  }));
}
