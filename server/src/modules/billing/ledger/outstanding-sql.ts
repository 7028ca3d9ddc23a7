import { type Currency, formatMinor, minorFloorOfMicros } from "@litfass/contract/kernel/money";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

type Outstanding = {
  balances: { currency: Currency; amount: number; amount_formatted: string }[];
  openOrders: number;
};

/** A user's outstanding balances by currency in minor units, and the number of unsettled invoice orders. */
export async function outstandingOf(db: Executor, ownerUid: string): Promise<Outstanding> {
  const left = await db.execute<{ currency: Currency; balance_micros: string }>(sql`
    select currency, balance_micros from ledger_accounts
    where kind = 'available' and owner_uid = ${ownerUid} order by currency`);
  const orders = await db.execute<{ open: number }>(sql`
    select count(*)::int as open from manual_invoices
    where owner_uid = ${ownerUid} and status in ('new', 'approved')`);
  return {
    balances: left.rows
      .map(({ currency, balance_micros }) => ({ currency, amount: minorFloorOfMicros(BigInt(balance_micros)) }))
      .filter(({ amount }) => amount > 0)
      .map((balance) => ({ ...balance, amount_formatted: formatMinor(balance.amount) })),
    openOrders: orders.rows[0]?.open ?? 0,
  };
}
