import type pg from "pg";

/** The number of ledger entries, which only grows. */
export async function countLedgerEntries(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>("select count(*) as count from ledger_entries");
  return Number(rows[0]?.count ?? 0);
}

/** Entries whose lines do not sum to zero, and customers' balances that are not the sum of their lines and of what is open: must be 0. */
export async function countUnbalanced(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select (select count(*) from (
        select entry_id from ledger_lines group by entry_id, currency having sum(amount_micros) <> 0) as entries)
      + (select count(*) from ledger_accounts a where a.owner_uid is not null and a.balance_micros <> (
        select coalesce(sum(m.amount_micros), 0) from ledger_movements m where m.account_id = a.id)) as count`,
  );
  return Number(rows[0]?.count ?? 0);
}
