import type { AdRequest } from "../../kernel/ad-request.ts";
import { domainAndParents } from "../../kernel/normalize.ts";
import type { Placements } from "../placements/placements.ts";

/** How often an ad unit was offered since the last save, and how often it got a bid. */
export type AdUnitCount = { publisherId: number; site: string; unit: string; requests: number; bids: number };

/**
 * Ad units of pages' own auctions on verified sites. A page may invent names, so that only so many are counted apart by
 * publisher and hour; the others are counted together, without a name.
 */
export type AdUnitCounts = {
  counts: Map<string, AdUnitCount>;
  /** Names of the current hour by publisher. */
  names: Map<number, Set<string>>;
  hour: number;
};

const maxNames = 200;
const hourMs = 3_600_000;

export const newAdUnitCounts = (): AdUnitCounts => ({ counts: new Map(), names: new Map(), hour: 0 });

/** Counts a page's request: each opportunity once, whatever formats it allows. */
export function countAdUnits(
  units: AdUnitCounts,
  { ownerOfHost }: Placements,
  { site, slots }: AdRequest,
  bids: { slot: { id: string } }[],
  nowMs: number,
): void {
  const publisherId = ownerOfHost.get(domainAndParents(site).find((host) => ownerOfHost.has(host)) ?? "");
  if (publisherId === undefined) return;
  const offered = new Map(slots.map(({ id, tagId }) => [id, tagId]));
  for (const [id, tagId] of offered) {
    const unit = countedName(units, publisherId, tagId.replaceAll("|", " "), nowMs);
    const key = `${publisherId} ${site} ${unit}`;
    const count = units.counts.get(key) ?? { publisherId, site, unit, requests: 0, bids: 0 };
    units.counts.set(key, count);
    count.requests += 1;
    if (bids.some(({ slot }) => slot.id === id)) count.bids += 1;
  }
}

function countedName(units: AdUnitCounts, publisherId: number, name: string, nowMs: number): string {
  const hour = Math.floor(nowMs / hourMs);
  if (hour !== units.hour) {
    units.hour = hour;
    units.names.clear();
  }
  const names = units.names.get(publisherId) ?? new Set();
  units.names.set(publisherId, names);
  if (names.has(name)) return name;
  if (names.size >= maxNames) return "";
  names.add(name);
  return name;
}
