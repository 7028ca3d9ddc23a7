import { maxFrequencyCap } from "@litfass/contract/settings/campaign-defaults";

/** A bid without an impression stops counting against the cap after this time. */
export const bidWaitMs = 60_000;
/** Per campaign in `figures`: its ID, its pending bids, and the time of the last one. */
const figuresEach = 3;
/** Length from which expired bids are removed; then the limit doubles. */
const manyFigures = 48;
/** Length from which campaigns are found by a map instead of a scan. */
const longList = 6 * manyFigures;

/** A visitor's pending bids: a flat list, since a visitor meets few campaigns. `places` indexes a long one by campaign. */
export type VisitorBids = { lastMs: number; figures: number[]; many: number; places: Map<number, number> | undefined };

/** Bids whose impression has not arrived yet, by visitor. */
export type PendingBids = {
  of(visitorKey: string): VisitorBids | undefined;
  add(campaignId: number, visitorKey: string, nowMs: number): void;
  /** One bid of the campaign became an impression. */
  settle(campaignId: number, visitorKey: string): void;
  /** Keeps the campaign at its cap for the next minute, if it has a pending bid. */
  block(campaignId: number, visitorKey: string, nowMs: number): void;
};

/** The longest idle visitors are dropped when there are `limit` of them. */
export function pendingBids(limit: number): PendingBids {
  /** The longest idle visitor first. */
  const visitors = new Map<string, VisitorBids>();
  return {
    of: (visitorKey) => visitors.get(visitorKey),
    add(campaignId, visitorKey, nowMs) {
      const bids = visitors.get(visitorKey) ?? { lastMs: 0, figures: [], many: manyFigures, places: undefined };
      addBid(bids, campaignId, nowMs);
      bids.lastMs = nowMs;
      visitors.delete(visitorKey);
      visitors.set(visitorKey, bids);
      for (const [oldest, { lastMs }] of visitors) {
        if (nowMs - lastMs < bidWaitMs && visitors.size < limit) break;
        visitors.delete(oldest);
      }
    },
    settle(campaignId, visitorKey) {
      const bids = visitors.get(visitorKey);
      const at = bids === undefined ? -1 : placeOf(bids, campaignId);
      if (bids === undefined || at < 0) return;
      const left = figureAt(bids.figures, at + 1) - 1;
      bids.figures[at + 1] = left;
      if (left <= 0) removeAt(bids, at);
      if (bids.figures.length === 0) visitors.delete(visitorKey);
    },
    block(campaignId, visitorKey, nowMs) {
      const bids = visitors.get(visitorKey);
      const at = bids === undefined ? -1 : placeOf(bids, campaignId);
      if (bids === undefined || at < 0) return;
      bids.figures[at + 1] = maxFrequencyCap;
      bids.figures[at + 2] = nowMs;
    },
  };
}

/** The pending bids of a campaign that have not expired. */
export function openBids(bids: VisitorBids | undefined, campaignId: number, nowMs: number): number {
  if (bids === undefined) return 0;
  const at = placeOf(bids, campaignId);
  return at >= 0 && nowMs - figureAt(bids.figures, at + 2) < bidWaitMs ? figureAt(bids.figures, at + 1) : 0;
}

/** `places` comes from `placeOf` and loops over the list, so indices are always valid. */
const figureAt = (figures: number[], at: number): number => figures[at] ?? 0;

/** Index of a campaign's figures, or -1. */
function placeOf({ figures, places }: VisitorBids, campaignId: number): number {
  if (places !== undefined) return places.get(campaignId) ?? -1;
  for (let at = 0; at < figures.length; at += figuresEach) if (figures[at] === campaignId) return at;
  return -1;
}

function addBid(bids: VisitorBids, campaignId: number, nowMs: number): void {
  const { figures } = bids;
  const at = placeOf(bids, campaignId);
  if (at >= 0) {
    figures[at + 1] = nowMs - figureAt(figures, at + 2) < bidWaitMs ? figureAt(figures, at + 1) + 1 : 1;
    figures[at + 2] = nowMs;
    return;
  }
  bids.places?.set(campaignId, figures.length);
  figures.push(campaignId, 1, nowMs);
  if (figures.length >= bids.many) expireOld(bids, nowMs);
}

/** Removes expired bids. */
function expireOld(bids: VisitorBids, nowMs: number): void {
  const { figures } = bids;
  const left: number[] = [];
  for (let at = 0; at < figures.length; at += figuresEach) {
    if (nowMs - figureAt(figures, at + 2) < bidWaitMs) left.push(...figures.slice(at, at + figuresEach));
  }
  bids.figures = left;
  bids.many = Math.max(manyFigures, 2 * left.length);
  bids.places = undefined;
  if (left.length < longList) return;
  bids.places = new Map();
  for (let at = 0; at < left.length; at += figuresEach) bids.places.set(figureAt(left, at), at);
}

/** Moves the last campaign's figures into the gap. */
function removeAt({ figures, places }: VisitorBids, at: number): void {
  places?.delete(figureAt(figures, at));
  const last = figures.splice(-figuresEach);
  if (at >= figures.length) return;
  for (const [i, figure] of last.entries()) figures[at + i] = figure;
  places?.set(figureAt(last, 0), at);
}
