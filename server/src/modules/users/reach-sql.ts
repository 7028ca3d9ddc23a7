import type { Caller } from "@litfass/contract/kernel/roles";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { customerAssignments } from "./tables.ts";

/**
 * The tenant predicate: true for rows whose owner (`ownerUid`, a uid column) the caller may access. own = the
 * caller's, assigned = also those of customers assigned to the caller, all = everyone's.
 */
export function uidsWithinReach(ownerUid: SQLWrapper, caller: Pick<Caller, "uid" | "reach">): SQL {
  if (caller.reach === "all") return sql`true`;
  const own = sql`${ownerUid} = ${caller.uid}`;
  if (caller.reach === "own") return own;
  // A list of owners, from which an index finds their rows; a subquery for each row would read all rows.
  return sql`${ownerUid} in (select ${caller.uid}::text union all
    select a.customer_uid from ${customerAssignments} a where a.sales_uid = ${caller.uid})`;
}
