type Counts = { impressions: number; measured: number; viewable: number; clicks: number };

/** Impressions, measured and viewable ones, and clicks since the last save, by placement and campaign. */
export type ViewabilityChanges = { placements: Map<string, Counts>; campaigns: Map<number, Counts> };

export const newViewabilityChanges = (): ViewabilityChanges => ({ placements: new Map(), campaigns: new Map() });

export function recordViewability(
  changes: ViewabilityChanges,
  placement: string,
  campaignId: number,
  counted: Partial<Counts>,
): void {
  add(changes.placements, placement, counted);
  add(changes.campaigns, campaignId, counted);
}

function add<Key>(to: Map<Key, Counts>, key: Key, counted: Partial<Counts>): void {
  const { impressions = 0, measured = 0, viewable = 0, clicks = 0 } = counted;
  const counts = to.get(key);
  if (counts === undefined) {
    to.set(key, { impressions, measured, viewable, clicks });
    return;
  }
  counts.impressions += impressions;
  counts.measured += measured;
  counts.viewable += viewable;
  counts.clicks += clicks;
}
