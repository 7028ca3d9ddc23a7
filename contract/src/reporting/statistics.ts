import { z } from "zod";
import { campaignTypes } from "../campaigns/campaigns.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { line, opaque } from "../kernel/text.ts";
import { daySchema, idSchema, uidSchema } from "../kernel/validation.ts";
import { admins, advertisers, byRole } from "../kernel/who.ts";
import { combinedReport, reportPartSchema, reportSources } from "./combined-report.ts";
import {
  breakdownRow,
  budgetOfCurrency,
  conversionFigures,
  count,
  metrics,
  metricsSchema,
  spend,
  tableRow,
} from "./figures.ts";

/** The breakdowns of figures on the dashboard (API-STAT-004). */
export const impressionKeys = ["url", "city", "region", "country", "weekday", "hour", "device"] as const;
export type ImpressionKey = (typeof impressionKeys)[number];
export const isImpressionKey = (key: string): key is ImpressionKey => impressionKeys.some((each) => each === key);

/** The groupings of the metrics table. */
export const tableGroupings = ["campaign", ...impressionKeys, "day", "creative"] as const;
export type TableGrouping = (typeof tableGroupings)[number];

/** Several values in one query parameter: `?sites=a.ch,b.ch` or the parameter repeated. */
export const several = <Value>(item: z.ZodType<Value>, most: number) =>
  z
    .union([opaque({ min: 0, max: 20_000 }), z.array(opaque({ min: 0, max: 300 })).max(most)])
    .transform((value) => (typeof value === "string" ? value.split(",").filter((part) => part !== "") : value))
    .pipe(z.array(item as z.ZodType<Value, string>).max(most));

/** The filter of the dashboard, accepted by every call of this file, so that all panels show the same data. */
const filter = {
  /** First and last day in the account's time zone, both inclusive; by default the last 30 (UI-DASH-010). */
  from: daySchema.optional(),
  to: daySchema.optional(),
  campaign_ids: several(idSchema, 500).optional(),
  /** Only this customer's campaigns, within the caller's access. */
  owner: uidSchema.optional(),
  /** Only campaigns of these types. */
  campaign_types: several(z.enum(campaignTypes), campaignTypes.length).optional(),
  /** Only these sites and apps; values of `statistics/url-filters`. */
  sites: several(opaque({ max: 255 }), 200).optional(),
  /** Only these regions; values of `statistics/region-filters`. */
  regions: several(opaque({ max: 10 }), 200).optional(),
};
/** Sources to compare with the platform's figures: the caller's own connections. */
const combinedFilter = {
  source: several(z.enum(reportSources), reportSources.length).optional(),
  /** Narrows the combined report. */
  only: reportPartSchema.optional(),
};
export const statisticsFilterSchema = z.object(filter);
export type StatisticsFilter = z.output<typeof statisticsFilterSchema>;

const period = { from: daySchema, to: daySchema, time_zone: z.string() };

/** One item of the campaign select (FIELD-SEL-001). */
export const statisticCampaignSchema = z.object({
  text: z.string(),
  value: z.number().int(),
  owner_id: z.string(),
  /** Its first day of delivery, or null. */
  started_on: daySchema.nullable(),
});

const option = z.object({ text: z.string(), value: z.string(), impressions: count });

const point = z.object({ date: daySchema, value: count });
const series = z.object({ key: z.enum(["impressions", "clicks"]), points: z.array(point) });

/** `owner_name` sorts campaigns only. */
export const tableSorts = [
  "text",
  "owner_name",
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
    query: statisticsFilterSchema.extend(combinedFilter),
    output: z.object({
      ...period,
      campaigns: count,
      ...metrics,
      ...spend,
      ...conversionFigures,
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
    /** One of `impressionKeys`; any other value is a 422 at this field. */
    params: z.object({ impressionKey: opaque({ min: 0, max: 40 }) }),
    query: statisticsFilterSchema.extend({ limit: z.coerce.number().int().min(1).max(1000).default(1000) }),
    output: z.object({
      ...period,
      data: z.array(breakdownRow),
      /** The sum of all rows, including those beyond the limit. */
      total: metricsSchema,
      /** The number of rows, including those beyond the limit. */
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
      .extend({ ...tableFilter, format: z.enum(["xlsx", "csv"]).default("xlsx"), ...combinedFilter }),
    output: { file: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/csv"] },
  }),
  exportImpressionLog: endpoint({
    method: "GET",
    path: "/statistics/impression-log",
    tag,
    summary: "Own impressions, measured and viewable ones, and clicks one by one as CSV, for at most 31 days",
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
