import type { PlacementSnapshot } from "@litfass/contract/adserver/placement-snapshot";
import { dayWindow } from "../../auction/pacing/day-window.ts";
import { domainAndParents } from "../../kernel/normalize.ts";

/** Requests since they were last saved, by what they got. */
export type PlacementCounts = { requests: number; ads: number; fallbackAds: number };

export type Placements = {
  byId: Map<number, PlacementSnapshot>;
  /** Of all placements since the start: an ad may be shown after its placement was paused or archived. */
  shares: Map<number, PlacementSnapshot["shares"]>;
  /** The publisher of each verified host with placements. */
  ownerOfHost: Map<string, number>;
  counts: Map<number, PlacementCounts>;
};

export const newPlacements = (): Placements => ({
  byId: new Map(),
  shares: new Map(),
  ownerOfHost: new Map(),
  counts: new Map(),
});

/** Applies changed placements: those that are not live any more are removed. */
export function applyPlacements(
  placements: Placements,
  changed: { placementId: number; snapshot: PlacementSnapshot | null }[],
): void {
  if (changed.length === 0) return;
  for (const { placementId, snapshot } of changed) {
    if (snapshot === null) placements.byId.delete(placementId);
    else {
      placements.byId.set(placementId, snapshot);
      placements.shares.set(placementId, snapshot.shares);
    }
  }
  const sites = [...placements.byId.values()].filter(({ siteKind }) => siteKind === "site");
  placements.ownerOfHost = new Map(sites.map(({ site, publisherId }) => [site, publisherId]));
}

/**
 * The placement if the page's host is on its site. A host that another publisher has verified below the site is that
 * publisher's.
 */
export function placementOn(
  { byId, ownerOfHost }: Placements,
  id: number,
  host: string,
): PlacementSnapshot | undefined {
  const placement = byId.get(id);
  const domains = domainAndParents(host);
  if (placement?.siteKind !== "site" || !domains.includes(placement.site)) return undefined;
  const nearest = domains.find((domain) => ownerOfHost.has(domain)) ?? placement.site;
  return ownerOfHost.get(nearest) === placement.publisherId ? placement : undefined;
}

export function countRequest({ counts }: Placements, id: number, got: "ad" | "fallback" | "empty"): void {
  const known = counts.get(id) ?? { requests: 0, ads: 0, fallbackAds: 0 };
  counts.set(id, known);
  known.requests++;
  if (got === "ad") known.ads++;
  if (got === "fallback") known.fallbackAds++;
}

/** The zone of the account, by whose days shares and statements count. */
const timeZone = "Europe/Zurich";

/** The publisher's part of a charge at an instant, in percent; 0 before its first share. */
export function shareAt(shares: PlacementSnapshot["shares"], atMs: number): number {
  const { dayOn } = dayWindow(atMs, timeZone);
  return shares.find(({ from }) => from <= dayOn)?.percent ?? 0;
}
