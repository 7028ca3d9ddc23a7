import { seededRandom } from "@litfass/platform/random";
import { expect, test } from "vitest";
import {
  addPostings,
  type Bits,
  forEachBit,
  hasBit,
  intersect,
  intersectWithUnion,
  packPostings,
  setBit,
  subtract,
  wordsFor,
} from "./bitset.ts";

const size = 100;
const words = wordsFor(size);
const all = Array.from({ length: size }, (_, ordinal) => ordinal);
const bitsOf = (ordinals: number[]): Bits => {
  const bits = new Uint32Array(words);
  for (const ordinal of ordinals) setBit(bits, ordinal);
  return bits;
};
const listed = (bits: Bits): number[] => {
  const found: number[] = [];
  forEachBit(bits, (ordinal) => found.push(ordinal));
  return found;
};
const random = seededRandom(4);
const some = (share: number): number[] => all.filter(() => random.number() < share);
/** Sets of every density, with the first and last bit of each word, empty and full. */
const sets = [[], all, [0, 31, 32, 63, 64, 95, 96, 99], some(0.02), some(0.1), some(0.5), some(0.9)];
const pairs = sets.flatMap((a) => sets.map((b) => [a, b] as const));

test("a word holds 32 ordinals", () => {
  expect([0, 1, 31, 32, 33, 64, 65].map(wordsFor)).toEqual([0, 1, 1, 1, 2, 2, 3]);
});

test("a set has exactly the ordinals that were set, in ascending order", () => {
  for (const set of sets) {
    const bits = bitsOf(set);
    expect(listed(bits)).toEqual(set);
    expect(all.filter((ordinal) => hasBit(bits, ordinal))).toEqual(set);
  }
  expect(hasBit(bitsOf(all), size + 100)).toBe(false);
});

test("few ordinals are packed as a list, more than there are words as bits", () => {
  expect(packPostings([1, 2, 3, 99], words)).toEqual({ list: Uint32Array.from([1, 2, 3, 99]) });
  expect(packPostings([1, 2, 3, 4, 99], words)).toEqual({ bits: bitsOf([1, 2, 3, 4, 99]) });
});

test("union, intersection and difference are those of sets, for both forms", () => {
  for (const [a, b] of pairs) {
    for (const postings of [packPostings(b, words), { bits: bitsOf(b) }, { list: Uint32Array.from(b) }]) {
      const union = bitsOf(a);
      addPostings(union, postings);
      expect(listed(union)).toEqual(all.filter((one) => a.includes(one) || b.includes(one)));
    }
    const common = bitsOf(a);
    intersect(common, bitsOf(b));
    expect(listed(common)).toEqual(a.filter((one) => b.includes(one)));
    const rest = bitsOf(a);
    subtract(rest, bitsOf(b));
    expect(listed(rest)).toEqual(a.filter((one) => !b.includes(one)));
  }
  const same = bitsOf([5]);
  addPostings(same, undefined);
  expect(listed(same)).toEqual([5]);
});

test("a restriction leaves campaigns without one, and those with the value", () => {
  for (const [a, b] of pairs) {
    const any = bitsOf([3, 40, 99]);
    for (const postings of [{ bits: bitsOf(b) }, { list: Uint32Array.from(b) }, undefined]) {
      const target = bitsOf(a);
      intersectWithUnion(target, any, postings);
      const wanted = [3, 40, 99, ...(postings === undefined ? [] : b)];
      expect(listed(target)).toEqual(a.filter((one) => wanted.includes(one)));
    }
    expect(listed(any)).toEqual([3, 40, 99]);
  }
});
