import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { opaque } from "../kernel/text.ts";
import { daySchema, instantSchema, uidSchema } from "../kernel/validation.ts";
import { byRole } from "../kernel/who.ts";
import { externalSource } from "./connections.ts";

/** The breakdowns of search advertising. */
export const searchAdKeys = ["device", "weekday", "network", "campaign"] as const;
export type SearchAdKey = (typeof searchAdKeys)[number];
export const isSearchAdKey = (key: string): key is SearchAdKey => searchAdKeys.some((each) => each === key);

const count = z.number().int().nonnegative();
const percent = z.number().nonnegative();

export const searchAdFigures = {
  impressions: count,
  clicks: count,
  ctr: percent,
  /** In hundredths of the ad account's currency, which can be any; null if rows mix currencies. */
  cost: amountSchema.nullable(),
  cost_formatted: z.string().nullable(),
  /** ISO 4217. */
  currency: z.string().nullable(),
};

/** The user, days (default: the last 30), ad account and campaign of the figures. */
const filter = {
  /** By default the caller's connection, or else the latest one. */
  user: uidSchema.optional(),
  from: daySchema.optional(),
  to: daySchema.optional(),
  /** Numbers from `google-ads/accounts` and `google-ads/campaigns`. */
  account: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  campaign: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
};
export const googleAdsFilterSchema = z.object(filter);
export type GoogleAdsFilter = z.output<typeof googleAdsFilterSchema>;

const about = { ...externalSource, user: uidSchema.nullable() };
const period = { from: daySchema, to: daySchema };
const point = z.object({ date: daySchema, value: count });
const series = z.object({ key: z.enum(["impressions", "clicks"]), points: z.array(point) });

const account = z.object({ id: z.string(), name: z.string(), currency: z.string(), time_zone: z.string() });
const campaign = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  account_id: z.string(),
  ...searchAdFigures,
});

export const searchAdSorts = ["name", "impressions", "clicks", "ctr", "cost"] as const;

/** The screen is for super admins only (GUARD-012); advertisers see their own figures in the combined report. */
const who = byRole({ super_admin: "all" });
const tag = "Google Ads";

export const googleAdsEndpoints = {
  listGoogleAdsUsers: endpoint({
    method: "GET",
    path: "/google-ads/users",
    tag,
    summary: "Users with a connected Google Ads account, the latest first",
    who,
    query: pageQuery(["connected_at"], 50).omit({ sort: true, direction: true }),
    output: pageOf(
      z.object({
        uid: uidSchema,
        full_name: z.string(),
        email: z.string().nullable(),
        account_name: z.string(),
        connected_at: instantSchema,
        needs_reconnect: z.boolean(),
      }),
    ),
  }),
  listGoogleAdsAccounts: endpoint({
    method: "GET",
    path: "/google-ads/accounts",
    tag,
    summary: "The ad accounts that a connection reaches",
    who,
    query: z.object({ user: filter.user }),
    output: z.object({ ...about, data: z.array(account) }),
  }),
  listGoogleAdsCampaigns: endpoint({
    method: "GET",
    path: "/google-ads/campaigns",
    tag,
    summary: "The ad campaigns that had figures in the chosen days, the most seen first",
    who,
    query: googleAdsFilterSchema,
    output: z.object({ ...about, ...period, data: z.array(campaign) }),
  }),
  showGoogleAdsStatistic: endpoint({
    method: "GET",
    path: "/google-ads/statistic",
    tag,
    summary: "Search advertising in total",
    who,
    query: googleAdsFilterSchema,
    output: z.object({ ...about, ...period, ...searchAdFigures }),
  }),
  showGoogleAdsImpressionsBy: endpoint({
    method: "GET",
    path: "/google-ads/statistic/impressions/:impressionKey",
    tag,
    summary: "Search advertising by device, weekday, network or campaign, the most seen first",
    who,
    /** One of `searchAdKeys`; any other value is a 422 at this field. */
    params: z.object({ impressionKey: opaque({ min: 0, max: 40 }) }),
    query: googleAdsFilterSchema,
    output: z.object({
      ...about,
      ...period,
      /** `key` in Google Ads' spelling: MOBILE, MONDAY, SEARCH, or a campaign's number. */
      data: z.array(z.object({ key: z.string(), text: z.string(), ...searchAdFigures })),
    }),
  }),
  listGoogleAdsTable: endpoint({
    method: "GET",
    path: "/google-ads/statistic/table",
    tag,
    summary: "Search advertising, one row per campaign or day",
    who,
    query: pageQuery([...searchAdSorts]).extend({
      ...filter,
      group_by: z.enum(["campaign", "day"]).default("campaign"),
    }),
    output: pageOf(z.object({ key: z.string(), name: z.string(), account: z.string(), ...searchAdFigures })).extend({
      ...about,
      ...period,
    }),
  }),
  showGoogleAdsImpressionsChart: endpoint({
    method: "GET",
    path: "/google-ads/impressions-chart",
    tag,
    summary: "Impressions of search advertising, one point a day",
    who,
    query: googleAdsFilterSchema,
    output: z.object({ ...about, ...period, series: z.array(series) }),
  }),
  showGoogleAdsImpressionsClicksChart: endpoint({
    method: "GET",
    path: "/google-ads/impressions-clicks-chart",
    tag,
    summary: "Impressions and clicks of search advertising, one point a day",
    who,
    query: googleAdsFilterSchema,
    output: z.object({ ...about, ...period, series: z.array(series) }),
  }),
};
