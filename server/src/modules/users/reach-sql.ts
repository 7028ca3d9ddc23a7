import type { Caller } from "@litfass/contract/kernel/roles";
import { eq, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { customerAssignments } from "./tables.ts";

/**
 * The tenant predicate: true for rows whose owner (`ownerUid`, a uid column) the caller may access. own = the
 * caller's, assigned = also those of customers assigned to the caller, all = everyone's.
 */
export function uidsWithinReach(ownerUid: SQLWrapper, caller: Pick<Caller, "uid" | "reach">): SQL {
  if (caller.reach === "all") return sql`true`;
  const own = sql`${ownerUid} = ${caller.uid}`;
  if (caller.reach === "own") return own;
  const assigned = sql`exists (select 1 from ${customerAssignments}
    where ${eq(customerAssignments.salesUid, caller.uid)} and ${customerAssignments.customerUid} = ${ownerUid})`;
  return or(own, assigned) ?? own;
}
