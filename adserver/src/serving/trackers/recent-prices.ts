import { retentionMs } from "../../auction/frequency-cap/seen-ads.ts";

/** Clearing prices by ad, dropped after one to two hours like all that is remembered of an ad. */
export type RecentPrices = {
  get(key: string): number | undefined;
  set(key: string, micros: number): void;
  delete(key: string): void;
};

/** What media costs are booked from. */
export type MediaCosts = {
  /** Prices of win notices whose impression is not known yet. */
  won: RecentPrices;
  /** What rounding to micros has left unbooked, in billionths of a currency unit, by payee and currency. */
  remainders: Map<string, number>;
};

export function recentPrices(nowMs: () => number): RecentPrices {
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  let turnedMs = nowMs();
  return {
    get: (key) => recent.get(key) ?? older.get(key),
    set(key, micros) {
      const now = nowMs();
      if (now - turnedMs >= retentionMs) {
        older = now - turnedMs >= 2 * retentionMs ? new Map() : recent;
        recent = new Map();
        turnedMs = now;
      }
      recent.set(key, micros);
    },
    delete(key) {
      recent.delete(key);
      older.delete(key);
    },
  };
}
