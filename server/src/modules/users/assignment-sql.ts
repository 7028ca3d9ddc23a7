import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, eq, notInArray } from "drizzle-orm";
import { customerAssignments } from "./tables.ts";

/** An account manager and a customer of theirs. */
export type AssignedPair = { salesUid: string; customerUid: string };

/** Assigns customers to an account manager. Answers the pairs that are new. */
export const insertAssignments = async (
  tx: WriteTransaction,
  salesUid: string,
  customerUids: string[],
  now: Date,
): Promise<AssignedPair[]> =>
  customerUids.length === 0
    ? []
    : tx
        .insert(customerAssignments)
        .values(customerUids.map((customerUid) => ({ salesUid, customerUid, createdAt: now })))
        .onConflictDoNothing()
        .returning();

/** Takes all customers but these from an account manager. Answers the pairs that ended. */
export const deleteAssignmentsExcept = (
  tx: WriteTransaction,
  salesUid: string,
  customerUids: string[],
): Promise<AssignedPair[]> =>
  tx
    .delete(customerAssignments)
    .where(
      and(
        eq(customerAssignments.salesUid, salesUid),
        customerUids.length > 0 ? notInArray(customerAssignments.customerUid, customerUids) : undefined,
      ),
    )
    .returning();

/** Takes a customer from every account manager. */
export const deleteAssignmentsOfCustomer = (tx: WriteTransaction, customerUid: string): Promise<AssignedPair[]> =>
  tx.delete(customerAssignments).where(eq(customerAssignments.customerUid, customerUid)).returning();
