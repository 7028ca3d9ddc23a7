import type { Currency } from "@litfass/contract/kernel/money";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/**
 * Whether money of the user is in use in this currency: on the account, reserved for campaigns, in an unsettled
 * invoice order, or in a card payment that began within the last day.
 */
export async function hasMoneyInUse(db: Executor, ownerUid: string, currency: Currency, now: Date): Promise<boolean> {
  const { rows } = await db.execute<{ used: boolean }>(sql`
    select exists (
      select 1 from ledger_accounts
      where owner_uid = ${ownerUid} and currency = ${currency} and balance_micros > 0
    ) or exists (
      select 1 from manual_invoices
      where owner_uid = ${ownerUid} and currency = ${currency} and status in ('new', 'approved')
    ) or exists (
      select 1 from payments
      where owner_uid = ${ownerUid} and currency = ${currency} and status = 'pending'
        and created_at > ${now}::timestamptz - interval '1 day'
    ) as used`);
  return rows[0]?.used ?? false;
}
