import type { Opportunity, TrafficMatch } from "@litfass/adserver/index";
import type { Forecast, ForecastRange, NarrowingSetting } from "@litfass/contract/campaigns/forecast";
import { impressionsFor } from "@litfass/contract/kernel/money";
import { visibility } from "@litfass/contract/kernel/viewability";
import { estimateAvailability, type SampleTotals, winRateOf } from "./availability.ts";
import type { Variation } from "./forecast-variations.ts";
import { estimatePeople, peopleReached } from "./people.ts";

/** With fewer matching requests a range is wide, because it borrows from a wider population. */
export const preciseFrom = 30;
const curvePoints = 12;

export type ForecastQuestion = {
  /** The price of a thousand impressions, in minor units. */
  cpmMinor: number;
  /** The most impressions per person; null: no cap. */
  frequencyCap: number | null;
  budget: number | null;
  days: number;
  currency: Forecast["currency"];
};

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

/** The forecast of a campaign from the sample's matches of it and its variations; pure. */
export function forecastOf(
  question: ForecastQuestion,
  sample: SampleTotals,
  match: TrafficMatch,
  variations: Variation[],
): Forecast {
  const { days, budget, currency, cpmMinor, frequencyCap } = question;
  const { range, slotsPerDay, part, seenRate, winRate } = estimateAvailability(sample, match, variations, days);
  const { people, known } = peopleBehind(match, sample, days);
  // The frequency cap limits impressions only if it does even for the high estimate of people.
  const capped = (impressions: number): number =>
    frequencyCap === null
      ? impressions
      : Math.min(impressions * known, people.high * frequencyCap) + impressions * (1 - known);
  const available = rounded({ low: capped(range.low), high: capped(range.high) });
  const bought = budget === null ? null : capAt(impressionsFor(budget, cpmMinor), available);
  // An exchange that pauses says nothing about what its traffic offers.
  const isKnown = sample.size > 0 && sample.perDay > 0;
  return {
    sample: {
      requests: sample.size,
      matched: match.requests,
      precise_from: preciseFrom,
      per_day: Math.round(sample.perDay),
    },
    days,
    currency,
    available: isKnown ? available : null,
    impressions: isKnown ? bought : null,
    reach: isKnown ? rounded(peopleReached(bought ?? available, people, known)) : null,
    viewable_rate: isKnown
      ? { low: visibility.guaranteed, high: Math.max(visibility.guaranteed, Math.round(seenRate * 100)) }
      : null,
    cpm: { low: cpmMinor, high: cpmMinor },
    curve: isKnown ? curveOf(available, budget, cpmMinor) : [],
    funnel: variations
      .flatMap(({ kind, setting }) => (kind === "up_to" ? [setting] : []))
      .map((setting, at) => ({ setting, per_day: Math.round((slotsPerDay[at] ?? 0) * part * winRate) })),
    narrowest: narrowestOf(match, variations, (slots) => impressionsPerDay(sample, slots * part)),
  };
}

/** Impressions per day from so many slots of the sample. */
export const impressionsPerDay = ({ size, perDay, ...outcomes }: SampleTotals, slots: number): number =>
  Math.round((perDay * slots * winRateOf(outcomes)) / Math.max(1, size));

/** The people behind a target group's slots in the period, and the share of slots with a recognized visitor. */
function peopleBehind({ opportunities, everyone, slots }: TrafficMatch, { size, perDay }: SampleTotals, days: number) {
  const recognized = (group: Opportunity[]): string[] => group.map(({ visitor }) => visitor).filter(Boolean);
  const visitors = recognized(opportunities);
  const population = opportunities.length > 0 ? opportunities : everyone;
  const known = population.length === 0 ? 0 : recognized(population).length / population.length;
  const all = (perDay * days * (slots[0] ?? 0) * known) / Math.max(1, size);
  return { people: estimatePeople(visitors, all), known };
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
      if (kind !== "without") return [];
      const without = slotsOf("without", setting) ?? 0;
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
