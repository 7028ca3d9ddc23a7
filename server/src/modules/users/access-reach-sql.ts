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
  // An array is read once and its rows are found by an index; joined as a subquery, all rows would be read.
  return sql`${ownerUid} = any(array(select ${caller.uid}::text union all
    select a.customer_uid from ${customerAssignments} a where a.sales_uid = ${caller.uid}))`;
}
