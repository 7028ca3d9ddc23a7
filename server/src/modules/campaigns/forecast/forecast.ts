import type { Opportunity, TrafficMatch } from "@litfass/adserver/index";
import type { Forecast, ForecastRange, NarrowingSetting } from "@litfass/contract/campaigns/forecast";
import { impressionsFor } from "@litfass/contract/kernel/money";
import { visibility } from "@litfass/contract/kernel/viewability";
import { estimateAvailability, type SampleTotals, winRateOf } from "./availability.ts";
import type { Variation } from "./forecast-variations.ts";
import type { MatchedSample } from "./match-samples.ts";
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
  /** Whether its ads can be viewable; audio is heard. */
  isSeen: boolean;
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

/** The forecast of a campaign from its matches, and those of its variations, in each sample of traffic; pure. */
export function forecastOf(question: ForecastQuestion, samples: MatchedSample[], variations: Variation[]): Forecast {
  const { days, budget, currency, cpmMinor, frequencyCap } = question;
  const sources = samples.map(({ totals, match }) => ({
    totals,
    match,
    ...estimateAvailability(totals, match, variations, days),
    ...peopleBehind(match, totals, days),
  }));
  // The frequency cap limits impressions only if it does even for the high estimate of people.
  const capped = (impressions: number, { people, known }: (typeof sources)[number]): number =>
    frequencyCap === null
      ? impressions
      : Math.min(impressions * known, people.high * frequencyCap) + impressions * (1 - known);
  const each = sources.map((source) => ({
    low: capped(source.range.low, source),
    high: capped(source.range.high, source),
  }));
  const available = rounded(sumOfRanges(each));
  const bought = budget === null ? null : capAt(impressionsFor(budget, cpmMinor), available);
  const shares = sharesOf(each);
  const seenRate = sumOf(sources, ({ seenRate: rate }, at) => rate * (shares[at] ?? 0));
  const sample = {
    requests: sumOf(samples, ({ totals }) => totals.size),
    matched: sumOf(samples, ({ match }) => match.requests),
    precise_from: preciseFrom,
    per_day: Math.round(sumOf(samples, ({ totals }) => totals.perDay)),
  };
  // An exchange that pauses says nothing about what its traffic offers.
  const isKnown = samples.some(({ totals }) => totals.size > 0 && totals.perDay > 0);
  return {
    sample,
    days,
    currency,
    available: isKnown ? available : null,
    impressions: isKnown ? bought : null,
    reach: isKnown ? reachOf(bought ?? available, sources, shares) : null,
    viewable_rate:
      isKnown && question.isSeen
        ? { low: visibility.guaranteed, high: Math.max(visibility.guaranteed, Math.round(seenRate * 100)) }
        : null,
    cpm: { low: cpmMinor, high: cpmMinor },
    curve: isKnown ? curveOf(available, budget, cpmMinor) : [],
    funnel: variations
      .flatMap(({ kind, setting }) => (kind === "up_to" ? [setting] : []))
      .map((setting, at) => ({
        setting,
        per_day: Math.round(
          sumOf(sources, ({ slotsPerDay, part, winRate }) => (slotsPerDay[at] ?? 0) * part * winRate),
        ),
      })),
    narrowest: narrowestOf(sources, variations),
  };
}

/** The sum over samples. */
export const sumOf = <Item>(items: Item[], value: (item: Item, at: number) => number): number =>
  items.reduce((sum, item, at) => sum + value(item, at), 0);

const middleOf = ({ low, high }: ForecastRange): number => Math.sqrt(low * high);

/** The sum of independent ranges: their deviations partly cancel out. */
function sumOfRanges(ranges: ForecastRange[]): ForecastRange {
  const middle = sumOf(ranges, middleOf);
  const below = Math.sqrt(sumOf(ranges, (range) => (middleOf(range) - range.low) ** 2));
  const above = Math.sqrt(sumOf(ranges, (range) => (range.high - middleOf(range)) ** 2));
  return { low: middle - below, high: middle + above };
}

/** Each source's part of the impressions; the first one's where there are none. */
function sharesOf(ranges: ForecastRange[]): number[] {
  const all = sumOf(ranges, middleOf);
  return ranges.map((range, at) => (all === 0 ? Number(at === 0) : middleOf(range) / all));
}

type People = ReturnType<typeof peopleBehind>;

/** People of several sources count apart: it is not known who appears in both. */
function reachOf(impressions: ForecastRange, sources: People[], shares: number[]): ForecastRange {
  const reached = sources.map(({ people, known }, at) => {
    const share = shares[at] ?? 0;
    return peopleReached({ low: impressions.low * share, high: impressions.high * share }, people, known);
  });
  return rounded({ low: sumOf(reached, ({ low }) => low), high: sumOf(reached, ({ high }) => high) });
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

type Source = MatchedSample & { part: number };

/** The settings without which most impressions more could be bought, over all samples. */
function narrowestOf(sources: Source[], variations: Variation[]): Forecast["narrowest"] {
  const slotsOf = ({ match }: Source, kind: Variation["kind"], setting: NarrowingSetting): number | null => {
    const at = variations.findIndex((each) => each.kind === kind && each.setting === setting);
    return at < 0 ? null : (match.slots[at + 1] ?? 0);
  };
  const own = ({ match }: Source): number => match.slots[0] ?? 0;
  /** Slots of a day, so that samples of different traffic can be added. */
  const perDay = (source: Source, slots: number): number =>
    (slots * source.totals.perDay) / Math.max(1, source.totals.size);
  const gained = (kind: Variation["kind"], setting: NarrowingSetting): number =>
    sumOf(sources, (source) =>
      impressionsPerDay(source.totals, ((slotsOf(source, kind, setting) ?? 0) - own(source)) * source.part),
    );
  return variations
    .flatMap(({ kind, setting }) => {
      if (kind !== "without") return [];
      const before = sumOf(sources, (source) => perDay(source, own(source)));
      const without = sumOf(sources, (source) => perDay(source, slotsOf(source, "without", setting) ?? 0));
      if (without <= before) return [];
      const hasUnknown = variations.some((each) => each.kind === "with_unknown" && each.setting === setting);
      return [
        {
          setting,
          removes_percent: Math.round((1 - before / without) * 100),
          gains_per_day: gained("without", setting),
          unknown_gains_per_day: hasUnknown ? gained("with_unknown", setting) : null,
        },
      ];
    })
    .sort((a, b) => b.gains_per_day - a.gains_per_day)
    .slice(0, 5);
}
