// Non-null assertions: indices come from `placeIn` and `placeOf`, which return multiples within the list or -1.
import { awarenessFrequencyCap } from "@litfass/contract/kernel/formats";

/** A bid without an impression stops counting against the cap after this time. */
export const bidWaitMs = 60_000;
const maxRemembered = 2_000_000;
/** Per campaign in `figures`: its ID, its pending bids, and the time of the last one. */
const waitFigures = 3;
/** Length from which expired bids are removed; then the limit doubles. */
const manyFigures = 48;
/** Length from which campaigns are found by a map instead of a scan. */
const longList = 6 * manyFigures;

/** Impressions per visitor and campaign. Awareness campaigns have a lifetime cap; others have none. */
export type Frequency = {
  /** Consecutive calls for one visitor, as in a decision, look the visitor up once. */
  isCapped(campaignId: number, visitorKey: string, nowMs: number): boolean;
  /** Impressions known to this process. */
  seen(campaignId: number, visitorKey: string): number;
  noteBid(campaignId: number, visitorKey: string, nowMs: number): void;
  noteImpression(campaignId: number, visitorKey: string): void;
  /** The shared count refused the bid at this number of impressions. */
  noteRefusal(campaignId: number, visitorKey: string, impressions: number, nowMs: number): void;
  /** Raises the count to the one of all processes. */
  raise(campaignId: number, visitorKey: string, impressions: number): void;
  /** Impressions since the last call, to be saved. */
  takeChanges(): { campaignId: number; visitorKey: string; impressions: number }[];
};

const keyOf = (campaignId: number, visitorKey: string): string => `${campaignId} ${visitorKey}`;

/** Per visitor a flat list of campaign IDs and figures, since a visitor meets few campaigns. */
type Figures = Map<string, number[]>;

/** Index of a campaign's figures in the list; -1 where it has none. */
function placeIn(list: number[] | undefined, campaignId: number, figures: number): number {
  if (list === undefined) return -1;
  for (let at = 0; at < list.length; at += figures + 1) if (list[at] === campaignId) return at + 1;
  return -1;
}

/** Impressions of a campaign; the newer generation wins. */
function seenIn(recent: number[] | undefined, older: number[] | undefined, campaignId: number): number {
  const at = placeIn(recent, campaignId, 1);
  if (at >= 0) return recent![at]!;
  const before = placeIn(older, campaignId, 1);
  return before >= 0 ? older![before]! : 0;
}

/** A visitor's pending bids. `places` indexes a long list by campaign. */
type Waiting = { lastMs: number; figures: number[]; many: number; places: Map<number, number> | undefined };

/** Index of a campaign's pending bids; -1 where it has none. */
function placeOf({ figures, places }: Waiting, campaignId: number): number {
  if (places !== undefined) return places.get(campaignId) ?? -1;
  for (let at = 0; at < figures.length; at += waitFigures) if (figures[at] === campaignId) return at;
  return -1;
}

function addWaiting(waiting: Waiting, campaignId: number, nowMs: number): void {
  const { figures } = waiting;
  waiting.places?.set(campaignId, figures.length);
  figures.push(campaignId, 1, nowMs);
  if (figures.length >= waiting.many) expireOld(waiting, nowMs);
}

/** Removes expired bids. */
function expireOld(waiting: Waiting, nowMs: number): void {
  const { figures } = waiting;
  const kept: number[] = [];
  for (let at = 0; at < figures.length; at += waitFigures) {
    if (nowMs - figures[at + 2]! < bidWaitMs) kept.push(figures[at]!, figures[at + 1]!, figures[at + 2]!);
  }
  waiting.figures = kept;
  waiting.many = Math.max(manyFigures, 2 * kept.length);
  waiting.places = undefined;
  if (kept.length < longList) return;
  waiting.places = new Map();
  for (let at = 0; at < kept.length; at += waitFigures) waiting.places.set(kept[at]!, at);
}

/** Moves the last campaign's figures into the gap. */
function removeAt({ figures, places }: Waiting, at: number): void {
  const last = figures.splice(-waitFigures);
  places?.delete(at < figures.length ? figures[at]! : last[0]!);
  if (at >= figures.length) return;
  for (let i = 0; i < waitFigures; i++) figures[at + i] = last[i]!;
  places?.set(last[0]!, at);
}

/** Counts in memory, in two generations; the older half is dropped when full. */
export function inMemoryFrequency(limit = maxRemembered): Frequency {
  let recent: Figures = new Map();
  let older: Figures = new Map();
  let kept = 0;
  let changes = new Map<string, number>();
  /** Pending bids by visitor, the longest idle visitor first. */
  const waiting = new Map<string, Waiting>();
  /** Cache of the last visitor, until a count changes. */
  let askedKey: string | undefined;
  let asked: { recent?: number[]; older?: number[]; waiting?: Waiting } = {};
  const ask = (visitorKey: string): void => {
    askedKey = visitorKey;
    asked = {
      recent: recent.get(visitorKey),
      older: older.get(visitorKey),
      waiting: waiting.get(visitorKey),
    };
  };
  const seen = (campaignId: number, visitorKey: string): number =>
    seenIn(recent.get(visitorKey), older.get(visitorKey), campaignId);
  const keep = (campaignId: number, visitorKey: string, impressions: number): void => {
    askedKey = undefined;
    const list = recent.get(visitorKey);
    const at = placeIn(list, campaignId, 1);
    if (at >= 0) {
      list![at] = impressions;
      return;
    }
    if (list === undefined) recent.set(visitorKey, [campaignId, impressions]);
    else list.push(campaignId, impressions);
    kept++;
    if (kept <= limit / 2) return;
    [older, recent] = [recent, new Map()];
    kept = 0;
  };
  return {
    seen,
    isCapped(campaignId, visitorKey, nowMs) {
      if (visitorKey !== askedKey) ask(visitorKey);
      let open = 0;
      if (asked.waiting !== undefined) {
        const { figures } = asked.waiting;
        const at = placeOf(asked.waiting, campaignId);
        if (at >= 0 && nowMs - figures[at + 2]! < bidWaitMs) open = figures[at + 1]!;
      }
      return seenIn(asked.recent, asked.older, campaignId) + open >= awarenessFrequencyCap;
    },
    noteBid(campaignId, visitorKey, nowMs) {
      askedKey = undefined;
      const visitor = waiting.get(visitorKey) ?? { lastMs: 0, figures: [], many: manyFigures, places: undefined };
      const at = placeOf(visitor, campaignId);
      if (at < 0) addWaiting(visitor, campaignId, nowMs);
      else {
        const { figures } = visitor;
        figures[at + 1] = nowMs - figures[at + 2]! < bidWaitMs ? figures[at + 1]! + 1 : 1;
        figures[at + 2] = nowMs;
      }
      visitor.lastMs = nowMs;
      waiting.delete(visitorKey);
      waiting.set(visitorKey, visitor);
      for (const [oldest, { lastMs }] of waiting) {
        if (nowMs - lastMs < bidWaitMs && waiting.size < limit) break;
        waiting.delete(oldest);
      }
    },
    noteImpression(campaignId, visitorKey) {
      const key = keyOf(campaignId, visitorKey);
      keep(campaignId, visitorKey, seen(campaignId, visitorKey) + 1);
      changes.set(key, (changes.get(key) ?? 0) + 1);
      const visitor = waiting.get(visitorKey);
      const at = visitor === undefined ? -1 : placeOf(visitor, campaignId);
      if (visitor === undefined || at < 0) return;
      visitor.figures[at + 1]!--;
      if (visitor.figures[at + 1]! <= 0) removeAt(visitor, at);
      if (visitor.figures.length === 0) waiting.delete(visitorKey);
    },
    noteRefusal(campaignId, visitorKey, impressions, nowMs) {
      if (impressions > seen(campaignId, visitorKey)) keep(campaignId, visitorKey, impressions);
      const visitor = waiting.get(visitorKey);
      const at = visitor === undefined ? -1 : placeOf(visitor, campaignId);
      if (visitor === undefined || at < 0) return;
      visitor.figures[at + 1] = awarenessFrequencyCap;
      visitor.figures[at + 2] = nowMs;
    },
    raise(campaignId, visitorKey, impressions) {
      // Impressions that this process has not saved yet are added.
      const known = impressions + (changes.get(keyOf(campaignId, visitorKey)) ?? 0);
      if (known > seen(campaignId, visitorKey)) keep(campaignId, visitorKey, known);
    },
    takeChanges() {
      const taken = changes;
      changes = new Map();
      return [...taken].map(([key, impressions]) => {
        const space = key.indexOf(" ");
        return { campaignId: Number(key.slice(0, space)), visitorKey: key.slice(space + 1), impressions };
      });
    },
  };
}
