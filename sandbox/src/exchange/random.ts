/** Seeded random numbers: the same seed gives the same exchange. */
export type SeededRandom = {
  /** From 0 up to, not including, 1. */
  number(): number;
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Picks by weight. */
  weighted<Item extends { weight: number }>(items: readonly Item[]): Item;
  /** About normal around `mean`. */
  around(mean: number, spread: number): number;
  id(): string;
};

/** Mulberry32, enough for a stand-in. */
export function createRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const number = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    number,
    chance: (share) => number() < share,
    pick: (items) => items[Math.floor(number() * items.length)] as never,
    weighted(items) {
      let left = number() * items.reduce((sum, item) => sum + item.weight, 0);
      for (const item of items) {
        left -= item.weight;
        if (left < 0) return item;
      }
      return items[items.length - 1] as never;
    },
    around: (mean, spread) => mean + (number() + number() + number() - 1.5) * spread,
    id: () =>
      Math.floor(number() * 2 ** 48)
        .toString(16)
        .padStart(12, "0"),
  };
}
