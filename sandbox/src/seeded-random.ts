export type SeededRandom = {
  /** At least 0, below 1. */
  number(): number;
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** One of `values`, by weight. */
  weighted<T>(values: readonly T[], weightOf: (value: T) => number): T;
  /** Normally distributed with mean 0 and deviation 1. */
  normal(): number;
  hex(length: number): string;
  uuid(): string;
};

/** The same seed always gives the same numbers (sfc32, a small generator that passes PractRand). */
export function seededRandom(...seed: number[]): SeededRandom {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  let counter = 1;
  const word = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (const part of seed) {
    a ^= part >>> 0;
    b = (b + Math.imul(part | 0, 0x85ebca6b)) | 0;
    for (let round = 0; round < 12; round++) word();
  }
  const number = (): number => word() / 2 ** 32;
  const random: SeededRandom = {
    number,
    below: (limit) => Math.floor(number() * limit),
    chance: (probability) => number() < probability,
    pick: (values) => values[Math.floor(number() * values.length)]!,
    weighted(values, weightOf) {
      const weights = values.map(weightOf);
      let left = number() * weights.reduce((sum, weight) => sum + weight, 0);
      for (const [at, weight] of weights.entries()) {
        left -= weight;
        if (left < 0) return values[at]!;
      }
      return values[values.length - 1]!;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - number())) * Math.cos(2 * Math.PI * number()),
    hex(length) {
      let text = "";
      while (text.length < length) text += word().toString(16).padStart(8, "0");
      return text.slice(0, length);
    },
    uuid() {
      const h = random.hex(32);
      return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-a${h.slice(17, 20)}-${h.slice(20)}`;
    },
  };
  return random;
}
