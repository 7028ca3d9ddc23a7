import type { Executor } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";

/** The discount that was credited with a payment's entry; null if it had none. */
export async function findDiscountOfEntry(
  db: Executor,
  paidEntry: bigint,
): Promise<{ entryId: bigint; micros: bigint; description: string } | null> {
  const { rows } = await db.execute<{ id: string; description: string; micros: string }>(sql`
    SELECT d.id, d.description, l.amount_micros AS micros
    FROM ledger_entries p JOIN ledger_entries d ON d.key = p.key || ':discount' AND d.kind = 'discount'
      JOIN ledger_lines l ON l.entry_id = d.id JOIN ledger_accounts a ON a.id = l.account_id AND a.kind = 'available'
    WHERE p.id = ${paidEntry.toString()}::bigint`);
  const row = rows[0];
  return row ? { entryId: BigInt(row.id), micros: BigInt(row.micros), description: row.description } : null;
}

/**
 * Pairs of the discount of each paid payment and order and what was credited for it; the sums are those of all. What a
 * refund took back is not more than it was, and all of it once the payment is refunded.
 */
export const discountPairs: SQL = sql`
    WITH booked AS (
      SELECT d.id, d.details ->> 'discounts' AS paid, l.currency, -l.amount_micros AS micros
      FROM ledger_entries d JOIN ledger_lines l ON l.entry_id = d.id
        JOIN ledger_accounts a ON a.id = l.account_id AND a.kind = 'discount'
      WHERE d.kind = 'discount' AND d.reverses IS NULL),
    sold AS (
      SELECT 'payment ' || p.id AS what, p.entry_id::text AS paid, p.currency, p.discount_micros AS micros FROM payments p
      WHERE p.discount_micros > 0 AND p.entry_id IS NOT NULL
      UNION ALL
      SELECT 'order ' || o.id, e.id::text, o.currency, o.discount_micros FROM manual_invoices o
        JOIN ledger_entries e ON e.kind = 'order' AND e.details ->> 'invoice' = o.invoice_number
      WHERE o.discount_micros > 0 AND o.status = 'paid')
    SELECT coalesce(s.what, 'entry ' || b.id) AS what, coalesce(s.currency, b.currency) AS currency,
      coalesce(b.micros, 0)::bigint AS left, coalesce(s.micros, 0)::bigint AS right
    FROM sold s FULL JOIN booked b ON b.paid = s.paid AND b.currency = s.currency
    UNION ALL
    SELECT 'payment ' || p.id || ', taken back', p.currency,
      coalesce((SELECT sum(l.amount_micros) FROM ledger_entries r JOIN ledger_lines l ON l.entry_id = r.id
        JOIN ledger_accounts a ON a.id = l.account_id AND a.kind = 'discount'
        WHERE r.kind = 'discount' AND r.reverses IS NOT NULL AND r.details ->> 'discounts' = p.entry_id::text), 0)::bigint,
      p.discount_micros
    FROM payments p WHERE p.status = 'refunded' AND p.discount_micros > 0`;
