import type { Caller } from "@litfass/contract/kernel/roles";
import { userStatus } from "@litfass/contract/kernel/roles";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { countWaiting, type Waiting } from "@litfass/platform/postgres/waiting-sql";
import { and, gte, inArray, type SQL, sql } from "drizzle-orm";
import { uidsWithinReach } from "../access-reach-sql.ts";
import { users } from "../tables.ts";

const newDays = 7;
const dayMs = 86_400_000;

/** The condition on users who registered within the last seven days. */
export const isNew = (now: Date): SQL => gte(users.createdAt, new Date(now.getTime() - newDays * dayMs));

/** The caller's customers who registered within the last seven days. */
export function waitingNewcomers(db: Executor, caller: Caller, now: Date, limit: number): Promise<Waiting> {
  const condition = and(
    inArray(users.role, ["customer", "advanced_advertiser"]),
    isNew(now),
    sql`${users.status} is distinct from ${userStatus.archived}`,
    uidsWithinReach(users.uid, caller),
  );
  return countWaiting(db, sql`select ${users.createdAt} as at from ${users} where ${condition}`, limit);
}
