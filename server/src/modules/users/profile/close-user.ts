import { userStatus } from "@litfass/contract/kernel/roles";
import { recordAudit } from "@litfass/platform/audit/audit";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { eq } from "drizzle-orm";
import { customerAssignments, type UserRow, userIdentities } from "../tables.ts";
import { updateUser } from "../user-sql.ts";

/**
 * Closes a user's own account: archived, tied to no identity, looked after by nobody. Should staff restore it, it stands
 * as invited, so that its address can open it again.
 */
export async function closeUser(tx: Transaction, user: UserRow, now: Date): Promise<void> {
  const { uid } = user;
  await tx.delete(userIdentities).where(eq(userIdentities.uid, uid));
  await tx.delete(customerAssignments).where(eq(customerAssignments.customerUid, uid));
  const archived = { status: userStatus.archived, statusBeforeArchive: userStatus.invited };
  await updateUser(tx, uid, { ...archived, photoUrl: null, allowsPromotion: false, signInProviders: [] }, now);
  await recordAudit(tx, { at: now, actorUid: uid, subjectUid: uid, action: "account_closed" });
}
