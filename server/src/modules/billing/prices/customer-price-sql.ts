import type { Currency } from "@litfass/contract/kernel/money";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { Agreed } from "../plans/plan-price.ts";
import type { AgreedPrice } from "./customer-price.ts";

/** SQL of what is agreed with customers; every read names the customer. */

type Row = Record<"id" | "owner_uid" | "first_on" | "last_on" | "reason" | "value_micros", string> &
  Record<"created_at" | "created_by" | "created_by_name", string> &
  Record<"approved_by" | "approved_by_name" | "ended_at", string | null> & {
    currency: Currency;
    cpm_percent: number;
    plan_percent: number;
  };

const priceOf = (row: Row): AgreedPrice => ({
  id: Number(row.id),
  ownerUid: row.owner_uid,
  cpmPercent: row.cpm_percent / 100,
  planPercent: row.plan_percent / 100,
  firstOn: row.first_on,
  lastOn: row.last_on,
  reason: row.reason,
  valueMicros: BigInt(row.value_micros),
  currency: row.currency,
  createdAt: new Date(row.created_at),
  createdBy: row.created_by,
  createdByName: row.created_by_name,
  approvedBy: row.approved_by,
  approvedByName: row.approved_by_name,
  endedAt: row.ended_at === null ? null : new Date(row.ended_at),
});

const columns = sql`p.id, p.owner_uid, p.cpm_percent, p.plan_percent, p.first_on::text AS first_on, p.last_on::text AS last_on,
  p.reason, p.value_micros, p.currency, p.created_at, p.created_by, coalesce(c.full_name, p.created_by) AS created_by_name,
  p.approved_by, coalesce(a.full_name, p.approved_by) AS approved_by_name, p.ended_at`;
const source = sql`customer_prices p LEFT JOIN users c ON c.uid = p.created_by LEFT JOIN users a ON a.uid = p.approved_by`;

/** What applies to customers on a day (YYYY-MM-DD); those without an agreement are absent. */
export async function agreedWith(db: Executor, ownerUids: string[], on: string): Promise<Map<string, Agreed>> {
  if (ownerUids.length === 0) return new Map();
  const { rows } = await db.execute<
    Pick<Row, "owner_uid" | "cpm_percent" | "plan_percent" | "first_on" | "last_on">
  >(sql`
    SELECT owner_uid, cpm_percent, plan_percent, first_on::text AS first_on, last_on::text AS last_on FROM customer_prices
    WHERE owner_uid = ANY(${sql.param(ownerUids)}::text[]) AND ended_at IS NULL
      AND first_on <= ${on}::date AND last_on >= ${on}::date`);
  return new Map(
    rows.map((row) => [
      row.owner_uid,
      {
        cpmPercent: row.cpm_percent / 100,
        planPercent: row.plan_percent / 100,
        firstOn: row.first_on,
        lastOn: row.last_on,
      },
    ]),
  );
}

/** Whether an agreement of a customer applies on any of these days. */
export async function overlapsAgreed(
  db: Executor,
  { ownerUid, firstOn, lastOn }: { ownerUid: string; firstOn: string; lastOn: string },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT 1 FROM customer_prices WHERE owner_uid = ${ownerUid} AND ended_at IS NULL
      AND first_on <= ${lastOn}::date AND last_on >= ${firstOn}::date`);
  return rows.length > 0;
}

export type NewAgreedPrice = Omit<AgreedPrice, "id" | "createdByName" | "approvedByName" | "endedAt">;

export async function insertAgreed(tx: WriteTransaction, made: NewAgreedPrice): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO customer_prices (owner_uid, cpm_percent, plan_percent, first_on, last_on, reason, value_micros, currency,
      created_at, created_by, approved_by)
    VALUES (${made.ownerUid}, ${Math.round(made.cpmPercent * 100)}, ${Math.round(made.planPercent * 100)},
      ${made.firstOn}::date, ${made.lastOn}::date, ${made.reason}, ${made.valueMicros.toString()}::bigint, ${made.currency},
      ${made.createdAt.toISOString()}::timestamptz, ${made.createdBy}, ${made.approvedBy}) RETURNING id`);
  return Number(rows[0]!.id);
}

/** An agreement of a customer, locked until the transaction ends; null if there is none. */
export async function lockAgreed(tx: WriteTransaction, ownerUid: string, id: number): Promise<AgreedPrice | null> {
  const { rows } = await tx.execute<Row>(
    sql`SELECT ${columns} FROM ${source} WHERE p.id = ${id} AND p.owner_uid = ${ownerUid} FOR UPDATE OF p`,
  );
  return rows[0] ? priceOf(rows[0]) : null;
}

export async function endAgreed(tx: WriteTransaction, id: number, by: string | null, at: Date): Promise<void> {
  await tx.execute(sql`
    UPDATE customer_prices SET ended_at = ${at.toISOString()}::timestamptz, ended_by = ${by} WHERE id = ${id}`);
}

/** A page of a customer's agreements, newest first. */
export async function listAgreed(
  db: Executor,
  ownerUid: string,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ rows: AgreedPrice[]; total: number }> {
  const { rows } = await db.execute<Row>(sql`
    SELECT ${columns} FROM ${source} WHERE p.owner_uid = ${ownerUid}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`);
  const counted = await db.execute<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM customer_prices WHERE owner_uid = ${ownerUid}`,
  );
  return { rows: rows.map(priceOf), total: counted.rows[0]?.total ?? 0 };
}

/** The estimated value of what one person alone agreed with a customer since an instant, in micros. */
export async function agreedAlone(
  tx: WriteTransaction,
  { ownerUid, createdBy, since }: { ownerUid: string; createdBy: string; since: Date },
): Promise<bigint> {
  const { rows } = await tx.execute<{ micros: string }>(sql`
    SELECT coalesce(sum(value_micros), 0)::bigint AS micros FROM customer_prices
    WHERE owner_uid = ${ownerUid} AND created_by = ${createdBy} AND approved_by IS NULL
      AND created_at >= ${since.toISOString()}::timestamptz`);
  return BigInt(rows[0]?.micros ?? 0);
}
