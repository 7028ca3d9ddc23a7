import type { Language } from "@litfass/contract/kernel/language";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import { deliverySteps } from "@litfass/contract/reporting/delivery-report";
import type { TableGrouping } from "@litfass/contract/reporting/statistics";
import type { CurrencyPrices } from "@litfass/contract/settings/price-list";
import type { Letterhead } from "@litfass/platform/settings/letterhead";
import { formatSize } from "../document/printed-format.ts";
import type { PrintedReport, PrintedRow } from "../document/printed-report.ts";
import { conversionFigures, hasConversions, notMeasured } from "../metrics/conversions.ts";
import { budgetFigures, type Counts, metricsOf, noCounts } from "../metrics/metrics.ts";
import { rowName } from "../panels/row-name.ts";
import { daysOf } from "../report-period.ts";
import { apportion, divide } from "./divide.ts";
import {
  exampleBanners,
  exampleCities,
  exampleConversions,
  exampleDevices,
  exampleFunnel,
  exampleHours,
  exampleInvalid,
  exampleReach,
  exampleSites,
  exampleWeekdays,
  exampleWeeks,
  type Weight,
} from "./example-data.ts";

const timeZone = "Europe/Zurich";
const weekDays = 7;

/** What the example depends on: the operator's price of a thousand impressions, and the day it is read. */
export type ExampleTerms = {
  lang: Language;
  title: string;
  advertiser: string;
  letterhead: Letterhead;
  prices: Pick<CurrencyPrices, "currency" | "cpm">;
  at: Date;
};

/**
 * The report of an invented campaign, with the metrics, names and amounts that a campaign with these counts would have: the
 * stored counts (`example-data.ts`) go through the functions of every report.
 */
export function exampleReport({ lang, title, advertiser, letterhead, prices, at }: ExampleTerms): PrintedReport {
  const { currency, cpm } = prices;
  const spendOf = (impressions: number): number => Math.round((impressions * cpm) / 1000);
  const row = (of: TableGrouping, key: string, counts: Counts, text = key): PrintedRow => ({
    key,
    name: rowName(of, { key, text, country: "CH" }, lang),
    ...metricsOf(counts),
    ...notMeasured,
    spend: spendOf(counts.impressions),
    effective_budget: null,
    currency,
  });
  const total = exampleCounts();
  const rowsOf = (of: TableGrouping, weights: readonly (readonly [string, Weight])[]): PrintedRow[] => {
    const parts = divide(
      total,
      weights.map(([, weight]) => weight),
    );
    const rows = parts.map((counts, index) => row(of, weights[index]?.[0] ?? "", counts));
    return hasConversions(of) ? withConversions(rows) : rows;
  };
  const period = { ...examplePeriod(at), timeZone };
  const days = rowsOf("day", weightsOfDays(daysOf(period)));
  const budget = microsOfMinor(spendOf(total.impressions));
  const figures = { from: period.from, to: period.to, time_zone: timeZone };
  return {
    lang,
    letterhead,
    at,
    title,
    campaign: null,
    advertisers: [advertiser],
    only: [],
    period,
    isRunning: false,
    showsCosts: true,
    totals: {
      ...figures,
      campaigns: 1,
      ...metricsOf({ ...total, invalidImpressions: exampleInvalid.impressions, invalidClicks: exampleInvalid.clicks }),
      spend: spendOf(total.impressions),
      spend_formatted: null,
      currency,
      ...conversionFigures(
        { conversions: exampleConversions.conversions, valueMicros: microsOfMinor(exampleConversions.value) },
        { clicks: total.clicks, chargeMicros: budget, currency },
      ),
      budgets: [budgetFigures(currency, budget, budget)],
    },
    reach: { reached: exampleReach.reached, frequency: exampleReach.impressions / exampleReach.reached },
    plan: null,
    funnel: {
      ...figures,
      counted_from: `${period.from}T00:00:00.000Z`,
      verdict: "past",
      share_percent: null,
      share_since: null,
      steps: deliverySteps.map((step) => ({ step, chances: chancesOf(step, total) })),
      reasons: [],
      narrowest: null,
      remedy: null,
    },
    banners: rowsOf(
      "creative",
      exampleBanners.map(([width, height, weight]) => [formatSize(width, height), weight]),
    ).map((banner, index) => {
      const [width = 0, height = 0] = exampleBanners[index] ?? [];
      return { name: banner.name, width, height, picture: null, row: banner };
    }),
    campaigns: null,
    sites: { rows: withConversions(exampleSites.map((site) => row("url", site[0], countsOf(site)))), more: 0 },
    regions: null,
    cities: { rows: rowsOf("city", exampleCities), more: 0 },
    devices: rowsOf("device", exampleDevices),
    weekdays: weekdaysOf(days).map((counts, index) => row("weekday", String(index + 1), counts)),
    hours: rowsOf(
      "hour",
      exampleHours.map((share, hour) => [String(hour), [share, 1, 1]]),
    ),
    days,
  };
}

/** The campaign's conversions divided by clicks, for groups of which conversions are known. */
function withConversions(rows: PrintedRow[]): PrintedRow[] {
  const conversions = apportion(
    exampleConversions.conversions,
    rows.map(({ clicks }) => clicks),
  );
  const values = apportion(exampleConversions.value, conversions);
  return rows.map((row, at) => {
    const counts = { conversions: conversions[at] ?? 0, valueMicros: microsOfMinor(values[at] ?? 0) };
    const compared = { clicks: row.clicks, chargeMicros: microsOfMinor(row.spend ?? 0), currency: row.currency };
    return { ...row, ...conversionFigures(counts, compared) };
  });
}

type Site = (typeof exampleSites)[number];

const countsOf = ([, impressions, measured, viewable, clicks]: Site): Counts => ({
  ...noCounts,
  impressions,
  measured,
  viewable,
  clicks,
});

/** The counts of the whole campaign. */
const exampleCounts = (): Counts => sumOf(exampleSites.map(countsOf));

type Summed = Pick<Counts, "impressions" | "measured" | "viewable" | "clicks">;

function sumOf(all: Summed[]): Counts {
  const sum = (figure: keyof Summed): number => all.reduce((total, each) => total + each[figure], 0);
  return {
    ...noCounts,
    impressions: sum("impressions"),
    measured: sum("measured"),
    viewable: sum("viewable"),
    clicks: sum("clicks"),
  };
}

/** The metrics of the whole campaign. */
export const exampleTotals = () => metricsOf(exampleCounts());

/** The sites with the most impressions, with their metrics. */
export const exampleTopSites = (count: number) =>
  exampleSites.slice(0, count).map((site) => ({ site: site[0], ...metricsOf(countsOf(site)) }));

/** The first four weeks of the last November that has ended. */
export function examplePeriod(at: Date): { from: string; to: string } {
  const year = at.getUTCFullYear() - (at.getUTCMonth() === 11 ? 0 : 1);
  return { from: `${year}-11-01`, to: `${year}-11-28` };
}

const weekdayOf = (day: string): number => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % weekDays;

const weightsOfDays = (days: string[]): [string, Weight][] =>
  days.map((day, at) => {
    const [share, viewability, clicks] = exampleWeekdays[weekdayOf(day)] ?? [1, 1, 1];
    const week = exampleWeeks[Math.floor(at / weekDays)] ?? [1, 1, 1];
    return [day, [share * week[0], viewability * week[1], clicks * week[2]]];
  });

/** The days' counts by weekday from Monday: the same campaign in another grouping. */
const weekdaysOf = (days: PrintedRow[]): Counts[] =>
  Array.from({ length: weekDays }, (_, weekday) =>
    sumOf(
      days
        .filter(({ key }) => weekdayOf(key) === weekday)
        .map(({ impressions, measured_impressions, viewable_impressions, clicks }) => ({
          impressions,
          measured: measured_impressions,
          viewable: viewable_impressions,
          clicks,
        })),
    ),
  );

function chancesOf(step: (typeof deliverySteps)[number], { impressions, viewable }: Counts): number {
  if (step === "rendered") return impressions;
  return step === "viewable" ? viewable : exampleFunnel[step];
}
