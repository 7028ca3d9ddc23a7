import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { creativeItems, type ItemRow } from "../tables.ts";

/** All SQL of the files of creatives. */

export type NewItem = Omit<ItemRow, "id" | "position">;

/** Appends items. */
export async function addItems(tx: Transaction, creativeUuid: string, items: Omit<NewItem, "creativeUuid">[]) {
  if (items.length === 0) return;
  const { rows } = await tx.execute<{ next: number }>(sql`
    select coalesce(max(position), 0) + 1 as next from creative_items where creative_uuid = ${creativeUuid}`);
  const first = Number(rows[0]?.next ?? 1);
  await tx
    .insert(creativeItems)
    .values(items.map((item, index) => ({ ...item, creativeUuid, position: first + index })));
}

export const listItems = (db: Executor, creativeUuid: string): Promise<ItemRow[]> =>
  db
    .select()
    .from(creativeItems)
    .where(eq(creativeItems.creativeUuid, creativeUuid))
    .orderBy(asc(creativeItems.position), asc(creativeItems.id))
    .limit(200);

export async function findItem(db: Executor, id: number): Promise<ItemRow | null> {
  const [row] = await db.select().from(creativeItems).where(eq(creativeItems.id, id));
  return row ?? null;
}

export async function removeItem(tx: Transaction, id: number): Promise<void> {
  await tx.delete(creativeItems).where(eq(creativeItems.id, id));
}

/** Removes the items of one kind, because logo and document exist only once. */
export async function removeItemsOf(tx: Transaction, creativeUuid: string, kind: ItemRow["kind"]): Promise<void> {
  await tx.delete(creativeItems).where(and(eq(creativeItems.creativeUuid, creativeUuid), eq(creativeItems.kind, kind)));
}

export async function copyItems(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    insert into creative_items (creative_uuid, kind, file, name, width, height, position)
    select ${to}, kind, file, name, width, height, position from creative_items where creative_uuid = ${from}`);
}

/** The file shown by each finished creative, by uuid: the document, else the first image. */
export async function shownFiles(db: Executor, uuids: string[]): Promise<Map<string, ItemRow>> {
  if (uuids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(creativeItems)
    .where(and(inArray(creativeItems.creativeUuid, uuids), inArray(creativeItems.kind, ["html", "image"])))
    .orderBy(sql`${creativeItems.kind} = 'html'`, sql`${creativeItems.position} desc`);
  return new Map(rows.map((row) => [row.creativeUuid, row]));
}
