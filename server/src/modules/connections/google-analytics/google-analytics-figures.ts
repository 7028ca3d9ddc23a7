import type { GoogleAnalyticsFilter, WebRow, WebTotals } from "@litfass/contract/connections/google-analytics";
import type { Platform } from "@litfass/platform/platform";
import { ServiceProblem } from "../call-service.ts";
import { askReports, listWebProperties, type WebAnswer, type WebProperty } from "./google-analytics-api.ts";

type Days = { from: string; to: string };
export type WebFigures = {
  property: WebProperty;
  totals: WebTotals;
  days: (Omit<WebRow, "key"> & { date: string })[];
  channels: WebRow[];
  pages: WebRow[];
  devices: WebRow[];
};

const basic = ["sessions", "totalUsers", "screenPageViews"];
const mostDays = 800;
const mostRows = 20;
const mostOptions = 100;
const names = { channel: "sessionDefaultChannelGroup", country: "country", device: "deviceCategory" };

/** Figures of one website under the filter. @throws ServiceProblem */
export async function readWebFigures(
  platform: Platform,
  accessToken: string,
  days: Days,
  filter: GoogleAnalyticsFilter,
): Promise<WebFigures> {
  const property = await propertyOf(platform, accessToken, filter.property);
  const only = {
    [names.channel]: filter.channel,
    [names.country]: filter.country,
    [names.device]: filter.device,
  };
  const ranked = (dimension: string) => ({
    dimensions: [dimension],
    metrics: basic,
    only,
    limit: mostRows,
    most: "sessions",
  });
  const whole = [...basic, "newUsers", "engagementRate", "averageSessionDuration"];
  const [total = [], daily = [], channels = [], pages = [], devices = []] = await askReports(
    platform,
    accessToken,
    property.id,
    days,
    [
      { dimensions: [], metrics: whole, only, limit: 1 },
      { dimensions: ["date"], metrics: basic, only, limit: mostDays },
      ranked(names.channel),
      { ...ranked("pagePath"), most: "screenPageViews" },
      ranked(names.device),
    ],
  );
  return {
    property,
    totals: totalsOf(total),
    days: rowsOf(daily)
      .map(({ key, ...row }) => ({ date: dayOf(key), ...row }))
      .sort((a, b) => a.date.localeCompare(b.date)),
    channels: rowsOf(channels),
    pages: rowsOf(pages),
    devices: rowsOf(devices),
  };
}

/** What the figures of the days can be filtered by. @throws ServiceProblem */
export async function readWebFilters(platform: Platform, accessToken: string, days: Days, wanted: string | undefined) {
  const properties = await listWebProperties(platform, accessToken);
  const property = chosen(properties, wanted);
  const each = Object.values(names).map((dimension) => ({
    dimensions: [dimension],
    metrics: ["sessions"],
    limit: mostOptions,
    most: "sessions",
  }));
  const answers = await askReports(platform, accessToken, property.id, days, each);
  const [channels = [], countries = [], devices = []] = answers.map((rows) =>
    rows.map(({ dimensions, metrics }) => ({ value: dimensions[0] ?? "", sessions: metrics[0] ?? 0 })),
  );
  return { properties, channels, countries, devices };
}

/** Visits by day and channel, for the report of all sources. @throws ServiceProblem */
export async function readWebChannels(platform: Platform, accessToken: string, days: Days) {
  const property = await propertyOf(platform, accessToken, undefined);
  const limit = 20_000;
  const [rows = []] = await askReports(platform, accessToken, property.id, days, [
    { dimensions: ["date", names.channel], metrics: ["sessions", "screenPageViews"], limit },
  ]);
  return rows.map(({ dimensions: [date = "", channel = ""], metrics: [sessions = 0, pageViews = 0] }) => ({
    date: dayOf(date),
    channel,
    sessions,
    pageViews,
  }));
}

const propertyOf = async (platform: Platform, accessToken: string, wanted: string | undefined): Promise<WebProperty> =>
  chosen(await listWebProperties(platform, accessToken), wanted);

function chosen(properties: WebProperty[], wanted: string | undefined): WebProperty {
  const property = wanted === undefined ? properties[0] : properties.find(({ id }) => id === wanted);
  if (!property) throw new ServiceProblem("no_account");
  return property;
}

/** 20261121 is 2026-11-21. */
const dayOf = (text: string): string => text.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");

const rowsOf = (answer: WebAnswer): WebRow[] =>
  answer.map(({ dimensions, metrics: [sessions = 0, users = 0, views = 0] }) => ({
    key: dimensions[0] ?? "",
    sessions,
    users,
    page_views: views,
  }));

function totalsOf(answer: WebAnswer): WebTotals {
  const [sessions = 0, users = 0, views = 0, fresh = 0, engagement = 0, seconds = 0] = answer[0]?.metrics ?? [];
  return {
    sessions,
    users,
    page_views: views,
    new_users: fresh,
    // Google gives a share of 1.
    engagement_rate: Math.round(engagement * 1_000_000) / 10_000,
    session_seconds: Math.round(seconds * 10) / 10,
  };
}
