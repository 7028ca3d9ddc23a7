/**
 * Bid shading: what to bid where the winner pays its own bid. Each placement of an exchange has an estimate of its win
 * rate by price, from the bids made and won there. Pure: figures in, a price out.
 */

/** A placement's bids and wins by price, and the fitted win rate 1 / (1 + exp(-(offset + slope * ln price))). */
type Curve = {
  bids: Float32Array;
  wins: Float32Array;
  total: number;
  sinceFit: number;
  offset: number;
  slope: number;
};

/** By exchange, site and slot; the oldest are dropped. */
export type Shading = Map<string, Curve>;

export const newShading = (): Shading => new Map();
export const curveKey = (exchange: string, placement: string): string => `${exchange} ${placement}`;

const maxCurves = 10_000;
/** Buckets of 5 % from 0.05 francs per thousand on. */
const buckets = 160;
const lowest = Math.log(0.05);
const bucketWidth = Math.log(1.05);
/** Above this many bids the older ones count half, so that an estimate follows its placement. */
const maxBids = 400;
const bidsPerFit = 20;
const minBids = 20;
/** What is assumed of a placement before anything is known: a steep rise, and how firmly. */
const usualSlope = 10;
const slopeVariance = 100;
const offsetVariance = 4;
const slopeRange = [3, 60] as const;
const maxStep = 4;
const newtonSteps = 4;
/** Prices tried around the best one: widely at first, then just enough to notice changes. */
const widestTrial = 0.3;
const usualTrial = 0.03;
const steps = 32;
const lowestPart = 20;

const bucketOf = (logPrice: number): number =>
  Math.max(0, Math.min(buckets - 1, Math.round((logPrice - lowest) / bucketWidth)));
const logOf = (bucket: number): number => lowest + bucket * bucketWidth;
const rateAt = ({ offset, slope }: Curve, logPrice: number): number => 1 / (1 + Math.exp(-(offset + slope * logPrice)));

function curveOf(shading: Shading, key: string, target: number): Curve {
  const known = shading.get(key);
  if (known !== undefined) return known;
  if (shading.size >= maxCurves) {
    for (const oldest of shading.keys()) {
      shading.delete(oldest);
      break;
    }
  }
  const curve = {
    bids: new Float32Array(buckets),
    wins: new Float32Array(buckets),
    total: 0,
    sinceFit: 0,
    offset: -usualSlope * Math.log(target),
    slope: usualSlope,
  };
  shading.set(key, curve);
  return curve;
}

export type ShadedBid = {
  /** The bounds of the bid and the price to start from, per thousand in the bid's currency. */
  floor: number;
  highest: number;
  target: number;
  /** The share of its chances that pacing lets the campaign take: the more it needs, the more a win is worth. */
  participation: number;
  /** The value of one franc in the bid's currency. */
  perFranc: number;
  /** A random number from 0 to 1. */
  draw: number;
};

/** The price to bid, between floor and highest price, unrounded. Counts the bid. */
export function shadePrice(shading: Shading, key: string, bid: ShadedBid): number {
  const curve = curveOf(shading, key, bid.target / bid.perFranc);
  if (curve.sinceFit >= bidsPerFit) fit(curve);
  const best = curve.total < minBids ? Math.min(bid.target, bid.highest) : bestPrice(curve, bid);
  const width = Math.max(usualTrial, widestTrial / Math.sqrt(1 + curve.total / minBids));
  const price = Math.min(bid.highest, Math.max(bid.floor, best * Math.exp((2 * bid.draw - 1) * width)));
  const bucket = bucketOf(Math.log(price / bid.perFranc));
  curve.bids[bucket] = (curve.bids[bucket] ?? 0) + 1;
  curve.total++;
  curve.sinceFit++;
  return price;
}

/** Counts a won bid of a placement that is still known. */
export function noteShadedWin(shading: Shading, key: string, price: number, perFranc: number): void {
  const curve = shading.get(key);
  if (curve === undefined || !(price > 0)) return;
  const bucket = bucketOf(Math.log(price / perFranc));
  curve.wins[bucket] = Math.min(curve.bids[bucket] ?? 0, (curve.wins[bucket] ?? 0) + 1);
}

/**
 * The price with the largest expected gain. A win is worth the price at which every second bid wins where pacing takes
 * few of many chances, and up to the highest bid where it needs nearly all of them. Losing more bids makes pacing take
 * more chances, so the two settle at the lowest price that spends the budget.
 */
function bestPrice(curve: Curve, { floor, highest, participation, perFranc }: ShadedBid): number {
  const median = Math.exp(-curve.offset / curve.slope) * perFranc;
  const common = Math.min(highest, Math.max(floor, median));
  const worth = common + (highest - common) * participation ** 2;
  const from = Math.log(Math.max(floor, highest / lowestPart) / perFranc);
  const step = (Math.log(highest / perFranc) - from) / steps;
  let best = floor;
  let bestGain = 0;
  for (let i = 0; i <= steps; i++) {
    const logPrice = from + i * step;
    const price = Math.exp(logPrice) * perFranc;
    const gain = rateAt(curve, logPrice) * (worth - price);
    if (gain > bestGain) {
      bestGain = gain;
      best = price;
    }
  }
  return bestGain > 0 ? best : common;
}

/** Fits offset and slope by Newton's method, with the assumptions about an unknown placement as prior. */
function fit(curve: Curve): void {
  curve.sinceFit = 0;
  if (curve.total > maxBids) {
    for (let bucket = 0; bucket < buckets; bucket++) {
      curve.bids[bucket] = (curve.bids[bucket] ?? 0) / 2;
      curve.wins[bucket] = (curve.wins[bucket] ?? 0) / 2;
    }
    curve.total /= 2;
  }
  let weight = 0;
  let center = 0;
  for (let bucket = 0; bucket < buckets; bucket++) {
    const bids = curve.bids[bucket] ?? 0;
    weight += bids;
    center += bids * logOf(bucket);
  }
  if (weight === 0) return;
  center /= weight;
  // Around the mean price, where offset and slope hardly depend on each other.
  let level = curve.offset + curve.slope * center;
  let { slope } = curve;
  const priorLevel = level;
  for (let round = 0; round < newtonSteps; round++) {
    let gradientLevel = (priorLevel - level) / offsetVariance;
    let gradientSlope = (usualSlope - slope) / slopeVariance;
    let [a, b, c] = [1 / offsetVariance, 0, 1 / slopeVariance];
    for (let bucket = 0; bucket < buckets; bucket++) {
      const bids = curve.bids[bucket] ?? 0;
      if (bids === 0) continue;
      const x = logOf(bucket) - center;
      const rate = 1 / (1 + Math.exp(-(level + slope * x)));
      const error = (curve.wins[bucket] ?? 0) - bids * rate;
      const information = bids * rate * (1 - rate);
      gradientLevel += error;
      gradientSlope += error * x;
      a += information;
      b += information * x;
      c += information * x * x;
    }
    const determinant = a * c - b * b;
    const levelStep = (c * gradientLevel - b * gradientSlope) / determinant;
    const slopeStep = (a * gradientSlope - b * gradientLevel) / determinant;
    level += Math.max(-maxStep, Math.min(maxStep, levelStep));
    slope = Math.max(slopeRange[0], Math.min(slopeRange[1], slope + Math.max(-maxStep, Math.min(maxStep, slopeStep))));
  }
  curve.slope = slope;
  curve.offset = level - slope * center;
}
