import type { CampaignHistoryEntry } from "@litfass/contract/campaigns/campaign-history";

/** The automatic adjustments of one minute from the API. */
export type AdjustedMinute = {
  at: string;
  adjustments: number;
  participation_before: number;
  participation_after: number;
  price_before: number;
  price_after: number;
};

/** The adjustments within one hour, from the first to the last minute. */
export type AdjustedHour = {
  kind: "adjusted";
  at: string;
  from: string;
  adjustments: number;
  participation: { before: number; after: number };
  price: { before: number; after: number };
};
/** `id` tells entries of one moment apart, such as the changes of one transaction. */
export type TimelineEntry = { id: string } & (
  | AdjustedHour
  | { kind: "changed"; at: string; entry: CampaignHistoryEntry }
);

const hourOf = (at: string): string => at.slice(0, 13);

/** Minutes, newest first, merged into hours: single adjustments often cancel each other out. */
export function hoursOf(minutes: readonly AdjustedMinute[]): AdjustedHour[] {
  const hours = new Map<string, AdjustedHour>();
  for (const minute of minutes) {
    const own = hours.get(hourOf(minute.at));
    if (!own) {
      hours.set(hourOf(minute.at), {
        kind: "adjusted",
        at: minute.at,
        from: minute.at,
        adjustments: minute.adjustments,
        participation: { before: minute.participation_before, after: minute.participation_after },
        price: { before: minute.price_before, after: minute.price_after },
      });
      continue;
    }
    own.from = minute.at;
    own.adjustments += minute.adjustments;
    own.participation.before = minute.participation_before;
    own.price.before = minute.price_before;
  }
  return [...hours.values()];
}

/** Changes by people and adjustments, newest first. */
export function timelineOf(
  changes: readonly CampaignHistoryEntry[],
  minutes: readonly AdjustedMinute[],
): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...changes.map((entry) => ({ id: `changed:${entry.id}`, kind: "changed" as const, at: entry.at, entry })),
    ...hoursOf(minutes).map((hour) => ({ id: `adjusted:${hourOf(hour.at)}`, ...hour })),
  ];
  return entries.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
