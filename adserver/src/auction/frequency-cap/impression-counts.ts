/** A flat list of campaign IDs and impressions, since a visitor meets few campaigns. */
type Impressions = number[];

/** A visitor's impressions in both generations. */
export type VisitorImpressions = { recent: Impressions | undefined; older: Impressions | undefined };

/** Impressions by visitor and campaign, in two generations; the older half is dropped when full. */
export type ImpressionCounts = {
  of(visitorKey: string): VisitorImpressions;
  set(campaignId: number, visitorKey: string, impressions: number): void;
};

export function impressionCounts(limit: number): ImpressionCounts {
  let recent = new Map<string, Impressions>();
  let older = new Map<string, Impressions>();
  let counted = 0;
  return {
    of: (visitorKey) => ({ recent: recent.get(visitorKey), older: older.get(visitorKey) }),
    set(campaignId, visitorKey, impressions) {
      const list = recent.get(visitorKey);
      if (list !== undefined && replaced(list, campaignId, impressions)) return;
      if (list === undefined) recent.set(visitorKey, [campaignId, impressions]);
      else list.push(campaignId, impressions);
      counted++;
      if (counted <= limit / 2) return;
      [older, recent] = [recent, new Map()];
      counted = 0;
    },
  };
}

/** Impressions of a campaign; the newer generation wins. */
export function impressionsOf({ recent, older }: VisitorImpressions, campaignId: number): number {
  return countIn(recent, campaignId) ?? countIn(older, campaignId) ?? 0;
}

function countIn(list: Impressions | undefined, campaignId: number): number | undefined {
  if (list === undefined) return undefined;
  for (let at = 0; at < list.length; at += 2) if (list[at] === campaignId) return list[at + 1];
  return undefined;
}

/** Whether the list had the campaign, whose count is replaced then. */
function replaced(list: Impressions, campaignId: number, impressions: number): boolean {
  for (let at = 0; at < list.length; at += 2) {
    if (list[at] !== campaignId) continue;
    list[at + 1] = impressions;
    return true;
  }
  return false;
}
