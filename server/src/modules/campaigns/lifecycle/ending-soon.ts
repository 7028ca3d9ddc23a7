import type { CampaignRow } from "../tables.ts";
import { todayIn } from "../today.ts";

/** A campaign ends soon this many days before its last day. */
export const endingSoonDays = 3;
/** Shorter campaigns get no reminder, because their owner has just started them. */
const minRunDays = 7;

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** Whether a running campaign's last day is at most three days away, where it runs for more than a week. */
export function isEndingSoon(
  row: Pick<CampaignRow, "status" | "startOn" | "endOn" | "timeZone">,
  now: Date,
): row is typeof row & { endOn: string } {
  if (row.status !== "ACTIVE" || !row.startOn || !row.endOn) return false;
  const left = daysBetween(todayIn(now, row.timeZone), row.endOn);
  return left >= 0 && left <= endingSoonDays && daysBetween(row.startOn, row.endOn) >= minRunDays;
}
