import type { Caller } from "@litfass/contract/kernel/roles";
import { escapeLike } from "@litfass/platform/postgres/like";
import type { Database, Executor } from "@litfass/platform/postgres/postgres";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { uidsWithinReach, users } from "../users/index.ts";
import { campaigns } from "./tables.ts";

const maxOwners = 50;
const ownerName = sql`coalesce(nullif(${users.companyName}, ''), ${users.displayName}, ${users.email}, '')`;
const isNamed = (search: string): SQL => sql`${ownerName} ilike ${`%${escapeLike(search)}%`}`;

/** Customers with campaigns the caller may access, by name: `owner`, then the first 50 that match the search. */
export async function listOwners(
  db: Database,
  caller: Caller,
  { search, owner }: { search?: string | undefined; owner?: string | undefined },
): Promise<{ value: string; text: string }[]> {
  const isOwner = sql`${users.uid} = ${owner ?? ""}`;
  const { rows } = await db.execute<{ value: string; text: string }>(sql`
    select ${users.uid} as value, ${ownerName} as text from ${users}
    where ${uidsWithinReach(users.uid, caller)}
      and exists (select 1 from ${campaigns} where ${campaigns.ownerUid} = ${users.uid} and not ${campaigns.isBulkTemplate})
      and ${search ? sql`(${isOwner} or ${isNamed(search)})` : sql`true`}
    order by ${isOwner} desc, lower(${ownerName}), ${users.uid} limit ${maxOwners}`);
  return rows.map(({ value, text }) => ({ value, text }));
}

/** The condition on campaigns of customers whose name contains the search. */
export const hasOwnerNamed = (search: string): SQL =>
  sql`${campaigns.ownerUid} in (select ${users.uid} from ${users} where ${isNamed(search)})`;

const isListed = sql`c.status <> 'ARCHIVED' and not c.is_pattern`;

/** The condition on users who have no campaign, not even a draft, for other modules' lists. */
export const hasNoCampaign = (uid: SQLWrapper): SQL =>
  sql`not exists (select 1 from campaigns c where c.owner_uid = ${uid} and ${isListed})`;

/** The number of these users' campaigns, and of those that run; users without any are absent. */
export async function campaignCountsOf(
  db: Executor,
  uids: string[],
): Promise<Map<string, { total: number; running: number }>> {
  const { rows } = await db.execute<{ uid: string; total: number; running: number }>(sql`
    select c.owner_uid as uid, count(*)::int as total, (count(*) filter (where c.status = 'ACTIVE'))::int as running
    from campaigns c where c.owner_uid = any(${sql.param(uids)}::text[]) and ${isListed} group by c.owner_uid`);
  return new Map(rows.map(({ uid, total, running }) => [uid, { total, running }]));
}
