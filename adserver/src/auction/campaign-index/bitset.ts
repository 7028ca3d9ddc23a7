/** A set of ordinals below a fixed size, 32 in a word. Sets of one index have the same length. */
export type Bits = Uint32Array;

/** The ordinals of one index value: bits if there are many, else a list. */
export type Postings = { bits: Bits } | { list: Uint32Array };

/** Words needed for `size` ordinals. */
export const wordsFor = (size: number): number => (size + 31) >>> 5;

export function setBit(bits: Bits, ordinal: number): void {
  const word = ordinal >>> 5;
  bits[word] = (bits[word] ?? 0) | (1 << (ordinal & 31));
}

export const hasBit = (bits: Bits, ordinal: number): boolean =>
  ((bits[ordinal >>> 5] ?? 0) & (1 << (ordinal & 31))) !== 0;

/** Packs ascending ordinals in the smaller form. */
export function packPostings(ordinals: number[], words: number): Postings {
  if (ordinals.length <= words) return { list: Uint32Array.from(ordinals) };
  const bits = new Uint32Array(words);
  for (const ordinal of ordinals) setBit(bits, ordinal);
  return { bits };
}

/** target |= postings */
export function addPostings(target: Bits, postings: Postings | undefined): void {
  if (postings === undefined) return;
  if ("list" in postings) {
    for (const ordinal of postings.list) setBit(target, ordinal);
    return;
  }
  const { bits } = postings;
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) | (bits[i] ?? 0);
}

/** target &= other */
export function intersect(target: Bits, other: Bits): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) & (other[i] ?? 0);
}

/** target &= any | postings: campaigns without a restriction, or with this value. */
export function intersectWithUnion(target: Bits, any: Bits, postings: Postings | undefined): void {
  if (postings === undefined) intersect(target, any);
  else if ("bits" in postings) {
    const { bits } = postings;
    for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) & ((any[i] ?? 0) | (bits[i] ?? 0));
  } else {
    const wanted = any.slice();
    addPostings(wanted, postings);
    intersect(target, wanted);
  }
}

/** target &= ~other */
export function subtract(target: Bits, other: Bits): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) & ~(other[i] ?? 0);
}

/** Calls `visit` with each ordinal of the set, ascending. */
export function forEachBit(bits: Bits, visit: (ordinal: number) => void): void {
  for (let at = 0; at < bits.length; at++) {
    for (let word = bits[at] ?? 0; word !== 0; word &= word - 1) visit((at << 5) + 31 - Math.clz32(word & -word));
  }
}
