import type { Caller } from "@litfass/contract/kernel/roles";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, eq, type InferSelectModel } from "drizzle-orm";
import { customerAssignments, type UserRow, uidsWithinReach, users } from "../users/index.ts";
import { managerCeilings } from "./tables.ts";

type Ceiling = InferSelectModel<typeof managerCeilings>;

/** The maximum balance of an account manager; null if none is set. */
export async function findCeiling(db: Executor, ownerUid: string): Promise<Ceiling | null> {
  const [row] = await db.select().from(managerCeilings).where(eq(managerCeilings.ownerUid, ownerUid));
  return row ?? null;
}

export async function saveCeiling(tx: Transaction, ceiling: Ceiling): Promise<void> {
  const { ownerUid: _ownerUid, ...values } = ceiling;
  await tx
    .insert(managerCeilings)
    .values(ceiling)
    .onConflictDoUpdate({ target: managerCeilings.ownerUid, set: values });
}

/** The user of a uid if the caller may access it, else null. */
export async function findUserWithinReach(
  db: Executor,
  caller: Pick<Caller, "uid" | "reach">,
  uid: string,
): Promise<UserRow | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.uid, uid), uidsWithinReach(users.uid, caller)));
  return user ?? null;
}

/** Customers assigned to an account manager. */
export async function customersOf(db: Executor, salesUid: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ uid: customerAssignments.customerUid })
    .from(customerAssignments)
    .where(eq(customerAssignments.salesUid, salesUid))
    .limit(limit);
  return rows.map((row) => row.uid);
}
