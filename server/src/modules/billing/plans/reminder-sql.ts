import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, asc, gt } from "drizzle-orm";
import { billingReminders, subscriptions } from "../tables.ts";

export type ReminderKind = "near_end" | "low_balance" | "renewal_declined";

/** Owners of current plans after a uid, ordered by uid. */
export async function listSubscribers(db: Executor, now: Date, afterUid: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ uid: subscriptions.ownerUid })
    .from(subscriptions)
    .where(and(gt(subscriptions.endAt, now), gt(subscriptions.ownerUid, afterUid)))
    .orderBy(asc(subscriptions.ownerUid))
    .limit(limit);
  return rows.map(({ uid }) => uid);
}

/** Records that a user was reminded; false if already recorded. */
export async function noteReminder(
  tx: Transaction,
  reminder: { ownerUid: string; kind: ReminderKind; endAt: Date; sentAt: Date },
): Promise<boolean> {
  const rows = await tx
    .insert(billingReminders)
    .values(reminder)
    .onConflictDoNothing()
    .returning({ kind: billingReminders.kind });
  return rows.length === 1;
}
