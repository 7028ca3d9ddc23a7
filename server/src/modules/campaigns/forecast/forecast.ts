import type { Opportunity, TrafficMatch, TrafficSample } from "@litfass/adserver/index";
import type { Forecast, ForecastRange, NarrowingSetting } from "@litfass/contract/campaigns/forecast";
import { awarenessFrequencyCap } from "@litfass/contract/kernel/formats";
import { impressionsFor } from "@litfass/contract/kernel/money";
import { visibility } from "@litfass/contract/kernel/viewability";
import type { Variation } from "./forecast-variations.ts";

/** Minimum number of matching requests for ranges. */
export const minRequests = 30;
/** Buys slots slightly above the guaranteed viewability, like delivery. */
const targetRate = visibility.guaranteed / 100 + 0.03;
/** Standard deviations of a range: four of five outcomes are within. */
const spread = 1.28;
/** The assumed win rate before any bid was made, weighted like this many bids. */
const priorWinRate = { won: 40, bids: 100 };
const curvePoints = 12;

export type ForecastQuestion = {
  /** The price of a thousand impressions, in minor units. */
  cpmMinor: number;
  strategy: "awareness" | "performance";
  budget: number | null;
  days: number;
  currency: Forecast["currency"];
};

/** The range of a share with `hits` of `tries` observed (Wilson). */
export function shareRange(hits: number, tries: number): { low: number; high: number } {
  if (tries === 0) return { low: 0, high: 1 };
  const share = hits / tries;
  const z = spread ** 2 / tries;
  const middle = (share + z / 2) / (1 + z);
  const half = (spread * Math.sqrt((share * (1 - share)) / tries + z / (4 * tries))) / (1 + z);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

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

/**
 * Estimates the number of people behind `all` impressions from a sample's visitors. Low: the sampled ones plus those
 * missed, estimated from how many were seen once and twice (Chao). High: new people keep appearing at the rate of the
 * end of the sample (Heaps). Some people appear much more often than others, so the truth is in between.
 */
export function estimatePeople(visitors: string[], all: number): { low: number; high: number } {
  const counts = new Map<string, number>();
  for (const visitor of visitors) counts.set(visitor, (counts.get(visitor) ?? 0) + 1);
  const distinct = counts.size;
  if (distinct === 0) return { low: 0, high: 0 };
  const seenTimes = (times: number): number => [...counts.values()].filter((count) => count === times).length;
  const once = seenTimes(1);
  const low = distinct + (once * Math.max(0, once - 1)) / (2 * (seenTimes(2) + 1));
  const high = distinct * Math.max(1, all / visitors.length) ** (once / distinct);
  return { low: Math.min(low, high), high };
}

const rounded = ({ low, high }: { low: number; high: number }): ForecastRange => {
  const figure = (value: number): number => {
    const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 2);
    return Math.round(value / step) * step;
  };
  return { low: figure(Math.max(0, low)), high: figure(Math.max(0, high)) };
};
const capAt = (max: number, range: ForecastRange): ForecastRange => ({
  low: Math.min(max, range.low),
  high: Math.min(max, range.high),
});

/** Reach of impressions spread over people at random; unknown visitors count as half a person each. */
function reachOf(impressions: ForecastRange, people: { low: number; high: number }, known: number): ForecastRange {
  const reached = (shown: number, all: number): number =>
    all === 0 ? 0 : all * (1 - Math.exp((-shown * known) / all)) + (shown * (1 - known)) / 2;
  return rounded({
    low: reached(impressions.low, people.low),
    high: Math.min(impressions.high, reached(impressions.high, people.high)),
  });
}

/** The forecast of a campaign from the sample's matches of it and its variations; pure. */
export function forecastOf(
  question: ForecastQuestion,
  sample: Omit<TrafficSample, "requests"> & { size: number },
  match: TrafficMatch,
  variations: Variation[],
): Forecast {
  const { days, budget, currency, cpmMinor } = question;
  const enough = match.requests >= minRequests;
  const { part, seenRate } = worthBuying(match.opportunities);
  const won = shareRange(sample.wins + priorWinRate.won, sample.bids + priorWinRate.bids);
  const slotsPerRequest = match.requests === 0 ? 0 : (match.slots[0] ?? 0) / match.requests;
  const share = shareRange(match.requests, sample.size);
  const perDay = (fit: number, wins: number): number => sample.perDay * fit * slotsPerRequest * part * wins;
  const day = { low: perDay(share.low, won.low), high: perDay(share.high, won.high) };
  const keyed = match.opportunities.filter(({ visitor }) => visitor !== "");
  const known = match.opportunities.length === 0 ? 0 : keyed.length / match.opportunities.length;
  const visitors = keyed.map(({ visitor }) => visitor);
  const slotsOfSample = match.slots[0] ?? 0;
  const slotsOfPeriod = (sample.perDay * days * slotsOfSample * known) / Math.max(1, sample.size);
  const people = estimatePeople(visitors, slotsOfPeriod);
  // The frequency cap limits impressions only if it does even for the high estimate of people.
  const capped = (impressions: number): number =>
    question.strategy === "performance"
      ? impressions
      : Math.min(impressions * known, people.high * awarenessFrequencyCap) + impressions * (1 - known);
  const available = rounded({ low: capped(day.low * days), high: capped(day.high * days) });
  const bought = budget === null ? null : capAt(impressionsFor(budget, cpmMinor), available);
  const impressions = bought ?? available;
  // The midpoint of one day's range, because ranges would obscure the comparison of settings. With too few matches
  // the share worth buying is unknown and all slots count, so that the advice still names the setting.
  const dayOf = (slots: number): number =>
    Math.round((sample.perDay * (enough ? part : 1) * slots * (won.low + won.high)) / 2 / Math.max(1, sample.size));
  return {
    sample: {
      requests: sample.size,
      matched: match.requests,
      needed: minRequests,
      enough,
      per_day: Math.round(sample.perDay),
    },
    days,
    currency,
    available: enough ? available : null,
    impressions: enough ? bought : null,
    reach: enough ? reachOf(impressions, people, known) : null,
    viewable_rate: enough
      ? { low: visibility.guaranteed, high: Math.max(visibility.guaranteed, Math.round(seenRate * 100)) }
      : null,
    cpm: { low: cpmMinor, high: cpmMinor },
    curve: enough ? curveOf(available, budget, cpmMinor) : [],
    funnel: funnelOf(match, variations, dayOf),
    narrowest: narrowestOf(match, variations, dayOf),
  };
}

/** Impressions for budgets from 0 to twice the chosen one, or to what all available impressions cost. */
function curveOf(available: ForecastRange, budget: number | null, cpmMinor: number): Forecast["curve"] {
  const all = (available.high * cpmMinor) / 1000;
  const maxBudget = budget ? Math.min(Math.max(budget * 2, 10_000), Math.max(all * 1.2, budget * 1.2)) : all * 1.2;
  return Array.from({ length: curvePoints + 1 }, (_, at) => {
    const amount = Math.round((maxBudget * at) / curvePoints);
    return { budget: amount, impressions: capAt(impressionsFor(amount, cpmMinor), available) };
  });
}

function funnelOf(match: TrafficMatch, variations: Variation[], dayOf: (slots: number) => number): Forecast["funnel"] {
  return variations.flatMap(({ kind, setting }, at) =>
    kind === "up_to" ? [{ setting, per_day: dayOf(match.slots[at + 1] ?? 0) }] : [],
  );
}

function narrowestOf(
  match: TrafficMatch,
  variations: Variation[],
  dayOf: (slots: number) => number,
): Forecast["narrowest"] {
  const slotsOf = (kind: Variation["kind"], setting: NarrowingSetting): number | null => {
    const at = variations.findIndex((each) => each.kind === kind && each.setting === setting);
    return at < 0 ? null : (match.slots[at + 1] ?? 0);
  };
  const own = match.slots[0] ?? 0;
  return variations
    .flatMap(({ kind, setting }) => {
      const without = kind === "without" ? (slotsOf("without", setting) ?? 0) : 0;
      if (without <= own) return [];
      const unknown = slotsOf("with_unknown", setting);
      return [
        {
          setting,
          removes_percent: Math.round((1 - own / without) * 100),
          gains_per_day: dayOf(without - own),
          unknown_gains_per_day: unknown === null ? null : dayOf(unknown - own),
        },
      ];
    })
    .sort((a, b) => b.gains_per_day - a.gains_per_day)
    .slice(0, 5);
}
