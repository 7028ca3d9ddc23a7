import type { Caller } from "@litfass/contract/kernel/roles";
import { type AuditRecord, recordAudit } from "@litfass/platform/audit/audit";
import type { Platform } from "@litfass/platform/platform";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { invalid, notFound } from "@litfass/platform/problem";
import { and, eq, inArray, notInArray } from "drizzle-orm";
import { customerAssignments, users } from "../tables.ts";
import { lockUser } from "../user-sql.ts";

/**
 * Assigns exactly these customers to an account manager.
 * @throws Problem 404 for an unknown user, 422 where the user is no account manager or an id is no customer
 */
export async function assignCustomers(
  { db, clock }: Pick<Platform, "db" | "clock">,
  caller: Pick<Caller, "uid">,
  salesUid: string,
  customerUids: string[],
): Promise<string[]> {
  const wanted = [...new Set(customerUids)].sort();
  return db.transaction(async (tx) => {
    const manager = await lockUser(tx, salesUid);
    if (!manager) throw notFound();
    if (manager.role !== "sales") throw invalid({ uid: ["assign.not_manager"] });
    if (wanted.length > 0) {
      const found = await tx.select({ role: users.role }).from(users).where(inArray(users.uid, wanted));
      const customers = found.filter(({ role }) => role === "customer" || role === "advanced_advertiser");
      if (customers.length !== wanted.length) throw invalid({ customerIds: ["assign.not_customers"] });
    }
    const others = wanted.length > 0 ? notInArray(customerAssignments.customerUid, wanted) : undefined;
    const ended = await tx
      .delete(customerAssignments)
      .where(and(eq(customerAssignments.salesUid, salesUid), others))
      .returning();
    const at = clock.now();
    const begun = await insertAssignments(
      tx,
      wanted.map((customerUid) => ({ salesUid, customerUid, createdAt: at })),
    );
    const by = { actorUid: caller.uid, at };
    await recordAudit(
      tx,
      ...assignmentRecords("customer_unassigned", ended, by),
      ...assignmentRecords("customer_assigned", begun, by),
    );
    return wanted;
  });
}

type Assignment = typeof customerAssignments.$inferInsert;

const insertAssignments = async (tx: Transaction, assignments: Assignment[]): Promise<Assignment[]> =>
  assignments.length === 0 ? [] : tx.insert(customerAssignments).values(assignments).onConflictDoNothing().returning();

/** An entry for each pair: it stands with the customer and with the account manager. */
export const assignmentRecords = (
  action: "customer_assigned" | "customer_unassigned",
  pairs: Pick<Assignment, "salesUid" | "customerUid">[],
  by: { actorUid: string; at: Date },
): AuditRecord[] =>
  pairs.map(({ salesUid, customerUid }) => ({ ...by, action, subjectUid: customerUid, relatedUid: salesUid }));
