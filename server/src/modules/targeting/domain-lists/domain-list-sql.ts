import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, asc, count, eq, inArray, ne, sql } from "drizzle-orm";
import { type DomainListRow, domainLists } from "../tables.ts";

/** All SQL of domain lists. Each statement names the owner of the lists; callers check who may act for the owner. */

const maxLists = 200;

/** The lists of an owner by name. */
export const listDomainLists = (db: Executor, ownerUid: string): Promise<DomainListRow[]> =>
  db
    .select()
    .from(domainLists)
    .where(eq(domainLists.ownerUid, ownerUid))
    .orderBy(asc(sql`lower(${domainLists.name})`), asc(domainLists.id))
    .limit(maxLists);

/** A list of an owner, locked until the transaction ends. */
export async function lockDomainList(
  tx: WriteTransaction,
  ownerUid: string,
  id: number,
): Promise<DomainListRow | null> {
  const [row] = await tx
    .select()
    .from(domainLists)
    .where(and(eq(domainLists.id, id), eq(domainLists.ownerUid, ownerUid)))
    .for("update");
  return row ?? null;
}

/** The list of a kind that belongs to one campaign, locked to serialize changes. */
export async function lockCampaignList(
  tx: WriteTransaction,
  ownerUid: string,
  campaignId: number,
  kind: DomainListRow["kind"],
): Promise<DomainListRow | null> {
  const [row] = await tx
    .select()
    .from(domainLists)
    .where(and(eq(domainLists.campaignId, campaignId), eq(domainLists.ownerUid, ownerUid), eq(domainLists.kind, kind)))
    .for("update");
  return row ?? null;
}

/** The lists with these ids, of any owner: for ids stored with a campaign, whose access was checked before storing. */
export const domainListsById = (db: Executor, ids: number[]): Promise<DomainListRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.select().from(domainLists).where(inArray(domainLists.id, ids));

export async function isNameTaken(
  tx: Executor,
  list: Pick<DomainListRow, "ownerUid" | "kind" | "name"> & { id?: number },
): Promise<boolean> {
  const [found] = await tx
    .select({ total: count() })
    .from(domainLists)
    .where(
      and(
        eq(domainLists.ownerUid, list.ownerUid),
        eq(domainLists.kind, list.kind),
        sql`lower(${domainLists.name}) = lower(${list.name})`,
        list.id === undefined ? undefined : ne(domainLists.id, list.id),
      ),
    );
  return (found?.total ?? 0) > 0;
}

export async function insertDomainList(
  tx: WriteTransaction,
  values: typeof domainLists.$inferInsert,
): Promise<DomainListRow> {
  const [row] = await tx.insert(domainLists).values(values).returning();
  return row as DomainListRow;
}

export async function updateDomainList(
  tx: WriteTransaction,
  { id, ownerUid }: Pick<DomainListRow, "id" | "ownerUid">,
  values: Pick<DomainListRow, "name" | "domains" | "updatedAt">,
): Promise<DomainListRow> {
  const [row] = await tx
    .update(domainLists)
    .set(values)
    .where(and(eq(domainLists.id, id), eq(domainLists.ownerUid, ownerUid)))
    .returning();
  return row as DomainListRow;
}

export async function deleteDomainListRow(
  tx: WriteTransaction,
  { id, ownerUid }: Pick<DomainListRow, "id" | "ownerUid">,
): Promise<void> {
  await tx.delete(domainLists).where(and(eq(domainLists.id, id), eq(domainLists.ownerUid, ownerUid)));
}
