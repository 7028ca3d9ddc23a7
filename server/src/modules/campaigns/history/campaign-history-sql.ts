import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, count, desc, eq } from "drizzle-orm";
import { type ChangedField, campaignChanges } from "../tables.ts";

/** SQL of the history shown to users. Callers have found or locked an accessible campaign. */

type Entry = typeof campaignChanges.$inferSelect;

export async function findLastChange(tx: WriteTransaction, campaignId: number): Promise<Entry | null> {
  const [row] = await tx
    .select()
    .from(campaignChanges)
    .where(eq(campaignChanges.campaignId, campaignId))
    .orderBy(desc(campaignChanges.id))
    .limit(1);
  return row ?? null;
}

/** An entry of a campaign that the caller has locked. */
export async function findChange(tx: WriteTransaction, campaignId: number, id: number): Promise<Entry | null> {
  const [row] = await tx
    .select()
    .from(campaignChanges)
    .where(and(eq(campaignChanges.id, id), eq(campaignChanges.campaignId, campaignId)));
  return row ?? null;
}

export async function insertChange(tx: WriteTransaction, values: typeof campaignChanges.$inferInsert): Promise<void> {
  await tx.insert(campaignChanges).values(values);
}

/** Replaces the fields of an entry, and removes it if none are left. */
export async function replaceChange(tx: WriteTransaction, id: number, at: Date, fields: ChangedField[]): Promise<void> {
  if (fields.length === 0) await tx.delete(campaignChanges).where(eq(campaignChanges.id, id));
  else await tx.update(campaignChanges).set({ at, fields }).where(eq(campaignChanges.id, id));
}

/** One page of a campaign's history, newest first. */
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
