import { type CampaignStatus, type CampaignType, campaignStatuses } from "@litfass/contract/campaigns/campaigns";
import { maxCounted } from "@litfass/contract/kernel/max-counted";
import type { Currency } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import { countUpTo } from "@litfass/platform/postgres/count-sql";
import { escapeLike } from "@litfass/platform/postgres/like";
import type { Database, Executor, Transaction, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, asc, desc, eq, getTableColumns, ilike, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Selection } from "../targeting/index.ts";
import { uidsWithinReach, users } from "../users/index.ts";
import { type CampaignRow, campaignCounters, campaigns } from "./tables.ts";

/**
 * SQL of campaigns. Reads and locks for a caller carry the tenant predicate `withinReach`; writes name the owner of
 * the previously locked row.
 */
const withinReach = (caller: Caller): SQL | undefined => uidsWithinReach(campaigns.ownerUid, caller);
const isNoBulkTemplate = eq(campaigns.isBulkTemplate, false);
const isRow = ({ id, ownerUid }: Pick<CampaignRow, "id" | "ownerUid">): SQL | undefined =>
  and(eq(campaigns.id, id), eq(campaigns.ownerUid, ownerUid));

const sortColumns = {
  name: sql`lower(${campaigns.name})`,
  owner_name: sql`lower(coalesce(nullif(${users.companyName}, ''), ${users.fullName}))`,
  status: campaigns.status,
  start_on: campaigns.startOn,
  end_on: campaigns.endOn,
  total_budget: campaigns.totalBudgetMicros,
  created_at: campaigns.createdAt,
  impressions: campaignCounters.impressions,
  clicks: campaignCounters.clicks,
  ctr: campaignCounters.ctr,
  spend: campaignCounters.chargeMicros,
} as const;

const figureSorts: readonly (keyof typeof sortColumns | undefined)[] = ["impressions", "clicks", "ctr", "spend"];

export type CampaignList = {
  page: number;
  per_page: number;
  search?: string | undefined;
  sort?: keyof typeof sortColumns | undefined;
  direction: "asc" | "desc";
  status?: CampaignStatus | undefined;
  owner?: string | undefined;
  /** Only these. */
  ids?: number[] | undefined;
};

/** One page of a caller's accessible campaigns, and their number up to `maxCounted`. Archived ones only on request. */
export async function listCampaignRows(
  db: Database,
  caller: Caller,
  list: CampaignList,
): Promise<{ rows: CampaignRow[]; total: number }> {
  const where = and(
    withinReach(caller),
    isNoBulkTemplate,
    list.status ? eq(campaigns.status, list.status) : sql`${campaigns.status} <> 'ARCHIVED'`,
    list.owner ? eq(campaigns.ownerUid, list.owner) : undefined,
    list.ids ? sql`${campaigns.id} = any(${sql.param(list.ids)}::bigint[])` : undefined,
    list.search ? ilike(campaigns.name, `%${escapeLike(list.search)}%`) : undefined,
  );
  const order = list.sort
    ? [list.direction === "desc" ? desc(sortColumns[list.sort]) : asc(sortColumns[list.sort]), desc(campaigns.id)]
    : [desc(campaigns.createdAt), desc(campaigns.id)];
  const all = db.select(getTableColumns(campaigns)).from(campaigns).$dynamic();
  // Every campaign has counters and an owner; only an order by them needs the join.
  const listed = figureSorts.includes(list.sort)
    ? all.innerJoin(campaignCounters, eq(campaignCounters.campaignId, campaigns.id))
    : list.sort === "owner_name"
      ? all.innerJoin(users, eq(users.uid, campaigns.ownerUid))
      : all;
  const [rows, total] = await Promise.all([
    listed
      .where(where)
      .orderBy(...order)
      .limit(list.per_page)
      .offset((list.page - 1) * list.per_page),
    countUpTo(db, sql`select from ${campaigns} where ${where}`),
  ]);
  return { rows, total };
}

/** The number of a caller's campaigns by status, including archived ones; each up to `maxCounted`. */
export async function countByStatus(
  db: Database,
  caller: Caller,
  owner: string | undefined,
): Promise<Record<string, number>> {
  const mine = and(withinReach(caller), isNoBulkTemplate, owner ? eq(campaigns.ownerUid, owner) : undefined);
  const { rows } = await db.execute<{ status: string; total: number }>(sql`
    select s.status, counted.total from unnest(${sql.param(campaignStatuses)}::text[]) as s (status), lateral (
      select count(*)::int as total from (
        select from ${campaigns} where ${campaigns.status} = s.status and ${mine} limit ${maxCounted}) listed) counted
    where counted.total > 0`);
  return Object.fromEntries(rows.map((row) => [row.status, row.total]));
}

/** A campaign that the caller may access; null otherwise. */
export async function findCampaignRow(
  db: Database | Transaction,
  caller: Caller,
  id: number,
): Promise<CampaignRow | null> {
  const [row] = await db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, id), withinReach(caller)));
  return row ?? null;
}

/** The same, locked until the transaction ends, which serializes changes of a campaign. */
export async function lockCampaignRow(tx: Transaction, caller: Caller, id: number): Promise<CampaignRow | null> {
  const [row] = await tx
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, id), withinReach(caller)))
    .for("update");
  return row ?? null;
}

/** Whether the id exists for any user; distinguishes 403 from 404. */
export async function campaignExists(db: Database | Transaction, id: number): Promise<boolean> {
  const [row] = await db.select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.id, id));
  return row !== undefined;
}

/** A campaign of any owner: for jobs, and for commands that have checked access. */
export async function campaignRowById(db: Executor, id: number): Promise<CampaignRow | null> {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id));
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockCampaignRowById(tx: WriteTransaction, id: number): Promise<CampaignRow | null> {
  const [row] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for("update");
  return row ?? null;
}

/** Names of an owner's campaigns that start with `start`, including archived ones: at most the newest 500. */
export async function namesBeginning(tx: WriteTransaction, ownerUid: string, start: string): Promise<string[]> {
  const rows = await tx
    .select({ name: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.ownerUid, ownerUid), ilike(campaigns.name, `${escapeLike(start)}%`)))
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
    .limit(500);
  return rows.map(({ name }) => name);
}

export async function insertCampaignRow(
  tx: WriteTransaction,
  values: typeof campaigns.$inferInsert,
): Promise<CampaignRow> {
  const [row] = await tx.insert(campaigns).values(values).returning();
  return row as CampaignRow;
}

/** Writes settings and increments the version, so that newer snapshots win. */
export async function updateCampaignRow(
  tx: WriteTransaction,
  campaign: Pick<CampaignRow, "id" | "ownerUid">,
  values: Partial<typeof campaigns.$inferInsert>,
  now: Date,
): Promise<CampaignRow> {
  const [row] = await tx
    .update(campaigns)
    .set({ ...values, updatedAt: now, version: sql`${campaigns.version} + 1` })
    .where(isRow(campaign))
    .returning();
  return row as CampaignRow;
}

export async function deleteDraftRow(
  tx: WriteTransaction,
  campaign: Pick<CampaignRow, "id" | "ownerUid">,
): Promise<boolean> {
  const rows = await tx
    .delete(campaigns)
    .where(and(isRow(campaign), eq(campaigns.status, "DRAFT")))
    .returning({ id: campaigns.id });
  return rows.length === 1;
}

/** Campaigns in these statuses that selected one of the entries, of any owner. */
export async function campaignsSelecting(
  tx: WriteTransaction,
  { setting, ids }: Selection,
  statuses: CampaignStatus[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const selected = sql.join(
    ids.map((id) => sql`(${campaigns.targeting} -> ${setting}::text) @> ${JSON.stringify([id])}::jsonb`),
    sql` or `,
  );
  const rows = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(inArray(campaigns.status, statuses), sql`(${selected})`))
    .orderBy(asc(campaigns.id));
  return rows.map(({ id }) => id);
}

/** First and last instant of a campaign's days in its own time zone; the end is the midnight after the last day. */
export async function periodOf(
  db: Database | Transaction,
  row: Pick<CampaignRow, "startOn" | "endOn" | "timeZone">,
): Promise<{ startAt: Date; endAt: Date }> {
  const result = await db.execute<{ start_at: Date; end_at: Date }>(sql`
    select (${row.startOn}::date::timestamp at time zone ${row.timeZone}) as start_at,
           ((${row.endOn}::date + 1)::timestamp at time zone ${row.timeZone}) as end_at`);
  const period = result.rows[0] as { start_at: Date | string; end_at: Date | string };
  return { startAt: new Date(period.start_at), endAt: new Date(period.end_at) };
}

type ReportColumns = {
  ids: string[];
  names: string[];
  owners: string[];
  currencies: Currency[];
  budgets: string[];
  measuring: boolean[];
};

/**
 * Campaigns the caller may access that were ever started, newest first: for reports. In columns, because parsing and
 * mapping thousands of rows takes longer than reading them.
 */
export async function listForReports(
  db: Database,
  caller: Caller,
  filter: {
    owner?: string | undefined;
    ids?: number[] | undefined;
    types?: CampaignType[] | undefined;
    search?: string | undefined;
    limit: number;
  },
) {
  if (filter.ids?.length === 0) return [];
  const found = and(
    withinReach(caller),
    sql`${campaigns.activatedAt} is not null`,
    filter.owner ? eq(campaigns.ownerUid, filter.owner) : undefined,
    filter.ids ? inArray(campaigns.id, filter.ids) : undefined,
    filter.types ? inArray(campaigns.type, filter.types) : undefined,
    filter.search ? ilike(campaigns.name, `%${escapeLike(filter.search)}%`) : undefined,
  );
  const { rows } = await db.execute<{ columns: ReportColumns | null }>(sql`
    select json_build_object('ids', json_agg(id::text), 'names', json_agg(name), 'owners', json_agg(owner_uid),
      'currencies', json_agg(currency), 'budgets', json_agg(coalesce(total_budget_micros, 0)::text),
      'measuring', json_agg(measures_conversions)) as columns
    from (select id, name, owner_uid, currency, total_budget_micros, measures_conversions from ${campaigns} where ${found}
      order by created_at desc, id desc limit ${filter.limit}) listed having count(*) > 0`);
  const columns = rows[0]?.columns;
  if (!columns) return [];
  return columns.ids.map((id, at) => ({
    id: Number(id),
    name: columns.names[at] ?? "",
    ownerUid: columns.owners[at] ?? "",
    currency: columns.currencies[at] as Currency,
    budgetMicros: BigInt(columns.budgets[at] ?? 0),
    measuresConversions: columns.measuring[at] ?? false,
  }));
}

/** Sets the currency of an owner's campaigns that were never started. */
export async function changeDraftCurrency(tx: WriteTransaction, ownerUid: string, currency: Currency): Promise<void> {
  await tx
    .update(campaigns)
    .set({ currency })
    .where(and(eq(campaigns.ownerUid, ownerUid), isNull(campaigns.activatedAt)));
}
