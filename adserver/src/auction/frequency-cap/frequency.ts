import { impressionCounts, impressionsOf, type VisitorImpressions } from "./impression-counts.ts";
import { openBids, pendingBids, type VisitorBids } from "./pending-bids.ts";

const maxRemembered = 2_000_000;

/** Impressions per visitor and campaign over its lifetime. */
export type Frequency = {
  /** Consecutive calls for one visitor, as in a decision, look the visitor up once. */
  isCapped(campaignId: number, visitorKey: string, nowMs: number, cap: number): boolean;
  /** Impressions known to this process. */
  seen(campaignId: number, visitorKey: string): number;
  noteBid(campaignId: number, visitorKey: string, nowMs: number): void;
  noteImpression(campaignId: number, visitorKey: string): void;
  /** The shared count rejected the bid at this number of impressions. */
  noteRefusal(campaignId: number, visitorKey: string, impressions: number, nowMs: number): void;
  /** Raises the count to the one of all processes. */
  raise(campaignId: number, visitorKey: string, impressions: number): void;
  /** Impressions since the last call, to be saved. */
  takeChanges(): { campaignId: number; visitorKey: string; impressions: number }[];
};

/** The data of the last visitor, cached until a count changes. */
type Asked = { visitorKey: string; impressions: VisitorImpressions; bids: VisitorBids | undefined };

/** Counts in memory, of at most `limit` impressions and as many visitors with pending bids. */
export function inMemoryFrequency(limit = maxRemembered): Frequency {
  const counts = impressionCounts(limit);
  const pending = pendingBids(limit);
  const changes = impressionChanges();
  let asked: Asked | undefined;
  const ask = (visitorKey: string): Asked => {
    asked = { visitorKey, impressions: counts.of(visitorKey), bids: pending.of(visitorKey) };
    return asked;
  };
  const seen = (campaignId: number, visitorKey: string): number => impressionsOf(counts.of(visitorKey), campaignId);
  const set = (campaignId: number, visitorKey: string, impressions: number): void => {
    asked = undefined;
    counts.set(campaignId, visitorKey, impressions);
  };
  return {
    seen,
    isCapped(campaignId, visitorKey, nowMs, cap) {
      const { impressions, bids } = asked?.visitorKey === visitorKey ? asked : ask(visitorKey);
      return impressionsOf(impressions, campaignId) + openBids(bids, campaignId, nowMs) >= cap;
    },
    noteBid(campaignId, visitorKey, nowMs) {
      asked = undefined;
      pending.add(campaignId, visitorKey, nowMs);
    },
    noteImpression(campaignId, visitorKey) {
      set(campaignId, visitorKey, seen(campaignId, visitorKey) + 1);
      changes.add(campaignId, visitorKey);
      pending.settle(campaignId, visitorKey);
    },
    noteRefusal(campaignId, visitorKey, impressions, nowMs) {
      if (impressions > seen(campaignId, visitorKey)) set(campaignId, visitorKey, impressions);
      pending.block(campaignId, visitorKey, nowMs);
    },
    raise(campaignId, visitorKey, impressions) {
      // Impressions that this process has not saved yet are added.
      const known = impressions + changes.unsaved(campaignId, visitorKey);
      if (known > seen(campaignId, visitorKey)) set(campaignId, visitorKey, known);
    },
    takeChanges: changes.take,
  };
}

/** Impressions that are not saved yet, by campaign and visitor. */
function impressionChanges() {
  let changes = new Map<string, number>();
  const keyOf = (campaignId: number, visitorKey: string): string => `${campaignId} ${visitorKey}`;
  return {
    add(campaignId: number, visitorKey: string): void {
      const key = keyOf(campaignId, visitorKey);
      changes.set(key, (changes.get(key) ?? 0) + 1);
    },
    unsaved: (campaignId: number, visitorKey: string): number => changes.get(keyOf(campaignId, visitorKey)) ?? 0,
    take(): { campaignId: number; visitorKey: string; impressions: number }[] {
      const taken = changes;
      changes = new Map();
      return [...taken].map(([key, impressions]) => {
        const space = key.indexOf(" ");
        return { campaignId: Number(key.slice(0, space)), visitorKey: key.slice(space + 1), impressions };
      });
    },
  };
}
