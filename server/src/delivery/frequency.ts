import { awarenessFrequencyCap } from "@litfass/contract/formats";

/** A bid that led to no impression within this time no longer counts against the cap. */
const bidWaitMs = 60_000;
const mostRemembered = 2_000_000;

/** How often which visitor saw which campaign. Awareness campaigns have a cap over their lifetime; others have none. */
export type Frequency = {
  isCapped(campaignId: number, visitorKey: string, nowMs: number): boolean;
  noteBid(campaignId: number, visitorKey: string, nowMs: number): void;
  noteImpression(campaignId: number, visitorKey: string): void;
  /** All processes together counted so many: this one knows at least as many. */
  raise(campaignId: number, visitorKey: string, impressions: number): void;
  /** Impressions noted since the last call, for whoever keeps them over a restart. */
  takeChanges(): { campaignId: number; visitorKey: string; impressions: number }[];
};

const keyOf = (campaignId: number, visitorKey: string): string => `${campaignId} ${visitorKey}`;

/** Counts in this process's memory. The oldest half is forgotten where there are too many. */
export function memoryFrequency(limit = mostRemembered): Frequency {
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  let changes = new Map<string, number>();
  const waiting = new Map<string, { bids: number; lastMs: number }>();
  const seen = (key: string): number => recent.get(key) ?? older.get(key) ?? 0;
  const keep = (key: string, impressions: number): void => {
    recent.set(key, impressions);
    if (recent.size > limit / 2) [older, recent] = [recent, new Map()];
  };
  return {
    isCapped(campaignId, visitorKey, nowMs) {
      const key = keyOf(campaignId, visitorKey);
      const bid = waiting.get(key);
      const open = bid !== undefined && nowMs - bid.lastMs < bidWaitMs ? bid.bids : 0;
      return seen(key) + open >= awarenessFrequencyCap;
    },
    noteBid(campaignId, visitorKey, nowMs) {
      const key = keyOf(campaignId, visitorKey);
      const bid = waiting.get(key);
      if (bid !== undefined && nowMs - bid.lastMs < bidWaitMs) {
        bid.bids++;
        bid.lastMs = nowMs;
        return;
      }
      waiting.delete(key);
      waiting.set(key, { bids: 1, lastMs: nowMs });
      for (const [oldKey, old] of waiting) {
        if (nowMs - old.lastMs < bidWaitMs && waiting.size < limit) break;
        waiting.delete(oldKey);
      }
    },
    noteImpression(campaignId, visitorKey) {
      const key = keyOf(campaignId, visitorKey);
      keep(key, seen(key) + 1);
      changes.set(key, (changes.get(key) ?? 0) + 1);
      const bid = waiting.get(key);
      if (bid === undefined) return;
      bid.bids--;
      if (bid.bids <= 0) waiting.delete(key);
    },
    raise(campaignId, visitorKey, impressions) {
      const key = keyOf(campaignId, visitorKey);
      // What this process has not handed over yet comes on top.
      const known = impressions + (changes.get(key) ?? 0);
      if (known > seen(key)) keep(key, known);
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
