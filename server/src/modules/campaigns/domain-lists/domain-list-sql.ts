import type { Executor } from "@litfass/platform/postgres/postgres";
import { and, asc, count, eq, inArray, ne, sql } from "drizzle-orm";
import { campaigns, type DomainListRow, domainLists } from "../tables.ts";

const mostLists = 200;

/** The lists of some owners by name. */
export const listDomainLists = (db: Executor, owners: string[]): Promise<DomainListRow[]> =>
  db
    .select()
    .from(domainLists)
    .where(inArray(domainLists.ownerUid, owners))
    .orderBy(asc(sql`lower(${domainLists.name})`), asc(domainLists.id))
    .limit(mostLists);

export async function findDomainList(tx: Executor, ownerUid: string, id: number): Promise<DomainListRow | null> {
  const [row] = await tx
    .select()
    .from(domainLists)
    .where(and(eq(domainLists.id, id), eq(domainLists.ownerUid, ownerUid)));
  return row ?? null;
}

/** The lists with these ids, whoever owns them: for what campaigns chose. */
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

export async function insertDomainList(tx: Executor, values: typeof domainLists.$inferInsert): Promise<DomainListRow> {
  const [row] = await tx.insert(domainLists).values(values).returning();
  return row as DomainListRow;
}

export async function updateDomainList(
  tx: Executor,
  id: number,
  values: Pick<DomainListRow, "name" | "domains" | "updatedAt">,
): Promise<DomainListRow> {
  const [row] = await tx.update(domainLists).set(values).where(eq(domainLists.id, id)).returning();
  return row as DomainListRow;
}

export async function removeDomainList(tx: Executor, id: number): Promise<void> {
  await tx.delete(domainLists).where(eq(domainLists.id, id));
}

/** Campaigns that chose an entry, by status: a list or audience in use, and whom a change of it reaches. */
export async function campaignsChoosing(
  tx: Executor,
  setting: "whitelists" | "blocklists" | "audiences",
  ids: number[],
  statuses: ("DRAFT" | "ACTIVE" | "PAUSED")[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const chosen = sql.join(
    ids.map((id) => sql`(${campaigns.targeting} -> ${sql.raw(`'${setting}'`)}) @> ${JSON.stringify([id])}::jsonb`),
    sql` or `,
  );
  const rows = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(inArray(campaigns.status, statuses), sql`(${chosen})`))
    .orderBy(asc(campaigns.id));
  return rows.map(({ id }) => id);
}
