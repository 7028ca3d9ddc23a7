import type { Currency } from "@litfass/contract/kernel/money";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** What was accrued for a payee of media cost until a moment, in micros by currency; what was paid is not deducted. */
export async function accruedFor(db: Executor, payee: string, until: Date): Promise<Map<Currency, bigint>> {
  const { rows } = await db.execute<{ currency: Currency; micros: string }>(sql`
    select a.currency, sum(m.amount_micros)::bigint as micros
    from ledger_accounts a join ledger_movements m on m.account_id = a.id
    where a.kind = 'media_payable' and a.exchange = ${payee} and m.kind = 'media_cost'
      and m.at < ${until.toISOString()}::timestamptz
    group by a.currency order by a.currency`);
  return new Map(rows.map(({ currency, micros }) => [currency, BigInt(micros)]));
}
