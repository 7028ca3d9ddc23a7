import type { GoogleAnalyticsFilter, WebRow, WebTotals } from "@litfass/contract/connections/google-analytics";
import { daysOf } from "../../reporting/index.ts";
import type { ServicePlatform } from "../calls/call-service.ts";
import { type AccountsReading, readEachAccount } from "../calls/each-account.ts";
import { ServiceProblem } from "../calls/service-problem.ts";
import { listWebProperties, runReports, type WebProperty, type WebRows } from "./google-analytics-api.ts";

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
const maxDays = 800;
const maxRows = 20;
const maxOptions = 100;
const names = { channel: "sessionDefaultChannelGroup", country: "country", device: "deviceCategory" };

/** Figures of one website under the filter. @throws ServiceProblem */
export async function readWebFigures(
  platform: ServicePlatform,
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
    limit: maxRows,
    orderBy: "sessions",
  });
  const totals = [...basic, "newUsers", "engagementRate", "averageSessionDuration"];
  const [total = [], daily = [], channels = [], pages = [], devices = []] = await runReports(
    platform,
    accessToken,
    property.id,
    days,
    [
      { dimensions: [], metrics: totals, only, limit: 1 },
      { dimensions: ["date"], metrics: basic, only, limit: maxDays },
      ranked(names.channel),
      { ...ranked("pagePath"), orderBy: "screenPageViews" },
      ranked(names.device),
    ],
  );
  return {
    property,
    totals: totalsOf(total),
    days: everyDay(days, daily),
    channels: rowsOf(channels),
    pages: rowsOf(pages),
    devices: rowsOf(devices),
  };
}

/** The filter values of the days' figures. @throws ServiceProblem */
export async function readWebFilters(
  platform: ServicePlatform,
  accessToken: string,
  days: Days,
  wanted: string | undefined,
) {
  const properties = await listWebProperties(platform, accessToken);
  const property = chosen(properties, wanted);
  const each = Object.values(names).map((dimension) => ({
    dimensions: [dimension],
    metrics: ["sessions"],
    limit: maxOptions,
    orderBy: "sessions",
  }));
  const answers = await runReports(platform, accessToken, property.id, days, each);
  const [channels = [], countries = [], devices = []] = answers.map((rows) =>
    rows.map(({ dimensions, metrics }) => ({ value: dimensions[0] ?? "", sessions: metrics[0] ?? 0 })),
  );
  return { properties, channels, countries, devices };
}

/** Visits of one channel of one website on one day. */
export type WebChannelRow = WebProperty & { date: string; channel: string; sessions: number; pageViews: number };

/** A standard property accepts 10 concurrent requests. */
const maxProperties = 10;
/** More than the longest report's days times Google's default channels. */
const maxChannelRows = 50_000;

/** Visits of all accessible websites by day and channel, for the combined report. @throws ServiceProblem */
export async function readWebChannels(
  platform: ServicePlatform,
  accessToken: string,
  days: Days,
): Promise<AccountsReading<WebChannelRow>> {
  const properties = await listWebProperties(platform, accessToken);
  const query = {
    dimensions: ["date", names.channel],
    metrics: ["sessions", "screenPageViews"],
    limit: maxChannelRows,
  };
  const accounts = properties.slice(0, maxProperties);
  const reading = await readEachAccount(
    accounts,
    ({ name }) => name,
    async (property) => {
      const [rows = []] = await runReports(platform, accessToken, property.id, days, [query]);
      const mapped = rows.map(({ dimensions: [date = "", channel = ""], metrics: [sessions = 0, pageViews = 0] }) => ({
        ...property,
        date: dayOf(date),
        channel,
        sessions,
        pageViews,
      }));
      return { rows: mapped, isComplete: rows.length < maxChannelRows };
    },
  );
  const unread = properties.slice(maxProperties).map(({ name }) => ({ account: name, reason: "too_many" as const }));
  return { accounts, rows: reading.rows, gaps: [...reading.gaps, ...unread] };
}

const propertyOf = async (
  platform: ServicePlatform,
  accessToken: string,
  wanted: string | undefined,
): Promise<WebProperty> => chosen(await listWebProperties(platform, accessToken), wanted);

function chosen(properties: WebProperty[], wanted: string | undefined): WebProperty {
  const property = wanted === undefined ? properties[0] : properties.find(({ id }) => id === wanted);
  if (!property) throw new ServiceProblem("no_account");
  return property;
}

/** 20261121 is 2026-11-21. */
const dayOf = (text: string): string => text.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");

/** Google omits days without visits; they are zeros here. */
function everyDay(days: Days, answer: WebRows): WebFigures["days"] {
  const byDay = new Map(rowsOf(answer).map(({ key, ...row }) => [dayOf(key), row]));
  return daysOf(days).map((date) => ({ date, ...(byDay.get(date) ?? { sessions: 0, users: 0, page_views: 0 }) }));
}

const rowsOf = (answer: WebRows): WebRow[] =>
  answer.map(({ dimensions, metrics: [sessions = 0, users = 0, views = 0] }) => ({
    key: dimensions[0] ?? "",
    sessions,
    users,
    page_views: views,
  }));

function totalsOf(answer: WebRows): WebTotals {
  const [sessions = 0, users = 0, views = 0, newUsers = 0, engagement = 0, seconds = 0] = answer[0]?.metrics ?? [];
  return {
    sessions,
    users,
    page_views: views,
    new_users: newUsers,
    // Google returns a fraction of 1.
    engagement_rate: Math.round(engagement * 1_000_000) / 10_000,
    session_seconds: Math.round(seconds * 10) / 10,
  };
}
