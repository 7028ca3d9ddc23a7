import { seededRandom } from "@litfass/platform/random";

/** `count` random entries of a list by seed; all of them if it is shorter. */
export function sampleOf<Item>(list: Item[], count: number, seed: number): Item[] {
  const random = seededRandom(seed);
  const rest = [...list];
  const drawn: Item[] = [];
  while (drawn.length < count && rest.length > 0)
    drawn.push(...rest.splice(Math.floor(random.number() * rest.length), 1));
  return drawn;
}
