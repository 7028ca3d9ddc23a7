import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { count, desc, eq } from "drizzle-orm";
import { type ChangedField, campaignChanges } from "../tables.ts";

type Entry = typeof campaignChanges.$inferSelect;

export async function lastChange(tx: Transaction, campaignId: number): Promise<Entry | null> {
  const [row] = await tx
    .select()
    .from(campaignChanges)
    .where(eq(campaignChanges.campaignId, campaignId))
    .orderBy(desc(campaignChanges.id))
    .limit(1);
  return row ?? null;
}

export async function insertChange(tx: Transaction, values: typeof campaignChanges.$inferInsert): Promise<void> {
  await tx.insert(campaignChanges).values(values);
}

export async function rewriteChange(tx: Transaction, id: number, at: Date, fields: ChangedField[]): Promise<void> {
  if (fields.length === 0) await tx.delete(campaignChanges).where(eq(campaignChanges.id, id));
  else await tx.update(campaignChanges).set({ at, fields }).where(eq(campaignChanges.id, id));
}

/** One page of a campaign's history, newest first. The caller has found the campaign within its reach before. */
export async function listChangeRows(
  db: Executor,
  campaignId: number,
  page: { page: number; per_page: number },
): Promise<{ rows: Entry[]; total: number }> {
  const where = eq(campaignChanges.campaignId, campaignId);
  const rows = await db
    .select()
    .from(campaignChanges)
    .where(where)
    .orderBy(desc(campaignChanges.id))
    .limit(page.per_page)
    .offset((page.page - 1) * page.per_page);
  const [counted] = await db.select({ total: count() }).from(campaignChanges).where(where);
  return { rows, total: counted?.total ?? 0 };
}
