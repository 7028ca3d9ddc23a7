import { maxAdjustments } from "./pacing.ts";

/**
 * Time is divided into slots, and a campaign is adjusted at most once per slot, by the process that owns it. A minute
 * may overlap one more slot, so there is one slot less than the allowed adjustments. No minute exceeds the limit
 * (CLAIM-005), whatever the number of processes.
 */
const slotMs = 60_000 / (maxAdjustments - 1);
const slotAt = (nowMs: number): number => Math.floor(nowMs / slotMs);

/** A turn has this many places; each process owns some of them. */
export const placesInTurn = 60;

export type AdjustmentSlots = {
  /** The current slot; undefined if another process owns it. */
  ownSlotAt(nowMs: number): number | undefined;
};

/** For single processes such as tests and benchmarks. */
export const everySlot: AdjustmentSlots = { ownSlotAt: slotAt };

/** Without PostgreSQL a process keeps its places as long as its leases last. */
const goodForMs = 5 * 60_000;
/** Places of a process that stopped reporting are free after this time; clocks differ. */
export const placesLostMs = goodForMs + 10_000;
/** The previous owner may have used the current slot. */
const firstUseMs = 1_000;

export type OwnPlaces = AdjustmentSlots & {
  /** The places in use. */
  held(nowMs: number): number[];
  /** Takes over these places, requested at `askedMs`. */
  take(places: number[], askedMs: number): void;
};

/** The places of a process; none until they are assigned. */
export function ownPlaces(): OwnPlaces {
  const usableFromMs = new Map<number, number>();
  let untilMs = 0;
  return {
    held: (nowMs) => (nowMs < untilMs ? [...usableFromMs.keys()] : []),
    take(places, askedMs) {
      if (askedMs >= untilMs) usableFromMs.clear();
      const given = new Set(places);
      for (const place of usableFromMs.keys()) if (!given.has(place)) usableFromMs.delete(place);
      for (const place of given) if (!usableFromMs.has(place)) usableFromMs.set(place, askedMs + firstUseMs);
      untilMs = askedMs + goodForMs;
    },
    ownSlotAt(nowMs) {
      if (nowMs >= untilMs) return undefined;
      const slot = slotAt(nowMs);
      const fromMs = usableFromMs.get(slot % placesInTurn);
      return fromMs !== undefined && nowMs >= fromMs ? slot : undefined;
    },
  };
}

/** The places of a process: its share, evenly spread, without those still held by others. */
export function placesFor(process: string, processes: string[], taken: ReadonlySet<number>): number[] {
  const rank = processes.toSorted().indexOf(process);
  const places = Array.from({ length: placesInTurn }, (_, place) => place);
  return places.filter((place) => place % processes.length === rank && !taken.has(place));
}
