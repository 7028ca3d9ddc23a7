import { type SeededRandom, seededRandom } from "../seeded-random.ts";
import type { Shelf } from "./bid-request.ts";
import type { Placement } from "./placements.ts";

/** Another bidder at the exchange: its bid rate, interests and prices. */
export type Rival = {
  name: string;
  participation: number;
  /** Its typical price per thousand impressions. */
  meanPrice: number;
  spread: number;
  /** First parts of the content categories for which it pays more. */
  likes: string[];
  country: string;
};

export type RivalBid = { name: string; price: number };

const names =
  "Adwerk Nord|Blickfang Media|Cadre Publicité|Dialogwerk|Edelweiss Trading|Fokus Performance|Glarner Ads|Helio DSP|Impuls Markt|Jura Digital|Kompass Media|Lago Pubblicità".split(
    "|",
  );
const topics = ["IAB1", "IAB2", "IAB3", "IAB8", "IAB10", "IAB12", "IAB13", "IAB17", "IAB19", "IAB20", "IAB21"];

/** The rivals of a seed. */
export const rivalsOf = (seed: number): Rival[] =>
  names.map((name, at) => {
    const random = seededRandom(seed, 17, at);
    return {
      name,
      participation: 0.1 + 0.5 * random.number(),
      meanPrice: 2.5 + 7 * random.number() ** 1.5,
      spread: 0.35 + 0.35 * random.number(),
      likes: [random.pick(topics), random.pick(topics)],
      country: random.pick(["CH", "CH", "DE", "AT", ""]),
    };
  });

/** The rivals' bids for a placement; higher for better viewability. */
export function rivalBids(rivals: Rival[], shelf: Shelf, placement: Placement, random: SeededRandom): RivalBid[] {
  const bids: RivalBid[] = [];
  for (const rival of rivals) {
    const fits = rival.country === "" || rival.country === shelf.country;
    if (!random.chance(rival.participation * (fits ? 1 : 0.15))) continue;
    const isLiked = shelf.categories.some((category) => rival.likes.includes(category.split("-")[0] ?? ""));
    const price =
      rival.meanPrice * (0.4 + placement.viewability) * (isLiked ? 1.5 : 1) * Math.exp(rival.spread * random.normal());
    if (price >= placement.floor) bids.push({ name: rival.name, price: Math.round(price * 100) / 100 });
  }
  return bids;
}
