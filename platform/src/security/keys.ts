import { timingSafeEqual } from "node:crypto";

/** The keys of one use, the newest first: it encrypts and signs, all of them decrypt and verify (decision 60). */
export type Keys = readonly [newest: string, ...older: string[]];

/** Whether one of the keys made a signature. `sign` makes that of one key. Compares in constant time. */
export const isSignedByAny = (keys: Keys, signature: string, sign: (key: string) => string): boolean =>
  keys.some((key) => isSame(signature, sign(key)));

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
