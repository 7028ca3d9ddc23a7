import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { line, opaque } from "../kernel/text.ts";
import { daySchema, idSchema, uidSchema } from "../kernel/validation.ts";
import { admins, advertisers, byRole } from "../kernel/who.ts";
import { combinedReport, reportSources } from "./combined-report.ts";

/** What figures can be broken down by on the dashboard (API-STAT-004). */
export const impressionKeys = ["url", "city", "region", "country", "weekday", "hour", "device"] as const;
export type ImpressionKey = (typeof impressionKeys)[number];
export const isImpressionKey = (key: string): key is ImpressionKey => impressionKeys.some((each) => each === key);

/** What one row of the metrics table stands for. */
export const tableGroupings = ["campaign", ...impressionKeys, "day", "creative"] as const;
export type TableGrouping = (typeof tableGroupings)[number];

/** A report covers at most this many days. */
export const longestReportDays = 731;

/** Several values in one query parameter: `?sites=a.ch,b.ch` or the parameter repeated. */
export const several = <Value>(item: z.ZodType<Value>, most: number) =>
  z
    .union([opaque({ min: 0, max: 20_000 }), z.array(opaque({ min: 0, max: 300 })).max(most)])
    .transform((value) => (typeof value === "string" ? value.split(",").filter((part) => part !== "") : value))
    .pipe(z.array(item as z.ZodType<Value, string>).max(most));

/** The filter of the dashboard: every call of this file takes it, so that all panels show the same thing. */
const filter = {
  /** First and last day in the account's time zone, both included; the last 30 days where missing (UI-DASH-010). */
  from: daySchema.optional(),
  to: daySchema.optional(),
  campaign_ids: several(idSchema, 500).optional(),
  /** Only this customer's campaigns, within what the caller may see. */
  owner: uidSchema.optional(),
  /** Only these sites and apps; values of `statistics/url-filters`. */
  sites: several(opaque({ max: 255 }), 200).optional(),
  /** Only these regions; values of `statistics/region-filters`. */
  regions: several(opaque({ max: 10 }), 200).optional(),
};
/** Sources to put beside the platform's figures: the caller's own connections. */
const sourceFilter = several(z.enum(reportSources), reportSources.length).optional();
export const statisticsFilterSchema = z.object(filter);
export type StatisticsFilter = z.output<typeof statisticsFilterSchema>;

const count = z.number().int().nonnegative();
/** Per cent with up to four decimals: 0.5 is half a per cent. */
const percent = z.number().nonnegative();

const metrics = {
  impressions: count,
  clicks: count,
  ctr: percent,
  viewable_impressions: count,
  visibility_rate: percent,
  video_plays: count,
  first_quartile: count,
  midpoint: count,
  third_quartile: count,
  completions: count,
  completion_rate: percent,
  /** Declared bots, prefetch and the like: shown, never charged, never in `impressions`. */
  invalid_impressions: count,
  invalid_clicks: count,
};
export const metricsSchema = z.object(metrics);
export type Metrics = z.infer<typeof metricsSchema>;

/** Charged in the chosen days; null where the rows mix currencies. */
const spend = {
  currency: currencySchema.nullable(),
  spend: amountSchema.nullable(),
  spend_formatted: z.string().nullable(),
};

/** `effective_budget` is what was used up to the last chosen day; `remaining_budget` what is left of `budget` then. */
const budget = {
  budget: amountSchema,
  budget_formatted: z.string(),
  effective_budget: amountSchema,
  effective_budget_formatted: z.string(),
  remaining_budget: amountSchema,
  remaining_budget_formatted: z.string(),
};
const budgetOfCurrency = z.object({ currency: currencySchema, ...budget });
export type BudgetFigures = z.infer<typeof budgetOfCurrency>;

const period = { from: daySchema, to: daySchema, time_zone: z.string() };

/** One item of the campaign select (FIELD-SEL-001). */
export const statisticCampaignSchema = z.object({
  text: z.string(),
  value: z.number().int(),
  owner_id: z.string(),
  /** Its first day of delivery; null where that is unknown. */
  started_on: daySchema.nullable(),
});

const option = z.object({ text: z.string(), value: z.string(), impressions: count });

const breakdownRow = z.object({
  /** Site or bundle, city, ISO region, ISO country, ISO weekday (1 is Monday), hour of the day or device. "" where unknown. */
  key: z.string(),
  /** The region's name; the key elsewhere. */
  text: z.string(),
  /** Where the key lies, for cities and regions; "" otherwise. */
  country: z.string(),
  region: z.string(),
  /** "site" or "app" for the key url; "" otherwise. */
  site_kind: z.string(),
  /** Of cities and regions whose place is known: their centre, in degrees. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  ...metrics,
});
export type BreakdownRow = z.infer<typeof breakdownRow>;

const point = z.object({ date: daySchema, value: count });
const series = z.object({ key: z.enum(["impressions", "clicks"]), points: z.array(point) });

const tableRow = z.object({
  /** What the row stands for, in the grouping's terms: a campaign id, a site, a day … */
  key: z.string(),
  /** The campaign's name; the key elsewhere. */
  text: z.string(),
  campaign_id: z.number().int().nullable(),
  owner_id: z.string().nullable(),
  country: z.string(),
  region: z.string(),
  site_kind: z.string(),
  ...metrics,
  ...spend,
  /** Budgets belong to campaigns: null in the other groupings. */
  budget: amountSchema.nullable(),
  budget_formatted: z.string().nullable(),
  effective_budget: amountSchema.nullable(),
  effective_budget_formatted: z.string().nullable(),
  remaining_budget: amountSchema.nullable(),
  remaining_budget_formatted: z.string().nullable(),
});
export type StatisticsTableRow = z.infer<typeof tableRow>;

export const tableSorts = [
  "text",
  "impressions",
  "clicks",
  "ctr",
  "viewable_impressions",
  "visibility_rate",
  "spend",
] as const;

const tableFilter = {
  ...filter,
  sort: z.enum(tableSorts).optional(),
  group_by: z.enum(tableGroupings).default("campaign"),
};

/**
 * Customers see their own campaigns, account managers those of their assigned customers, admins and tech admins all;
 * the other roles have no campaigns and get an empty state (UI-DASH-010).
 */
export const statisticsRoles = byRole({
  ...admins,
  tech_admin: "all",
  ...advertisers,
  sales: "assigned",
  accountant: "own",
  campaign_manager: "own",
});

const tag = "Statistics";

export const statisticsEndpoints = {
  listStatisticCampaigns: endpoint({
    method: "GET",
    path: "/statistics/campaigns",
    tag,
    summary: "Campaigns to choose from on the dashboard",
    who: statisticsRoles,
    query: z.object({ owner: uidSchema.optional(), search: line({ min: 0, max: 100 }).optional() }),
    output: z.array(statisticCampaignSchema),
  }),
  showStatistics: endpoint({
    method: "GET",
    path: "/statistics",
    tag,
    summary: "Overall figures for the filter; with `source` also the combined report with connected accounts",
    who: statisticsRoles,
    query: statisticsFilterSchema.extend({ source: sourceFilter }),
    output: z.object({
      ...period,
      campaigns: count,
      ...metrics,
      ...spend,
      budgets: z.array(budgetOfCurrency),
      ...combinedReport,
    }),
  }),
  showImpressionsClicksChart: endpoint({
    method: "GET",
    path: "/statistics/impressions-clicks-chart",
    tag,
    summary: "Impressions and clicks, one point a day",
    who: statisticsRoles,
    query: statisticsFilterSchema,
    output: z.object({ ...period, series: z.array(series) }),
  }),
  showImpressionsChart: endpoint({
    method: "GET",
    path: "/statistics/impressions-chart",
    tag,
    summary: "Impressions, one point a day",
    who: statisticsRoles,
    query: statisticsFilterSchema,
    output: z.object({ ...period, series: z.array(series) }),
  }),
  showImpressionsBy: endpoint({
    method: "GET",
    path: "/statistics/impressions/:impressionKey",
    tag,
    summary: "Figures by site, city, region, country, weekday, hour of the day or device, the most seen first",
    who: statisticsRoles,
    /** One of `impressionKeys`; another one is a 422 of this field. */
    params: z.object({ impressionKey: opaque({ min: 0, max: 40 }) }),
    query: statisticsFilterSchema.extend({ limit: z.coerce.number().int().min(1).max(1000).default(1000) }),
    output: z.object({
      ...period,
      data: z.array(breakdownRow),
      /** All rows together, those beyond the limit included. */
      total: metricsSchema,
      /** How many rows there are, those beyond the limit included. */
      rows: count,
    }),
  }),
  listStatisticsTable: endpoint({
    method: "GET",
    path: "/statistics/table",
    tag,
    summary: "The dashboard's metrics, one row per campaign or per what `group_by` names",
    who: statisticsRoles,
    query: pageQuery([...tableSorts]).extend(tableFilter),
    output: pageOf(tableRow).extend({ ...period, total: metricsSchema }),
  }),
  exportStatistics: endpoint({
    method: "GET",
    path: "/excel",
    tag,
    summary: "The metrics table of the same filter as a spreadsheet, or with `source` the combined report",
    who: statisticsRoles,
    query: pageQuery([...tableSorts])
      .omit({ page: true, per_page: true })
      .extend({ ...tableFilter, format: z.enum(["xlsx", "csv"]).default("xlsx"), source: sourceFilter }),
    output: { file: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/csv"] },
  }),
  exportImpressionLog: endpoint({
    method: "GET",
    path: "/statistics/impression-log",
    tag,
    summary: "Own impressions, views and clicks one by one as CSV, for at most 31 days",
    who: statisticsRoles,
    query: z.object({ from: filter.from, to: filter.to, campaign_ids: filter.campaign_ids, owner: filter.owner }),
    output: { file: ["text/csv"] },
  }),
  showStatisticBudgets: endpoint({
    method: "GET",
    path: "/statistics/budgets",
    aliases: ["/statistic/budgets"],
    tag,
    summary: "Budget, what was used of it and what is left, for the filter's campaigns",
    who: statisticsRoles,
    query: statisticsFilterSchema,
    output: budgetOfCurrency.extend({
      ...period,
      /** One entry per currency; the three numbers above are the first of them. */
      currencies: z.array(budgetOfCurrency),
    }),
  }),
  followStatistics: endpoint({
    method: "GET",
    path: "/statistics/live",
    tag,
    summary: "Server-sent events: `figures` as soon as campaigns within reach have new events; ends with the session",
    who: statisticsRoles,
    output: { file: ["text/event-stream"] },
  }),
  listUrlFilters: endpoint({
    method: "GET",
    path: "/statistics/url-filters",
    tag,
    summary: "Sites and apps with deliveries, to filter by",
    who: statisticsRoles,
    query: statisticsFilterSchema.extend({ search: line({ min: 0, max: 100 }).optional() }),
    output: z.array(option),
  }),
  listRegionFilters: endpoint({
    method: "GET",
    path: "/statistics/region-filters",
    aliases: ["/statistic/region-filters"],
    tag,
    summary: "Regions with deliveries, to filter by",
    who: statisticsRoles,
    query: statisticsFilterSchema.extend({ search: line({ min: 0, max: 100 }).optional() }),
    output: z.array(option),
  }),
};
