import { randomBytes, randomInt, randomUUID } from "node:crypto";

/** The source of randomness, injected so that a test can repeat its run. */
export type Random = {
  /** A number in [0, 1). */
  number(): number;
  bytes(count: number): Buffer;
  /** A new UUID (version 4). */
  id(): string;
};

/** Node's UUIDs use its own randomness; a seeded one needs the version and variant bits of RFC 9562. */
const uuidOf = (bytes: Buffer): string => {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** The operating system's cryptographic source. */
export const systemRandom: Random = {
  number: () => randomInt(2 ** 48 - 1) / (2 ** 48 - 1),
  bytes: (count) => randomBytes(count),
  id: () => randomUUID(),
};

/** A draw from the standard normal distribution (Box and Muller). */
export const normalOf = ({ number }: Pick<Random, "number">): number =>
  Math.sqrt(-2 * Math.log(1 - number())) * Math.cos(2 * Math.PI * number());

/** A repeatable source (mulberry32) for tests and simulations. Never for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const number = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const bytes = (count: number): Buffer => Buffer.from(Array.from({ length: count }, () => Math.floor(number() * 256)));
  return { number, bytes, id: () => uuidOf(bytes(16)) };
}
