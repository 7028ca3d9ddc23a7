import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, eq, notInArray } from "drizzle-orm";
import { customerAssignments } from "./tables.ts";

/** An account manager and an assigned customer. */
export type AssignedPair = { salesUid: string; customerUid: string };

/** Assigns customers to an account manager. Returns the new pairs. */
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

/** Removes all customers but these from an account manager. Returns the removed pairs. */
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

/** Removes all account managers but these from a customer. Returns the removed pairs. */
export const deleteManagersExcept = (
  tx: WriteTransaction,
  customerUid: string,
  managerUids: string[],
): Promise<AssignedPair[]> =>
  tx
    .delete(customerAssignments)
    .where(
      and(
        eq(customerAssignments.customerUid, customerUid),
        managerUids.length > 0 ? notInArray(customerAssignments.salesUid, managerUids) : undefined,
      ),
    )
    .returning();

/** Removes a customer from every account manager. */
export const deleteAssignmentsOfCustomer = (tx: WriteTransaction, customerUid: string): Promise<AssignedPair[]> =>
  tx.delete(customerAssignments).where(eq(customerAssignments.customerUid, customerUid)).returning();
