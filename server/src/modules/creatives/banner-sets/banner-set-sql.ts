import type { BannerSetStatus } from "@litfass/contract/creatives/banner-sets";
import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Caller } from "@litfass/contract/kernel/roles";
import { escapeLike } from "@litfass/platform/postgres/like";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, desc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { invoiceOfOrder } from "../../billing/index.ts";
import { uidsWithinReach, users } from "../../users/index.ts";
import { type BannerSetRow, bannerSets, creativeGroups } from "../tables.ts";

/** All SQL of custom banner sets; every query is limited to the sets the caller may access. */

export type ListedBannerSet = BannerSetRow & { userName: string; invoice: string | null };

const ownerName = sql<string>`coalesce(nullif(${users.companyName}, ''), ${users.fullName}, ${users.uid})`;

const listed = (db: Executor, filter: SQL | undefined) =>
  db
    .select({
      row: bannerSets,
      userName: ownerName,
      invoice: invoiceOfOrder(bannerSets.orderId),
    })
    .from(bannerSets)
    .innerJoin(users, eq(users.uid, bannerSets.ownerUid))
    .where(filter);

const flat = ({ row, ...rest }: Awaited<ReturnType<typeof listed>>[number]): ListedBannerSet => ({ ...row, ...rest });

/** A page of the accessible sets, newest first. */
export async function listBannerSets(
  db: Executor,
  caller: Caller,
  query: { page: number; per_page: number; status?: BannerSetStatus | undefined; user?: string | undefined },
): Promise<{ rows: ListedBannerSet[]; meta: PageMeta }> {
  const filter = and(
    uidsWithinReach(bannerSets.ownerUid, caller),
    query.status ? eq(bannerSets.status, query.status) : undefined,
    query.user ? eq(bannerSets.ownerUid, query.user) : undefined,
  );
  const rows = await listed(db, filter)
    .orderBy(desc(bannerSets.id))
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page);
  const [counted] = await db.select({ of: sql<number>`count(*)::int` }).from(bannerSets).where(filter);
  return { rows: rows.map(flat), meta: metaOf(query.page, query.per_page, counted?.of ?? 0) };
}

const maxOwners = 50;

/** Accessible customers with sets, by name: `owner`, then the first 50 that match the search. */
export async function listBannerSetOwners(
  db: Executor,
  caller: Caller,
  { search, owner }: { search?: string | undefined; owner?: string | undefined },
): Promise<{ value: string; text: string }[]> {
  const isOwner = sql`${users.uid} = ${owner ?? ""}`;
  const isFound = search ? sql`(${isOwner} or ${ownerName} ilike ${`%${escapeLike(search)}%`})` : undefined;
  const hasSet = sql`exists (select 1 from ${bannerSets} where ${bannerSets.ownerUid} = ${users.uid})`;
  return db
    .select({ value: users.uid, text: ownerName })
    .from(users)
    .where(and(uidsWithinReach(users.uid, caller), hasSet, isFound))
    .orderBy(desc(isOwner), sql`lower(${ownerName})`, users.uid)
    .limit(maxOwners);
}

export async function findBannerSet(db: Executor, caller: Caller, id: number): Promise<ListedBannerSet | null> {
  const [row] = await listed(db, and(eq(bannerSets.id, id), uidsWithinReach(bannerSets.ownerUid, caller)));
  return row ? flat(row) : null;
}

/** A set of any customer, for the mails about it. */
export async function findBannerSetById(db: Executor, id: number): Promise<ListedBannerSet | null> {
  const [row] = await listed(db, eq(bannerSets.id, id));
  return row ? flat(row) : null;
}

const maxReaders = 50;

/** The recipients of order mails: active tech admins, or super admins if there are none. */
export async function listDesigners(db: Executor): Promise<string[]> {
  const found = await db
    .select({ uid: users.uid, role: users.role })
    .from(users)
    .where(and(eq(users.status, 2), isNotNull(users.email), inArray(users.role, ["tech_admin", "super_admin"])))
    .orderBy(users.uid)
    .limit(maxReaders);
  const designers = found.filter(({ role }) => role === "tech_admin");
  return (designers.length > 0 ? designers : found).map(({ uid }) => uid);
}

/** Serializes a customer's orders, so that the included set is granted once. */
export async function lockBannerSetsOf(tx: Transaction, ownerUid: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('banner-sets'), hashtext(${ownerUid}))`);
}

/** The number of sets that count for the price of the next one: all but canceled ones. */
export async function countBannerSets(db: Executor, ownerUid: string): Promise<number> {
  const [row] = await db
    .select({ of: sql<number>`count(*)::int` })
    .from(bannerSets)
    .where(and(eq(bannerSets.ownerUid, ownerUid), ne(bannerSets.status, "cancelled")));
  return row?.of ?? 0;
}

export async function findBannerSetOfRequest(tx: Transaction, requestKey: string): Promise<number | null> {
  const [row] = await tx.select({ id: bannerSets.id }).from(bannerSets).where(eq(bannerSets.requestKey, requestKey));
  return row?.id ?? null;
}

export async function insertBannerSet(tx: Transaction, values: typeof bannerSets.$inferInsert): Promise<number> {
  const [row] = await tx.insert(bannerSets).values(values).returning({ id: bannerSets.id });
  return row!.id;
}

/** A set, locked until the transaction ends. */
export async function lockBannerSet(tx: Transaction, id: number): Promise<BannerSetRow | null> {
  const [row] = await tx.select().from(bannerSets).where(eq(bannerSets.id, id)).for("update");
  return row ?? null;
}

export async function updateBannerSet(
  tx: Transaction,
  id: number,
  values: { status: BannerSetStatus; creativeGroupUuid?: string },
  now: Date,
): Promise<void> {
  await tx
    .update(bannerSets)
    .set({ ...values, updatedAt: now })
    .where(eq(bannerSets.id, id));
}

/** Transfers a shared group of finished files to one customer. @returns whether it was shared. */
export async function giveGroup(tx: Transaction, group: string, ownerUid: string): Promise<boolean> {
  const given = await tx
    .update(creativeGroups)
    .set({ ownerUid })
    .where(and(eq(creativeGroups.uuid, group), isNull(creativeGroups.ownerUid)))
    .returning({ uuid: creativeGroups.uuid });
  return given.length === 1;
}
