import { eq, inArray } from "drizzle-orm";
import type { Platform } from "../platform/platform.ts";
import { invalid, notFound } from "../platform/problem.ts";
import { customerAssignments, users } from "./tables.ts";
import { findUser } from "./user-sql.ts";

/**
 * Assigns exactly these customers to an account manager.
 * @throws Problem 404 for an unknown user, 422 where the user is no account manager or an id is no customer
 */
export async function assignCustomers(
  { db, clock }: Pick<Platform, "db" | "clock">,
  salesUid: string,
  customerUids: string[],
): Promise<string[]> {
  const wanted = [...new Set(customerUids)].sort();
  return db.transaction(async (tx) => {
    const manager = await findUser(tx, salesUid);
    if (!manager) throw notFound();
    if (manager.role !== "sales") throw invalid({ uid: ["assign.not_manager"] });
    if (wanted.length > 0) {
      const found = await tx.select({ role: users.role }).from(users).where(inArray(users.uid, wanted));
      const customers = found.filter(({ role }) => role === "customer" || role === "advanced_advertiser");
      if (customers.length !== wanted.length) throw invalid({ customerIds: ["assign.not_customers"] });
    }
    await tx.delete(customerAssignments).where(eq(customerAssignments.salesUid, salesUid));
    const createdAt = clock.now();
    if (wanted.length > 0) {
      await tx.insert(customerAssignments).values(wanted.map((customerUid) => ({ salesUid, customerUid, createdAt })));
    }
    return wanted;
  });
}
