import type { PlacementSnapshot } from "@litfass/contract/adserver/placement-snapshot";
import { dayWindow } from "../../auction/pacing/day-window.ts";
import { domainAndParents } from "../../kernel/normalize.ts";

/** Requests since they were last saved, by what they got. */
export type PlacementCounts = { requests: number; ads: number; fallbackAds: number };

/** A site that its publisher has verified. */
export type VerifiedSite = { host: string; publisherId: number };

export type Placements = {
  byId: Map<number, PlacementSnapshot>;
  /** Also of placements that are not live any more: an ad may be shown after its placement was paused or archived. */
  shares: Map<number, PlacementSnapshot["shares"]>;
  /** Verified sites by ID, also those without placements. */
  sites: Map<number, VerifiedSite>;
  /** The publisher of each verified host. */
  ownerOfHost: Map<string, number>;
  counts: Map<number, PlacementCounts>;
};

export const newPlacements = (): Placements => ({
  byId: new Map(),
  shares: new Map(),
  sites: new Map(),
  ownerOfHost: new Map(),
  counts: new Map(),
});

/** A placement that changed; its snapshot is `null` where it is not live any more. */
export type ChangedPlacement = {
  placementId: number;
  snapshot: PlacementSnapshot | null;
  shares?: PlacementSnapshot["shares"] | undefined;
};

/** Applies changed placements: those that are not live any more are removed. */
export function applyPlacements(placements: Placements, changed: ChangedPlacement[]): void {
  if (changed.length === 0) return;
  for (const { placementId, snapshot, shares = snapshot?.shares } of changed) {
    if (snapshot === null) placements.byId.delete(placementId);
    else placements.byId.set(placementId, snapshot);
    if (shares !== undefined) placements.shares.set(placementId, shares);
  }
  indexHosts(placements);
}

/** Applies changed sites: those that are not verified any more, or whose publisher is suspended, are removed. */
export function applySites(placements: Placements, changed: { siteId: number; site: VerifiedSite | null }[]): void {
  if (changed.length === 0) return;
  for (const { siteId, site } of changed) {
    if (site === null) placements.sites.delete(siteId);
    else placements.sites.set(siteId, site);
  }
  indexHosts(placements);
}

function indexHosts(placements: Placements): void {
  const owners = new Map<string, number>();
  for (const { siteKind, site, publisherId } of placements.byId.values()) {
    if (siteKind === "site") owners.set(site, publisherId);
  }
  for (const { host, publisherId } of placements.sites.values()) owners.set(host, publisherId);
  placements.ownerOfHost = owners;
}

/** Whether a publisher has verified the page's host or a domain above it. */
export const isVerified = ({ ownerOfHost }: Placements, host: string): boolean =>
  domainAndParents(host).some((domain) => ownerOfHost.has(domain));

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

/**
 * The publisher to whom what a page sold in its own auction is owed: that of the nearest verified host. Events name hosts
 * without `www.`, as the settlement reads them.
 */
export const publisherOf = ({ ownerOfHost }: Placements, site: string): number | undefined =>
  domainAndParents(`www.${site}`)
    .map((domain) => ownerOfHost.get(domain))
    .find((owner) => owner !== undefined);

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
