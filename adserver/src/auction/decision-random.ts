import { type Random, seededRandom } from "@litfass/platform/random";

/** Decisions draw many random numbers and protect no secret: a fast generator with a secret seed suffices. */
export function decisionRandom(random: Random): Random {
  return { ...random, number: seededRandom(random.bytes(4).readUInt32LE()).number };
}
