import type { Placement } from "./placements.ts";

/** Floors of a first-price exchange, which follow the bids of each placement. */
export type AdaptiveFloors = {
  floorOf(placement: Placement): number;
  /** Notes the highest bid of an auction; undefined if there was none. */
  learn(placement: Placement, highest: number | undefined): void;
};

/** The floor as a share of what a placement usually sells for. */
const share = 0.6;
const memory = 0.95;
const cents = (price: number): number => Math.round(price * 100) / 100;

/** Each floor starts at the publisher's own and never falls below it. */
export function adaptiveFloors(): AdaptiveFloors {
  const usual = new Map<string, number>();
  return {
    floorOf: ({ id, floor }) => Math.max(floor, cents((usual.get(id) ?? 0) * share)),
    learn({ id, floor }, highest) {
      const before = usual.get(id) ?? floor;
      usual.set(id, before * memory + (highest ?? 0) * (1 - memory));
    },
  };
}
