import { type SQL, sql } from "drizzle-orm";
import { payeeOf } from "../publisher-sql.ts";

/** Queries of the nightly reconciliation: `what`, `currency`, `left` and `right`. */
export type PayoutPairs = Record<"transit" | "debts" | "bank" | "unsettled", SQL>;

/**
 * What the ledger has of payouts next to what statements and the bank's entries say: money in transit, what is owed to
 * each publisher, and each booking of the bank. `unsettled` are payouts that have been in transit for more days than
 * the operator allows: there should be none.
 */
export function payoutPairs(before: Date): PayoutPairs {
  const transit = sql`WITH booked AS (
        SELECT e.details ->> 'payment' AS payment, l.currency, sum(l.amount_micros) AS amount
        FROM ledger_accounts a JOIN ledger_lines l ON l.account_id = a.id JOIN ledger_entries e ON e.id = l.entry_id
        WHERE a.kind = 'payouts_in_transit' GROUP BY 1, 2),
      ordered AS (
        SELECT m.message_id AS payment, m.currency, coalesce(sum(o.amount_micros) FILTER (WHERE o.state = 'in_payment'), 0) AS amount
        FROM publisher_payouts o JOIN publisher_payments m ON m.id = o.payment_id GROUP BY 1, 2)
      SELECT coalesce(b.payment, r.payment, 'entry without a payment') AS what, coalesce(b.currency, r.currency) AS currency,
        coalesce(b.amount, 0)::bigint AS left, coalesce(r.amount, 0)::bigint AS right
      FROM booked b FULL JOIN ordered r ON r.payment = b.payment AND r.currency = b.currency`;
  const debts = sql`WITH booked AS (
        SELECT a.exchange AS payee, l.currency, sum(l.amount_micros) AS amount
        FROM ledger_accounts a JOIN ledger_lines l ON l.account_id = a.id
        WHERE a.kind = 'media_invoiced' AND a.exchange LIKE ${payeeOf("%")} GROUP BY 1, 2),
      due AS (
        SELECT ${payeeOf("")} || p.seller_id AS payee, s.currency,
          coalesce(sum(s.net_micros + s.vat_micros) FILTER (WHERE s.state = 'approved' AND s.payment_id IS NULL), 0) AS amount
        FROM publisher_statements s JOIN publishers p ON p.id = s.publisher_id GROUP BY 1, 2)
      SELECT coalesce(b.payee, d.payee) AS what, coalesce(b.currency, d.currency) AS currency,
        coalesce(b.amount, 0)::bigint AS left, coalesce(d.amount, 0)::bigint AS right
      FROM booked b FULL JOIN due d ON d.payee = b.payee AND d.currency = b.currency`;
  const bank = sql`WITH settled AS (
        SELECT executed_entry_id AS entry_id, amount_micros, id, 'executed' AS step FROM publisher_payouts
        WHERE executed_entry_id IS NOT NULL
        UNION ALL
        SELECT returned_entry_id, amount_micros, id, 'returned' FROM publisher_payouts
        WHERE returned_entry_id IS NOT NULL AND state = 'returned'),
      booked AS (
        SELECT s.entry_id, min(l.currency) AS currency, sum(abs(l.amount_micros)) AS amount
        FROM settled s JOIN ledger_entries e ON e.key = 'payout:' || s.id || ':' || s.step
          JOIN ledger_lines l ON l.entry_id = e.id JOIN ledger_accounts a ON a.id = l.account_id AND a.kind = 'bank'
        GROUP BY 1)
      SELECT 'bank entry ' || n.id AS what, coalesce(b.currency, 'CHF') AS currency, coalesce(b.amount, 0)::bigint AS left,
        CASE WHEN b.currency IS DISTINCT FROM n.instructed_currency THEN n.amount_micros ELSE n.instructed_micros END AS right
      FROM bank_entries n LEFT JOIN booked b ON b.entry_id = n.id
      WHERE n.kind <> 'status' AND (n.state = 'returned' OR (n.state = 'matched' AND n.order_id IS NULL))`;
  const unsettled = sql`SELECT o.end_to_end_id AS what, NULL AS currency, 1 AS left, 0 AS right FROM publisher_payouts o
      JOIN publisher_payments m ON m.id = o.payment_id
      WHERE o.state = 'in_payment' AND greatest(o.created_at, m.execute_on::timestamp AT TIME ZONE 'Europe/Zurich')
        < ${before.toISOString()}::timestamptz`;
  return { transit, debts, bank, unsettled };
}
