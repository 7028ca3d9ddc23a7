import { deliverySteps } from "@litfass/contract/reporting/delivery-report";
import { notMeasured } from "../metrics/conversions.ts";
import { metricsOf, noCounts } from "../metrics/metrics.ts";
import type { PrintedReport, PrintedRow } from "./printed-report.ts";

/** A row of a test's report. */
export const testRow = (name: string, impressions = 1_234_567): PrintedRow => ({
  key: name,
  name,
  ...metricsOf({
    ...noCounts,
    impressions,
    clicks: 12_345,
    measured: impressions,
    viewable: Math.floor(impressions / 2),
  }),
  ...notMeasured,
  spend: 123_456_789,
  effective_budget: null,
  currency: "CHF",
});

const rows = (count: number, nameOf: (at: number) => string): PrintedRow[] =>
  Array.from({ length: count }, (_, at) => testRow(nameOf(at)));

const dayOf = (at: number): string => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);

/** A report with large figures and long names; `change` replaces parts of it. */
export function testReport(change: Partial<PrintedReport> = {}, days = 31): PrintedReport {
  const { key: _, name: __, spend, currency, effective_budget: ___, ...metrics } = testRow("total", 123_456_789);
  const [from, to] = [dayOf(0), dayOf(days - 1)];
  const budget = {
    currency: "CHF" as const,
    budget: 1_234_567_890,
    budget_formatted: "",
    effective_budget: spend ?? 0,
    effective_budget_formatted: "",
    remaining_budget: 1_111_111_101,
    remaining_budget_formatted: "",
  };
  const long =
    "Säulenwerbung in der Agglomeration Zürich-Nord, Winterthur und Schaffhausen mit Gestaltung aller Banner";
  return {
    lang: "en",
    letterhead: { name: "Litfass", logo: null },
    at: new Date("2026-02-01T09:30:00Z"),
    title: long,
    campaign: null,
    advertisers: ["Genossenschaft der Bäckereien des Berner Oberlands und des Oberwallis"],
    only: ["news.example", "Basel-Landschaft"],
    period: { from, to, timeZone: "Europe/Zurich" },
    isRunning: true,
    showsCosts: true,
    totals: {
      from,
      to,
      time_zone: "Europe/Zurich",
      campaigns: 12,
      ...metrics,
      video_plays: 9_000,
      spend,
      spend_formatted: null,
      currency,
      budgets: [budget, { ...budget, currency: "EUR" }],
    },
    reach: { reached: 1_234_567, frequency: 12.34 },
    plan: null,
    funnel: {
      from,
      to,
      time_zone: "Europe/Zurich",
      counted_from: "2026-01-01T00:00:00.000Z",
      verdict: "past",
      share_percent: null,
      share_since: null,
      steps: deliverySteps
        .map((step, at) => ({ step, chances: 9_876_543_210 / 4 ** at }))
        .map(({ step, chances }) => ({ step, chances: Math.floor(chances) })),
      reasons: [],
      narrowest: null,
      remedy: null,
    },
    banners: [
      { name: "300\u00a0x\u00a0250", width: 300, height: 250, picture: null, row: testRow("300x250") },
      { name: "Native", width: 0, height: 0, picture: null, row: testRow("native", 0) },
    ],
    campaigns: { rows: rows(120, (at) => `${long} ${at}`), more: 1_234 },
    sites: { rows: rows(100, (at) => `${"sehr-lange-adresse.".repeat(1 + (at % 7))}example`), more: 0 },
    regions: { rows: rows(12, (at) => `Provence-Alpes-Côte d'Azur, Frankreich ${at}`), more: 12 },
    cities: { rows: rows(12, (at) => `Saint-Remy-en-Bouzemont-Saint-Genest-et-Isson, Frankreich ${at}`), more: 34 },
    devices: rows(5, (at) => `Device ${at}`),
    weekdays: rows(7, (at) => `Weekday ${at}`),
    hours: Array.from({ length: 24 }, (_, hour) => testRow(String(hour), hour * 54_321)),
    days: Array.from({ length: days }, (_, at) => testRow(dayOf(at))),
    ...change,
  };
}
