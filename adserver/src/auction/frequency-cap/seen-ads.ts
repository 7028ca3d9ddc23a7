import { impOfAdUnit, pageExchange } from "@litfass/contract/adserver/placement-snapshot";
import type { Slot } from "../../kernel/ad-request.ts";

/** What already happened to an ad, by auction and impression ID, so that each event counts once. */
const marks = {
  pixel: 1,
  bill: 2,
  counted: 4,
  invalid: 8,
  viewable: 16,
  click: 32,
  win: 64,
  loss: 128,
  video_start: 256,
  video_first_quartile: 512,
  video_midpoint: 1024,
  video_third_quartile: 2048,
  video_complete: 4096,
  duplicate: 8192,
  prefetch: 16384,
  video_error: 32768,
  cost: 65536,
  won: 131072,
  measured: 262144,
  view_undetermined: 524288,
} as const;

export type Mark = keyof typeof marks;

export type SeenAds = {
  has(key: string, mark: Mark): boolean;
  set(key: string, mark: Mark): void;
  unset(key: string, mark: Mark): void;
};

/** Two generations: entries are dropped after one to two hours, when events are no longer accepted. */
export const retentionMs = 3_600_000;

export const adKey = (ad: { exchange: string; auctionId: string; impId: string }): string =>
  `${ad.exchange} ${ad.auctionId} ${ad.impId}`;

/** The impression ID under which an ad is counted. A page's own auction names its ad units, for its publisher's report. */
export const countedImp = (exchange: string, { id, tagId }: Pick<Slot, "id" | "tagId">): string =>
  exchange === pageExchange ? impOfAdUnit(id, tagId) : id;

export function seenAds(nowMs: () => number): SeenAds {
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  let turnedMs = nowMs();
  const read = (key: string): number => recent.get(key) ?? older.get(key) ?? 0;
  const write = (key: string, value: number): void => {
    const now = nowMs();
    if (now - turnedMs >= retentionMs) {
      older = now - turnedMs >= 2 * retentionMs ? new Map() : recent;
      recent = new Map();
      turnedMs = now;
    }
    recent.set(key, value);
  };
  return {
    has: (key, mark) => (read(key) & marks[mark]) !== 0,
    set: (key, mark) => write(key, read(key) | marks[mark]),
    unset: (key, mark) => write(key, read(key) & ~marks[mark]),
  };
}
