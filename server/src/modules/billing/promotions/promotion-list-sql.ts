import type { PromotionState } from "@litfass/contract/billing/billing";
import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";
import { users } from "../../users/index.ts";
import { containing, userName } from "../invoices/invoice-list-sql.ts";
import type { Promotion } from "./promotion.ts";
import { type PromotionRow, promotionColumns, promotionOf, promotionSource } from "./promotion-sql.ts";

export type PromotionQuery = {
  page: number;
  per_page: number;
  search?: string | undefined;
  sort?: "code" | "amount" | "last_on" | "redemptions" | "created_at" | undefined;
  direction: "asc" | "desc";
  state?: PromotionState | undefined;
};

const sortable: Record<NonNullable<PromotionQuery["sort"]>, SQL> = {
  code: sql`p.code`,
  amount: sql`p.amount_micros`,
  last_on: sql`p.last_on`,
  redemptions: sql`p.redemptions`,
  created_at: sql`p.created_at`,
};

/** The state of a code on a day, as in `stateOf`. */
const stateOn = (today: string): SQL => sql`CASE WHEN p.state = 'ended' THEN 'ended'
  WHEN p.last_on < ${today}::date THEN 'expired' WHEN p.redemptions >= p.max_redemptions THEN 'used_up'
  WHEN p.first_on > ${today}::date THEN 'scheduled' ELSE 'active' END`;

/** A page of codes, newest first unless sorted. */
export async function listPromotions(
  db: Executor,
  { page, per_page, search, sort, direction, state }: PromotionQuery,
  today: string,
): Promise<{ rows: Promotion[]; meta: PageMeta }> {
  const conditions = [sql`true`];
  if (state) conditions.push(sql`${stateOn(today)} = ${state}`);
  if (search) conditions.push(sql`(p.code ILIKE ${containing(search)} OR p.note ILIKE ${containing(search)})`);
  const where = sql.join(conditions, sql` AND `);
  const way = sort && direction === "asc" ? sql`ASC` : sql`DESC`;
  const { rows } = await db.execute<PromotionRow>(sql`SELECT ${promotionColumns} FROM ${promotionSource} WHERE ${where}
    ORDER BY ${sortable[sort ?? "created_at"]} ${way}, p.id ${way} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`);
  const counted = await db.execute<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM promotion_codes p WHERE ${where}`,
  );
  return { rows: rows.map(promotionOf), meta: metaOf(page, per_page, counted.rows[0]?.total ?? 0) };
}

export type Redemption = { user: string; userName: string; entryId: string; redeemedAt: Date };

/** A page of a code's redemptions, newest first. */
export async function listRedemptions(
  db: Executor,
  promotionId: number,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ rows: Redemption[]; meta: PageMeta }> {
  const { rows } = await db.execute<{ owner_uid: string; user_name: string | null; entry_id: string; at: string }>(sql`
    SELECT r.owner_uid, ${userName} AS user_name, r.entry_id, r.redeemed_at AS at
    FROM promotion_redemptions r LEFT JOIN ${users} ON ${users.uid} = r.owner_uid
    WHERE r.code_id = ${promotionId}
    ORDER BY r.redeemed_at DESC, r.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`);
  const counted = await db.execute<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM promotion_redemptions WHERE code_id = ${promotionId}`,
  );
  return {
    rows: rows.map((row) => ({
      user: row.owner_uid,
      userName: row.user_name || row.owner_uid,
      entryId: row.entry_id,
      redeemedAt: new Date(row.at),
    })),
    meta: metaOf(page, per_page, counted.rows[0]?.total ?? 0),
  };
}

/** Pairs of what each code has given in the ledger and its redemptions, and of these and the code's count. */
export const promotionPairs: SQL = sql`
    WITH given AS (
      SELECT (e.details ->> 'promotion')::bigint AS id, l.currency, -sum(l.amount_micros) AS micros
      FROM ledger_accounts a JOIN ledger_lines l ON l.account_id = a.id JOIN ledger_entries e ON e.id = l.entry_id
      WHERE a.kind = 'promotion' GROUP BY 1, 2),
    codes AS (
      SELECT p.id, p.code, p.currency, p.amount_micros, p.redemptions,
        (SELECT count(*) FROM promotion_redemptions r WHERE r.code_id = p.id) AS recorded
      FROM promotion_codes p)
    SELECT coalesce(c.code, 'promotion ' || g.id, 'entry without a code') AS what,
      coalesce(c.currency, g.currency) AS currency, coalesce(g.micros, 0)::bigint AS left,
      coalesce(c.amount_micros * c.recorded, 0)::bigint AS right
    FROM codes c FULL JOIN given g ON g.id = c.id AND g.currency = c.currency
    UNION ALL SELECT c.code, null, c.redemptions, c.recorded FROM codes c`;
