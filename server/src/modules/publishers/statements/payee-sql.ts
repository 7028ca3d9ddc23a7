import { type Payee, payeeSchema } from "@litfass/contract/publishers/publisher-statements";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** SQL of payees. Callers have checked whose publisher it is. */

export async function findPayee(db: Executor, publisherId: number): Promise<Payee | null> {
  const { rows } = await db.execute<{ payee: unknown }>(sql`
    SELECT payee FROM publisher_payees WHERE publisher_id = ${publisherId}`);
  return rows[0] ? payeeSchema.parse(rows[0].payee) : null;
}

export async function savePayeeRow(tx: WriteTransaction, publisherId: number, payee: Payee, now: Date): Promise<void> {
  await tx.execute(sql`
    INSERT INTO publisher_payees (publisher_id, payee, changed_at)
    VALUES (${publisherId}, ${JSON.stringify(payee)}::jsonb, ${now.toISOString()}::timestamptz)
    ON CONFLICT (publisher_id) DO UPDATE SET payee = excluded.payee, changed_at = excluded.changed_at`);
}
