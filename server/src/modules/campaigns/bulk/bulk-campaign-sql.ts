import type { BulkCampaignStatus } from "@litfass/contract/campaigns/bulk-campaigns";
import type { Caller } from "@litfass/contract/kernel/roles";
import { escapeLike } from "@litfass/platform/postgres/like";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, asc, count, desc, eq, ilike, isNull, type SQL, sql } from "drizzle-orm";
import { uidsWithinReach } from "../../users/index.ts";
import { campaigns } from "../index.ts";
import { type BulkCampaignRow, bulkCampaignCustomers, bulkCampaigns } from "./tables.ts";

/**
 * SQL of bulk campaigns. Reads and locks for a caller carry the tenant predicate `withinReach`; writes name the owner
 * of the previously locked row.
 */
const withinReach = (caller: Caller): SQL => uidsWithinReach(bulkCampaigns.ownerUid, caller);

const ofCustomers = (value: SQL): SQL<number> => sql<number>`(select ${value} from ${bulkCampaignCustomers}
  where ${bulkCampaignCustomers.bulkCampaignId} = ${bulkCampaigns.id})`;
const customers = ofCustomers(sql`count(*)::int`);
const launched = ofCustomers(sql`count(${bulkCampaignCustomers.campaignId})::int`);
const status = sql<BulkCampaignStatus>`case when ${bulkCampaigns.archivedAt} is not null then 'ARCHIVED'
  when ${launched} = 0 then 'DRAFT' when ${launched} < ${customers} then 'PARTLY_LAUNCHED' else 'LAUNCHED' end`;

const sortColumns = {
  name: sql`lower(${campaigns.name})`,
  start_on: campaigns.startOn,
  end_on: campaigns.endOn,
  created_at: bulkCampaigns.createdAt,
} as const;

export type BulkCampaignList = {
  page: number;
  per_page: number;
  search?: string | undefined;
  sort?: keyof typeof sortColumns | undefined;
  direction: "asc" | "desc";
  status?: BulkCampaignStatus | undefined;
  customer?: string | undefined;
};

const columns = {
  bulk: bulkCampaigns,
  template: campaigns,
  customers: customers.mapWith(Number),
  launched: launched.mapWith(Number),
  status,
};
/** A bulk campaign with its template and the number of launched customers. */
export type BulkCampaignFound = {
  bulk: BulkCampaignRow;
  template: typeof campaigns.$inferSelect;
  customers: number;
  launched: number;
  status: BulkCampaignStatus;
};

/** One page of the accessible bulk campaigns, newest first. Includes archived ones only on request. */
export async function listBulkCampaignRows(
  db: Executor,
  caller: Caller,
  list: BulkCampaignList,
): Promise<{ rows: BulkCampaignFound[]; total: number }> {
  const where = and(
    withinReach(caller),
    list.status ? eq(status, list.status) : isNull(bulkCampaigns.archivedAt),
    list.search ? ilike(campaigns.name, `%${escapeLike(list.search)}%`) : undefined,
    list.customer
      ? sql`exists (select from ${bulkCampaignCustomers} where ${bulkCampaignCustomers.bulkCampaignId} = ${bulkCampaigns.id}
          and ${bulkCampaignCustomers.customerUid} = ${list.customer})`
      : undefined,
  );
  const column = sortColumns[list.sort ?? "created_at"];
  const order = list.sort && list.direction === "asc" ? asc(column) : desc(column);
  const rows = await db
    .select(columns)
    .from(bulkCampaigns)
    .innerJoin(campaigns, eq(campaigns.id, bulkCampaigns.templateId))
    .where(where)
    .orderBy(order, desc(bulkCampaigns.id))
    .limit(list.per_page)
    .offset((list.page - 1) * list.per_page);
  const [counted] = await db
    .select({ total: count() })
    .from(bulkCampaigns)
    .innerJoin(campaigns, eq(campaigns.id, bulkCampaigns.templateId))
    .where(where);
  return { rows, total: counted?.total ?? 0 };
}

/** A bulk campaign that the caller may access; null otherwise. */
export async function findBulkCampaign(db: Executor, caller: Caller, id: number): Promise<BulkCampaignFound | null> {
  const [row] = await db
    .select(columns)
    .from(bulkCampaigns)
    .innerJoin(campaigns, eq(campaigns.id, bulkCampaigns.templateId))
    .where(and(eq(bulkCampaigns.id, id), withinReach(caller)));
  return row ?? null;
}

/** Locks an accessible bulk campaign until the transaction ends, which serializes changes and launches. */
export async function lockBulkCampaign(tx: WriteTransaction, caller: Caller, id: number): Promise<boolean> {
  const rows = await tx
    .select({ id: bulkCampaigns.id })
    .from(bulkCampaigns)
    .where(and(eq(bulkCampaigns.id, id), withinReach(caller)))
    .for("update");
  return rows.length === 1;
}

/** Whether the id exists for any user; distinguishes 403 from 404. */
export async function bulkCampaignExists(db: Executor, id: number): Promise<boolean> {
  const rows = await db.select({ id: bulkCampaigns.id }).from(bulkCampaigns).where(eq(bulkCampaigns.id, id));
  return rows.length === 1;
}

export async function insertBulkCampaign(
  tx: WriteTransaction,
  values: typeof bulkCampaigns.$inferInsert,
): Promise<BulkCampaignRow> {
  const [row] = await tx.insert(bulkCampaigns).values(values).returning();
  return row as BulkCampaignRow;
}

export async function updateBulkCampaign(
  tx: WriteTransaction,
  { id, ownerUid }: Pick<BulkCampaignRow, "id" | "ownerUid">,
  values: Partial<Pick<BulkCampaignRow, "creativeGroups" | "archivedAt">>,
  now: Date,
): Promise<void> {
  await tx
    .update(bulkCampaigns)
    .set({ ...values, updatedAt: now })
    .where(and(eq(bulkCampaigns.id, id), eq(bulkCampaigns.ownerUid, ownerUid)));
}
