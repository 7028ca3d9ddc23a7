import type { Currency } from "@litfass/contract/kernel/money";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** SQL of what one customer has bought. */

const paidKinds = sql`('card_top_up', 'package', 'order')`;

/**
 * Whether a customer has bought nothing yet: paid nothing, also if it was refunded, and ordered nothing that is open.
 */
export async function isFirstPurchase(db: Executor, ownerUid: string): Promise<boolean> {
  const { rows } = await db.execute<{ first: boolean }>(sql`
    SELECT NOT EXISTS (
        SELECT 1 FROM ledger_accounts a JOIN ledger_lines l ON l.account_id = a.id JOIN ledger_entries e ON e.id = l.entry_id
        WHERE a.kind = 'available' AND a.owner_uid = ${ownerUid} AND e.kind IN ${paidKinds})
      AND NOT EXISTS (
        SELECT 1 FROM manual_invoices WHERE owner_uid = ${ownerUid} AND status IN ('new', 'approved', 'paid')) AS first`);
  return rows[0]?.first ?? true;
}

/** Whether a payment by card at the price for a first purchase is not finished. */
export async function hasOpenFirstPurchase(db: Executor, ownerUid: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT 1 FROM payments WHERE owner_uid = ${ownerUid} AND status = 'pending'
      AND (discount_terms ->> 'firstPurchaseOnly')::boolean`);
  return rows.length > 0;
}

/** What a customer has paid for budget since an instant, less refunds, without VAT, in micros. */
export async function paidSince(
  db: Executor,
  { ownerUid, currency, since }: { ownerUid: string; currency: Currency; since: Date },
): Promise<bigint> {
  const { rows } = await db.execute<{ micros: string }>(sql`
    SELECT coalesce(sum(l.amount_micros), 0)::bigint AS micros
    FROM ledger_accounts a JOIN ledger_lines l ON l.account_id = a.id JOIN ledger_entries e ON e.id = l.entry_id
      LEFT JOIN ledger_entries o ON o.id = e.reverses
    WHERE a.kind = 'available' AND a.owner_uid = ${ownerUid} AND a.currency = ${currency}
      AND e.at >= ${since.toISOString()}::timestamptz AND (e.kind IN ${paidKinds} OR o.kind IN ${paidKinds})`);
  return BigInt(rows[0]?.micros ?? 0);
}
