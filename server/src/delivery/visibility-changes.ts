type Counts = { impressions: number; viewable: number };

/** Impressions and viewable ones since the last write, by placement and by campaign. */
export type VisibilityChanges = { placements: Map<string, Counts>; campaigns: Map<number, Counts> };

export const newVisibilityChanges = (): VisibilityChanges => ({ placements: new Map(), campaigns: new Map() });

export function noteVisibility(
  changes: VisibilityChanges,
  placement: string,
  campaignId: number,
  impressions: number,
  viewable: number,
): void {
  add(changes.placements, placement, impressions, viewable);
  add(changes.campaigns, campaignId, impressions, viewable);
}

function add<Key>(to: Map<Key, Counts>, key: Key, impressions: number, viewable: number): void {
  const counts = to.get(key);
  if (counts === undefined) {
    to.set(key, { impressions, viewable });
    return;
  }
  counts.impressions += impressions;
  counts.viewable += viewable;
}
