import type { Currency } from "../kernel/money.ts";
import type { PayoutTerms } from "./payout-terms.ts";

/** Sums below 10.00 cost more than they pay. */
const defaultMinimumMinor = 10_00;

/** What applies until the operator changes it. */
export const defaultPayouts: PayoutTerms = { minimums: [], transit_days: 5 };

/** The smallest sum that the statement of a month is issued for, in minor units. */
export function minimumPayoutOf({ minimums }: PayoutTerms, month: string, currency: Currency): number {
  let found: PayoutTerms["minimums"][number] | undefined;
  for (const each of minimums) {
    const isNewer = each.from_month <= month && each.from_month > (found?.from_month ?? "");
    if (isNewer && each[currency] !== undefined) found = each;
  }
  return found?.[currency] ?? defaultMinimumMinor;
}
