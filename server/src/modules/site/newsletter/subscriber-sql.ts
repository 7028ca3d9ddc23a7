import type { Language } from "@litfass/contract/kernel/language";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

export type Subscriber = { id: string; email: string; lang: Language };

/**
 * Adds an address, or claims the next confirmation mail of one that is still unconfirmed and got none since `resendAfter`.
 * Returns the id if a mail is to be sent, else null.
 */
export async function addSubscriber(
  tx: WriteTransaction,
  { id, email, lang }: Subscriber,
  { now, resendAfter }: { now: Date; resendAfter: Date },
): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO newsletter_subscribers AS subscriber (id, email, lang, created_at, confirmation_sent_at)
    VALUES (${id}, ${email}, ${lang}, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz)
    ON CONFLICT (email) DO UPDATE SET lang = excluded.lang, confirmation_sent_at = excluded.confirmation_sent_at
    WHERE subscriber.confirmed_at IS NULL AND subscriber.confirmation_sent_at < ${resendAfter.toISOString()}::timestamptz
    RETURNING id`);
  return rows[0]?.id ?? null;
}

export async function findSubscriber(db: Executor, id: string): Promise<Subscriber | null> {
  const { rows } = await db.execute<Subscriber>(
    sql`SELECT id, email, lang FROM newsletter_subscribers WHERE id = ${id}`,
  );
  return rows[0] ?? null;
}

/** Marks an address as confirmed; the first confirmation counts. False if it is not in the list. */
export async function confirmSubscriber(tx: WriteTransaction, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`UPDATE newsletter_subscribers
    SET confirmed_at = coalesce(confirmed_at, ${now.toISOString()}::timestamptz) WHERE id = ${id}`);
  return rowCount === 1;
}

export async function deleteSubscriber(tx: WriteTransaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`DELETE FROM newsletter_subscribers WHERE id = ${id}`);
  return rowCount === 1;
}
