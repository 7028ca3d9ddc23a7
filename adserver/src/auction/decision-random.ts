import { type Random, seededRandom } from "@litfass/platform/random";

/** Draws for decisions come many times a request and guard no secret: a fast source with a secret start does. */
export function decisionRandom(random: Random): Random {
  return { ...random, number: seededRandom(random.bytes(4).readUInt32LE()).number };
}
