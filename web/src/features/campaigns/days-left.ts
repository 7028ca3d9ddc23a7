import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { daysIn } from "../../ui/inputs/date-range.ts";

/** A running campaign announces its end this many days before its last day. */
const nearEndDays = 7;

/** Remaining days of a running campaign, including today; null while its end is not near. */
export function daysLeft({ status, end_on }: Pick<Campaign, "status" | "end_on">, today: string): number | null {
  if (status !== "ACTIVE" || !end_on) return null;
  const left = daysIn({ from: today, to: end_on });
  return left >= 1 && left <= nearEndDays ? left : null;
}
