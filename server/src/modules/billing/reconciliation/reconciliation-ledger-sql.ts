import { type SQL, sql } from "drizzle-orm";

/** Queries of pairs for `comparePairs`: `what`, `currency`, `left` and `right`. */

/** Compares every entry's sum with zero; balanced entries are one pair per currency. */
export const entryPairs: SQL = sql`select case when amount = 0 then 'balanced' else 'entry ' || entry_id end as what, currency,
      sum(amount)::bigint as left, 0::bigint as right
    from (select entry_id, currency, sum(amount_micros) as amount from ledger_lines group by entry_id, currency) e
    group by 1, 2`;

/** Compares each stored balance of a customer with the sum of its lines and of what is open. */
export const balancePairs: SQL = sql`select coalesce(a.owner_uid, 'operator') || ' ' || a.kind || coalesce(' ' || a.campaign_id, '') as what, a.currency,
      a.balance_micros as left, coalesce(l.amount, 0)::bigint as right
    from ledger_accounts a left join (select account_id, sum(amount_micros) as amount from ledger_movements group by account_id) l
      on l.account_id = a.id
    where a.owner_uid is not null`;

/**
 * Compares each card movement in the ledger with the processor's, refunds negative. A refund without an answer is in
 * transit for a day and counts as a difference afterwards. A refund paid by bank must not be paid by the processor
 * too.
 */
export const cardPairs = (
  now: Date,
): SQL => sql`with since as (select compared_since as at, asked_until as until from card_records),
    booked as (
      select p.reference as what, p.currency, -l.amount_micros as amount, e.at, true as is_final
      from payments p join ledger_entries e on e.id = p.entry_id join ledger_lines l on l.entry_id = e.id
      join ledger_accounts a on a.id = l.account_id and a.kind = 'card_clearing'
      union all
      select coalesce(r.processor_id, 'refund ' || r.id), r.currency, -l.amount_micros, e.at,
        r.state <> 'asked' or r.asked_at < ${new Date(now.getTime() - 86_400_000).toISOString()}::timestamptz
      from card_refunds r join ledger_entries e on e.id = r.entry_id join ledger_lines l on l.entry_id = e.id
      join ledger_accounts a on a.id = l.account_id and a.kind = 'card_clearing'
      where r.state <> 'by_bank')
    select coalesce(b.what, m.id, 'entry without a number') as what, coalesce(b.currency, m.currency) as currency,
      coalesce(b.amount, 0)::bigint as left,
      coalesce(case m.kind when 'refund' then -m.amount_minor else m.amount_minor end * 10000, 0)::bigint as right
    from booked b full join card_movements m on m.id = b.what cross join since
    where coalesce(m.at, b.at) >= since.at and coalesce(b.is_final, true)
      and (m.id is not null or b.at < coalesce(since.until, 'infinity'))`;

/** Payments and refunds without a final state after a day: there should be none. */
export const unclearPairs = (now: Date): SQL => {
  const before = new Date(now.getTime() - 25 * 3_600_000).toISOString();
  return sql`select 'payment ' || id as what, null as currency, 1::bigint as left, 0::bigint as right from payments
      where status = 'pending' and created_at < ${before}
    union all select 'refund ' || id, null, 1, 0 from card_refunds
      where state = 'refused' or (state = 'asked' and asked_at < ${before})`;
};

/** Compares an invoice's amount and VAT with the money booked for it in the ledger, in one pass for two checks. */
export const invoiceChecks: SQL = sql`
    with moved as (
      select e.details ->> 'invoice' as number, min(l.currency) as currency,
        -sum(l.amount_micros) filter (where a.kind in ('card_clearing', 'bank')) as amount,
        sum(l.amount_micros) filter (where a.kind = 'vat') as vat
      from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
      where e.details ? 'invoice' group by 1),
    issued as (
      select i.number, i.currency, i.gross_micros, i.vat_micros, s.status, i.kind, i.corrects,
        exists (select 1 from moved m where m.number = coalesce(i.corrects, i.number)) as is_moved
      from invoices i join invoice_states s on s.number = i.number),
    expected as (
      select *, case when (kind = 'invoice' and status = 'paid') or is_moved then 1 else 0 end as counts from issued)
    select v."check", coalesce(x.number, m.number, 'entry without an invoice') as what,
      coalesce(x.currency, m.currency) as currency, v."left", v."right"
    from expected x full join moved m on m.number = x.number
    cross join lateral (values
      ('paid_invoices', coalesce(m.amount, 0)::bigint, coalesce(x.gross_micros * x.counts, 0)::bigint),
      ('vat', coalesce(m.vat, 0)::bigint, coalesce(x.vat_micros * x.counts, 0)::bigint)) as v ("check", "left", "right")`;

/** The highest number of each year and the year's counter, compared with the number of issued invoices. */
export const numberPairs: SQL = sql`select i.year::text as what, null as currency, greatest(max(i.sequence), max(c.last))::bigint as left,
      count(*)::bigint as right
    from invoices i left join invoice_counters c on c.year = i.year group by i.year`;
