import type { Transaction } from "@litfass/platform/postgres/postgres";
import type { Booked } from "./plan.ts";
import { bookedPeriod, type Period, refundedPeriod } from "./subscription.ts";
import { findPeriod, insertBooking, lockOwner, savePeriod } from "./subscription-sql.ts";

/**
 * Books a plan for its term from now, or extends the same plan. A repeated key changes nothing. Returns the
 * resulting period.
 */
export async function bookPlan(
  tx: Transaction,
  input: Booked & { ownerUid: string; key: string; at: Date },
): Promise<Period> {
  await lockOwner(tx, input.ownerUid);
  const running = await findPeriod(tx, input.ownerUid);
  const booked = bookedPeriod(running, input, input.at);
  const isNew = await insertBooking(tx, { ...input, period: booked });
  if (!isNew) return running ?? booked;
  await savePeriod(tx, input.ownerUid, booked);
  return booked;
}

/** Reverts a booking whose whole price was refunded. A repeated key changes nothing. */
export async function unbookPlan(
  tx: Transaction,
  input: Booked & { ownerUid: string; key: string; at: Date },
): Promise<void> {
  await lockOwner(tx, input.ownerUid);
  const shortened = refundedPeriod(await findPeriod(tx, input.ownerUid), input, input.at);
  if (!shortened) return;
  if (await insertBooking(tx, { ...input, period: shortened })) await savePeriod(tx, input.ownerUid, shortened);
}
