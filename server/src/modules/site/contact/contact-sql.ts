import type { Language } from "@litfass/contract/kernel/language";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** A message of the public contact form. It belongs to the operator, not to a customer. */
export type ContactMessage = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  message: string;
  lang: Language;
};

export async function insertContactMessage(tx: WriteTransaction, message: ContactMessage, now: Date): Promise<void> {
  const { id, name, email, phone, lang } = message;
  await tx.execute(sql`
    INSERT INTO contact_messages (id, name, email, phone, message, lang, created_at)
    VALUES (${id}, ${name}, ${email}, ${phone}, ${message.message}, ${lang}, ${now.toISOString()}::timestamptz)`);
}

export async function findContactMessage(db: Executor, id: string): Promise<ContactMessage | null> {
  const { rows } = await db.execute<ContactMessage>(
    sql`SELECT id, name, email, phone, message, lang FROM contact_messages WHERE id = ${id}`,
  );
  return rows[0] ?? null;
}

/** Deletes the messages that arrived before a time; returns their number. */
export async function deleteContactMessages(tx: WriteTransaction, before: Date): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`DELETE FROM contact_messages WHERE created_at < ${before.toISOString()}::timestamptz`,
  );
  return rowCount ?? 0;
}
