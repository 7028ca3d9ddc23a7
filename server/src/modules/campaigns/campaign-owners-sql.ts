import type { Caller } from "@litfass/contract/kernel/roles";
import { escapeLike } from "@litfass/platform/postgres/like";
import type { Database } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { uidsWithinReach, users } from "../users/index.ts";
import { campaigns } from "./tables.ts";

const maxOwners = 50;

/** Customers with campaigns the caller may access, by name: the first 50 that match the search. */
export async function listOwners(
  db: Database,
  caller: Caller,
  search: string | undefined,
): Promise<{ value: string; text: string }[]> {
  const name = sql`coalesce(nullif(${users.companyName}, ''), ${users.displayName}, ${users.email}, '')`;
  const { rows } = await db.execute<{ value: string; text: string }>(sql`
    select ${users.uid} as value, ${name} as text from ${users}
    where ${uidsWithinReach(users.uid, caller)}
      and exists (select 1 from ${campaigns} where ${campaigns.ownerUid} = ${users.uid} and not ${campaigns.isBulkTemplate})
      and ${search ? sql`${name} ilike ${`%${escapeLike(search)}%`}` : sql`true`}
    order by lower(${name}), ${users.uid} limit ${maxOwners}`);
  return rows.map(({ value, text }) => ({ value, text }));
}
