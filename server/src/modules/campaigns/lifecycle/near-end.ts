import type { CampaignRow } from "../tables.ts";
import { todayIn } from "../today.ts";

/** From so many days before its last day on, a campaign is near its end. */
export const nearEndDays = 3;
/** A campaign that runs no longer than this is not reminded of its end: whoever started it knows. */
export const shortestDays = 7;

const dayMs = 86_400_000;
const daysFrom = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** Whether a running campaign's last day is at most three days away, where it runs for more than a week. */
export function isNearEnd(
  row: Pick<CampaignRow, "status" | "startOn" | "endOn" | "timeZone">,
  now: Date,
): row is typeof row & { endOn: string } {
  if (row.status !== "ACTIVE" || !row.startOn || !row.endOn) return false;
  const left = daysFrom(todayIn(now, row.timeZone), row.endOn);
  return left >= 0 && left <= nearEndDays && daysFrom(row.startOn, row.endOn) >= shortestDays;
}
