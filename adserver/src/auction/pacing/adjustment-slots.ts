import { mostAdjustments } from "./pacing.ts";

/**
 * The clock is cut into slots, and a campaign is adjusted at most once in each, by the one process that owns it. A minute
 * that begins within a slot also touches the first part of another one: with one slot less than adjustments allowed, no
 * minute sees more than those (CLAIM-005), whatever number of processes there is and whenever they start or end.
 */
const slotMs = 60_000 / (mostAdjustments - 1);
const slotAt = (nowMs: number): number => Math.floor(nowMs / slotMs);

/** Slots come in turns of so many places, and processes own places. */
export const placesInTurn = 60;

export type AdjustmentSlots = {
  /** The present slot; undefined where it is another process's. */
  ownSlotAt(nowMs: number): number | undefined;
};

/** For a process that is alone by its making, as in tests and measurements. */
export const everySlot: AdjustmentSlots = { ownSlotAt: slotAt };

/** Without PostgreSQL a process goes on with its places for as long as its leases last. */
const goodForMs = 5 * 60_000;
/** Of a process that was not heard of for so long nobody uses a place any more; clocks differ. */
export const placesLostMs = goodForMs + 10_000;
/** Whoever had a place before may have used the present slot. */
const firstUseMs = 1_000;

export type OwnPlaces = AdjustmentSlots & {
  /** The places in use. */
  held(nowMs: number): number[];
  /** Goes on with these places, for which it asked at `askedMs`. */
  take(places: number[], askedMs: number): void;
};

/** The places of a process that shares the clock with others: none until it is given some. */
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

/** The places that a process may have: its part of all, spread evenly over the turn, without those others still have. */
export function placesFor(process: string, processes: string[], taken: ReadonlySet<number>): number[] {
  const rank = processes.toSorted().indexOf(process);
  const places = Array.from({ length: placesInTurn }, (_, place) => place);
  return places.filter((place) => place % processes.length === rank && !taken.has(place));
}
