import type { PlanId } from "@litfass/contract/billing/billing";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { eq, sql } from "drizzle-orm";
import { planBookings, subscriptions } from "../tables.ts";
import type { Period } from "./subscription.ts";

/** Serializes an owner's bookings, including the first one, which has no row to lock. */
export async function lockOwner(tx: Transaction, ownerUid: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('billing-owner'), hashtext(${ownerUid}))`);
}

/** The newest booked period of an owner, current or past. */
export async function findPeriod(db: Executor, ownerUid: string): Promise<Period | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.ownerUid, ownerUid));
  return row ? { plan: row.plan, startAt: row.startedAt, endAt: row.endAt } : null;
}

/** False where the key was booked before. */
export async function insertBooking(
  tx: Transaction,
  booking: { key: string; ownerUid: string; plan: PlanId; period: Period; at: Date },
): Promise<boolean> {
  const rows = await tx
    .insert(planBookings)
    .values({
      key: booking.key,
      ownerUid: booking.ownerUid,
      plan: booking.plan,
      startAt: booking.period.startAt,
      endAt: booking.period.endAt,
      bookedAt: booking.at,
    })
    .onConflictDoNothing()
    .returning({ key: planBookings.key });
  return rows.length === 1;
}

export async function savePeriod(tx: Transaction, ownerUid: string, period: Period): Promise<void> {
  const values = { plan: period.plan, startedAt: period.startAt, endAt: period.endAt };
  await tx
    .insert(subscriptions)
    .values({ ownerUid, ...values })
    .onConflictDoUpdate({ target: subscriptions.ownerUid, set: values });
}
