import type { Opportunity, TrafficMatch } from "@litfass/adserver/index";
import { visibility } from "@litfass/contract/kernel/viewability";
import type { Variation } from "./forecast-variations.ts";
import { type LogNormal, logShare, productOf, spread } from "./log-share.ts";

/** What a traffic sample says about all requests and about bids. */
export type SampleTotals = { size: number; perDay: number; bids: number; wins: number };

/** Buys slots slightly above the guaranteed viewability, like delivery. */
const targetRate = visibility.guaranteed / 100 + 0.03;
/** The assumed win rate before any bid was made, weighted like this many bids. */
const priorWinRate = { won: 40, bids: 100 };
/** Standard deviation of the logarithm of win rates between campaigns, which buy on different sites. */
const winRateSpread = 0.1;
/** The share of a setting in the whole sample counts like this many requests of the narrower target group. */
const borrowedRequests = 10;
/** Slots of the target group that say by themselves which slots are worth buying. */
const enoughOpportunities = 100;
/** In a smaller sample the absence of a setting says little. */
const minRequests = 1000;

export type Availability = {
  /** Impressions in the period: four of five outcomes are within. */
  range: { low: number; high: number };
  /** Purchasable slots per day after each narrowing setting, cumulatively; the last is the target group's. */
  slotsPerDay: number[];
  /** The share of the slots worth buying, and their viewability. */
  part: number;
  seenRate: number;
  /** Impressions per purchasable slot. */
  winRate: number;
};

/** The share of bids that are won. */
export const winRateOf = ({ wins, bids }: Pick<SampleTotals, "wins" | "bids">): number =>
  (wins + priorWinRate.won) / (bids + priorWinRate.bids);

/** The share of the slots, most viewable first, that together reaches the guaranteed viewability, and its rate. */
export function worthBuying(opportunities: Opportunity[]): { part: number; seenRate: number } {
  const rates = opportunities.map(({ seenRate }) => seenRate).sort((a, b) => b - a);
  let seen = 0;
  let bought = 0;
  for (const rate of rates) {
    if ((seen + rate) / (bought + 1) < targetRate) break;
    seen += rate;
    bought += 1;
  }
  return { part: rates.length === 0 ? 0 : bought / rates.length, seenRate: bought === 0 ? 0 : seen / bought };
}

/** The same for a target group; few slots of it are filled up with slots of everyone, taken evenly from the sample. */
export const groupWorthBuying = (match: TrafficMatch): { part: number; seenRate: number } =>
  worthBuying(representative(match));

function representative({ opportunities: own, everyone }: TrafficMatch): Opportunity[] {
  const missing = Math.min(everyone.length, enoughOpportunities - own.length);
  if (missing <= 0) return own;
  const step = everyone.length / missing;
  return [...own, ...Array.from({ length: missing }, (_, at) => everyone[Math.floor(at * step)] as Opportunity)];
}

/**
 * What can be bought in `days`. The target group's share is a product: the share of purchasable requests, then of each
 * setting among what the settings before it left. Where few requests are left, a setting's share in the whole sample
 * counts too, so that a narrow target group has a wide range instead of none. A setting that no request of a large
 * sample matches by itself leaves nothing.
 */
export function estimateAvailability(
  { size, perDay, bids, wins }: SampleTotals,
  match: TrafficMatch,
  variations: Variation[],
  days: number,
): Availability {
  const slotsOf = (kind: Variation["kind"], setting: Variation["setting"]): number =>
    match.slots[1 + variations.findIndex((each) => each.kind === kind && each.setting === setting)] ?? 0;
  const all = slotsOf("everyone", null);
  // Slots of one request match together, so they count as one observation.
  const perRequest = Math.max(1, all / Math.max(1, size));
  const settings = variations.flatMap((each) => (each.kind === "up_to" && each.setting ? [each.setting] : []));
  const factors = [logShare(all / perRequest + 0.5, Math.max(0, size - all / perRequest) + 0.5)];
  let mean = all / Math.max(1, size);
  let left = all / perRequest;
  let isNothing = false;
  const slotsPerDay = settings.map((setting) => {
    const matching = slotsOf("up_to", setting) / perRequest;
    const matchingAlone = slotsOf("only", setting) / perRequest;
    isNothing ||= matchingAlone === 0 && size >= minRequests;
    const alone = (matchingAlone + 0.5) / (all / perRequest + 1);
    const hits = matching + borrowedRequests * alone;
    const misses = Math.max(0, left - matching) + borrowedRequests * (1 - alone);
    factors.push(logShare(hits, misses));
    mean *= hits / (hits + misses);
    left = matching;
    return isNothing ? 0 : perDay * mean;
  });
  const { part, seenRate } = groupWorthBuying(match);
  const won = { hits: wins + priorWinRate.won, misses: bids - wins + priorWinRate.bids - priorWinRate.won };
  const slots = productOf([...factors, logShare(won.hits, won.misses), { mean: 0, variance: winRateSpread ** 2 }]);
  const volume = perDay * days * perRequest * part;
  return {
    range: isNothing ? { low: 0, high: 0 } : outcomesOf(volume, slots),
    slotsPerDay,
    part,
    seenRate,
    winRate: winRateOf({ wins, bids }),
  };
}

/** Four of five outcomes of `volume` times an uncertain share; a small outcome also varies by chance (Poisson). */
function outcomesOf(volume: number, { mean, variance }: LogNormal): { low: number; high: number } {
  const middle = volume * Math.exp(mean);
  const deviation = spread * Math.sqrt(variance + 1 / Math.max(1, middle));
  return { low: middle * Math.exp(-deviation), high: middle * Math.exp(deviation) };
}
