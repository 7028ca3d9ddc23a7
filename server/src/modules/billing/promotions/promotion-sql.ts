import type { Currency } from "@litfass/contract/kernel/money";
import type { Executor, Transaction, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";
import { endOfDay, startOfDay } from "../day-bounds-sql.ts";
import type { Promotion } from "./promotion.ts";

/** SQL of promotion codes. A code belongs to the operator, so that only what a customer redeemed has an owner. */

export type PromotionRow = Record<
  | "id"
  | "code"
  | "amount_micros"
  | "first_on"
  | "last_on"
  | "max_redemptions"
  | "redemptions"
  | "note"
  | "state"
  | "created_at"
  | "created_by"
  | "created_by_name",
  string
> & { currency: Currency; new_customers_only: boolean; min_paid_micros: string | null };

export const promotionOf = (row: PromotionRow): Promotion => ({
  id: Number(row.id),
  code: row.code,
  amountMicros: BigInt(row.amount_micros),
  currency: row.currency,
  firstOn: row.first_on,
  lastOn: row.last_on,
  maxRedemptions: Number(row.max_redemptions),
  redemptions: Number(row.redemptions),
  newCustomersOnly: row.new_customers_only,
  minPaidMicros: row.min_paid_micros === null ? null : BigInt(row.min_paid_micros),
  note: row.note,
  isEnded: row.state === "ended",
  createdAt: new Date(row.created_at),
  createdBy: row.created_by,
  createdByName: row.created_by_name,
});

export const promotionColumns: SQL = sql`p.id, p.code, p.amount_micros, p.currency, p.first_on::text AS first_on,
  p.last_on::text AS last_on, p.max_redemptions, p.redemptions, p.new_customers_only, p.min_paid_micros, p.note, p.state,
  p.created_at, p.created_by, coalesce(u.full_name, p.created_by) AS created_by_name`;
export const promotionSource: SQL = sql`promotion_codes p LEFT JOIN users u ON u.uid = p.created_by`;

/** A code by its spelling or id, locked until the transaction ends; null if there is none. */
export async function lockPromotion(
  tx: WriteTransaction,
  by: { code: string } | { id: number },
): Promise<Promotion | null> {
  const found = "code" in by ? sql`p.code = ${by.code}` : sql`p.id = ${by.id}`;
  const { rows } = await tx.execute<PromotionRow>(
    sql`SELECT ${promotionColumns} FROM ${promotionSource} WHERE ${found} FOR UPDATE OF p`,
  );
  return rows[0] ? promotionOf(rows[0]) : null;
}

export async function promotionExists(db: Executor, by: { code: string } | { id: number }): Promise<boolean> {
  const found = "code" in by ? sql`code = ${by.code}` : sql`id = ${by.id}`;
  const { rows } = await db.execute(sql`SELECT 1 FROM promotion_codes WHERE ${found}`);
  return rows.length > 0;
}

export type NewPromotion = Omit<Promotion, "id" | "redemptions" | "isEnded" | "createdByName"> & {
  approvedBy: string | null;
};

/** Stores a code; null if it exists already. */
export async function insertPromotion(tx: WriteTransaction, made: NewPromotion): Promise<number | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO promotion_codes (code, amount_micros, currency, first_on, last_on, max_redemptions, new_customers_only,
      min_paid_micros, note, state, created_at, created_by, approved_by)
    VALUES (${made.code}, ${made.amountMicros.toString()}::bigint, ${made.currency}, ${made.firstOn}::date,
      ${made.lastOn}::date, ${made.maxRedemptions}, ${made.newCustomersOnly},
      ${made.minPaidMicros?.toString() ?? null}::bigint, ${made.note}, 'active',
      ${made.createdAt.toISOString()}::timestamptz, ${made.createdBy}, ${made.approvedBy})
    ON CONFLICT (code) DO NOTHING RETURNING id`);
  return rows[0] ? Number(rows[0].id) : null;
}

export async function endPromotionRow(tx: WriteTransaction, id: number, by: string | null, at: Date): Promise<void> {
  await tx.execute(sql`
    UPDATE promotion_codes SET state = 'ended', ended_at = ${at.toISOString()}::timestamptz, ended_by = ${by}
    WHERE id = ${id}`);
}

/** Records a redemption and counts it on its code, which the caller has locked. */
export async function insertRedemption(
  tx: WriteTransaction,
  { promotionId, ownerUid, entryId, at }: { promotionId: number; ownerUid: string; entryId: bigint; at: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO promotion_redemptions (code_id, owner_uid, entry_id, redeemed_at)
    VALUES (${promotionId}, ${ownerUid}, ${entryId.toString()}::bigint, ${at.toISOString()}::timestamptz)`);
  await tx.execute(sql`UPDATE promotion_codes SET redemptions = redemptions + 1 WHERE id = ${promotionId}`);
}

export async function hasRedeemed(db: Executor, promotionId: number, ownerUid: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`SELECT 1 FROM promotion_redemptions WHERE code_id = ${promotionId} AND owner_uid = ${ownerUid}`,
  );
  return rows.length > 0;
}

/**
 * What a customer has paid by card or bank transfer: whether anything ever, and the budget in one currency less
 * refunds, in micros.
 */
export async function paidBy(
  db: Executor,
  ownerUid: string,
  currency: Currency,
): Promise<{ hasPaid: boolean; paidMicros: bigint }> {
  const paid = sql`('card_top_up', 'package', 'order')`;
  const { rows } = await db.execute<{ has_paid: boolean; micros: string }>(sql`
    SELECT count(*) > 0 OR EXISTS (SELECT 1 FROM manual_invoices WHERE owner_uid = ${ownerUid} AND status = 'paid') AS has_paid,
      coalesce(sum(l.amount_micros) FILTER (WHERE a.currency = ${currency}), 0)::bigint AS micros
    FROM ledger_accounts a JOIN ledger_lines l ON l.account_id = a.id JOIN ledger_entries e ON e.id = l.entry_id
      LEFT JOIN ledger_entries o ON o.id = e.reverses
    WHERE a.kind = 'available' AND a.owner_uid = ${ownerUid} AND (e.kind IN ${paid} OR o.kind IN ${paid})`);
  return { hasPaid: rows[0]?.has_paid ?? false, paidMicros: BigInt(rows[0]?.micros ?? 0) };
}

/** The most that codes can give which one person created alone on a Zurich day, in micros. */
export async function promisedAlone(
  tx: Transaction,
  { createdBy, currency, day }: { createdBy: string; currency: Currency; day: string },
): Promise<bigint> {
  const { rows } = await tx.execute<{ micros: string }>(sql`
    SELECT coalesce(sum(amount_micros * max_redemptions), 0)::bigint AS micros FROM promotion_codes
    WHERE created_by = ${createdBy} AND currency = ${currency} AND approved_by IS NULL
      AND created_at >= ${startOfDay(day)} AND created_at < ${endOfDay(day)}`);
  return BigInt(rows[0]?.micros ?? 0);
}

/**
 * What codes without a second person give to a customer on a Zurich day, in micros: those redeemed on it, and those
 * that one person created on it, which the customer may still redeem.
 */
export async function givenAlone(
  tx: Transaction,
  { ownerUid, createdBy, currency, day }: { ownerUid: string; createdBy: string; currency: Currency; day: string },
): Promise<bigint> {
  const isToday = (at: SQL): SQL => sql`(${at} >= ${startOfDay(day)} AND ${at} < ${endOfDay(day)})`;
  const { rows } = await tx.execute<{ micros: string }>(sql`
    SELECT coalesce(sum(p.amount_micros), 0)::bigint AS micros FROM promotion_codes p
      LEFT JOIN promotion_redemptions r ON r.code_id = p.id AND r.owner_uid = ${ownerUid}
    WHERE p.currency = ${currency} AND p.approved_by IS NULL AND (${isToday(sql`r.redeemed_at`)}
      OR (r.code_id IS NULL AND p.state = 'active' AND p.created_by = ${createdBy} AND ${isToday(sql`p.created_at`)}))`);
  return BigInt(rows[0]?.micros ?? 0);
}
