import type { PlanId } from "@litfass/contract/billing/billing";
import type { CurrencyPrices } from "@litfass/contract/settings/price-list";
import type { Subscription } from "@litfass/contract/users/users";
import { type Booked, bookingPriceMinor } from "./plan.ts";

const dayMs = 86_400_000;
const nearEndDays = 14;

/** The same day of the month `months` later, or that month's last day where it is shorter (CONST-005). */
export function addMonths(at: Date, months: number): Date {
  const moved = new Date(at);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(at.getUTCDate(), lastDay));
  return moved;
}

export type Period = { plan: PlanId; startAt: Date; endAt: Date };

/**
 * The period after a booking: the same plan is extended by the booking's term, also before its end (CONST-006); another
 * plan starts at once and lasts its term or until the already paid end, whichever is later.
 */
export function bookedPeriod(running: Period | null, { plan, months }: Booked, now: Date): Period {
  if (!running || running.endAt <= now) return { plan, startAt: now, endAt: addMonths(now, months) };
  if (running.plan === plan) return { ...running, endAt: addMonths(running.endAt, months) };
  const endAt = addMonths(now, months);
  return { plan, startAt: now, endAt: endAt > running.endAt ? endAt : running.endAt };
}

export const noSubscription: Subscription = {
  is_exists: false,
  isNearEndDate: false,
  isLowBalance: false,
  plan: null,
  end_at: null,
};

/**
 * The subscription in the session: near its end with 14 days or fewer left, low with less than 10% of the plan's
 * booking price left to spend (FIELD-USER-014).
 */
export function presentSubscription(
  period: Period | null,
  balanceMinor: number,
  now: Date,
  prices: CurrencyPrices,
): Subscription {
  if (!period || period.endAt <= now) return noSubscription;
  return {
    is_exists: true,
    isNearEndDate: period.endAt.getTime() - now.getTime() <= nearEndDays * dayMs,
    isLowBalance: balanceMinor * 10 < bookingPriceMinor(period.plan, prices),
    plan: period.plan,
    end_at: period.endAt.toISOString(),
  };
}

/**
 * The period after the refund of a whole booking: the same plan loses its term and ends now if nothing is left; a
 * different plan booked since stays. null: nothing changes.
 */
export function refundedPeriod(running: Period | null, { plan, months }: Booked, now: Date): Period | null {
  if (!running || running.plan !== plan || running.endAt <= now) return null;
  const endAt = addMonths(running.endAt, -months);
  return { ...running, endAt: endAt > now ? endAt : now };
}
