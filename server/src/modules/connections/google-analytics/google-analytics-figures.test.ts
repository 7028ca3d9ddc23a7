import { expect, test } from "vitest";
import { infrastructureFailure, type Received, type Reply, serviceWith } from "../testing-service.ts";
import { readWebChannels, readWebFigures } from "./google-analytics-figures.ts";

const days = { from: "2026-11-01", to: "2026-11-04" };
const account = (id: number, ...properties: [id: string, name: string][]) => ({
  name: `accountSummaries/${id}`,
  account: `accounts/${id}`,
  propertySummaries: properties.map(([property, displayName]) => ({ property: `properties/${property}`, displayName })),
});
const row = (dimensions: string[], metrics: (string | number)[]) => ({
  dimensionValues: dimensions.map((value) => ({ value })),
  metricValues: metrics.map((value) => ({ value: String(value) })),
});
const isListing = ({ url }: Received): boolean => url.pathname.endsWith("/accountSummaries");
const propertyOf = ({ url }: Received): string => /properties\/(\d+):/.exec(url.pathname)?.[1] ?? "";
const oneSite: Reply = { body: { accountSummaries: [account(1, ["11", "www.example.com"])] } };

test("each figure is the metric of its name, and days without visits are zeros", async () => {
  const { platform, received } = serviceWith((request) => {
    if (isListing(request)) return oneSite;
    return {
      body: {
        reports: [
          { rows: [row([], [100, 80, 250, 60, 0.625, 73.26])] },
          // Google leaves out the days without visits.
          { rows: [row(["20261104"], [70, 50, 200]), row(["20261102"], [30, 30, 50])] },
          { rows: [row(["Direct"], [100, 80, 250])] },
          {},
          {},
        ],
      },
    };
  });
  const figures = await readWebFigures(platform, "token", days, {});
  expect(figures.totals).toEqual({
    sessions: 100,
    users: 80,
    page_views: 250,
    new_users: 60,
    engagement_rate: 62.5,
    session_seconds: 73.3,
  });
  expect(figures.days).toEqual([
    { date: "2026-11-01", sessions: 0, users: 0, page_views: 0 },
    { date: "2026-11-02", sessions: 30, users: 30, page_views: 50 },
    { date: "2026-11-03", sessions: 0, users: 0, page_views: 0 },
    { date: "2026-11-04", sessions: 70, users: 50, page_views: 200 },
  ]);
  expect(figures.channels).toEqual([{ key: "Direct", sessions: 100, users: 80, page_views: 250 }]);
  const [, report] = received;
  expect(report?.url.href).toBe("https://analyticsdata.googleapis.com/v1beta/properties/11:batchRunReports");
  const { requests } = (report as Received).body as { requests: { metrics: { name: string }[] }[] };
  expect(requests[0]?.metrics.map(({ name }) => name)).toEqual([
    "sessions",
    "totalUsers",
    "screenPageViews",
    "newUsers",
    "engagementRate",
    "averageSessionDuration",
  ]);
});

test("finds websites on every page and reads the chosen one", async () => {
  const { platform, received } = serviceWith((request) => {
    if (!isListing(request)) return { body: { reports: [{}, {}, {}, {}, {}] } };
    return request.url.searchParams.get("pageToken") === "next"
      ? { body: { accountSummaries: [account(2, ["22", "shop.example.com"])] } }
      : { body: { accountSummaries: [account(1, ["11", "www.example.com"]), account(3)], nextPageToken: "next" } };
  });
  const figures = await readWebFigures(platform, "token", days, { property: "22" });
  expect(figures.property).toEqual({ id: "22", name: "shop.example.com" });
  expect(propertyOf(received.at(-1) as Received)).toBe("22");
  expect((await readWebFigures(platform, "token", days, {})).property.id).toBe("11");
  await expect(readWebFigures(platform, "token", days, { property: "33" })).rejects.toMatchObject({
    problem: "no_account",
  });
});

test("the report of all sources has every website and names those that cannot be read", async () => {
  const { platform } = serviceWith((request) => {
    if (isListing(request)) {
      return { body: { accountSummaries: [account(1, ["11", "www.example.com"], ["22", "shop.example.com"])] } };
    }
    return propertyOf(request) === "22"
      ? { status: 403, body: { error: { code: 403, status: "PERMISSION_DENIED", message: "no" } } }
      : { body: { reports: [{ rows: [row(["20261102", "Direct"], [7, 9])] }] } };
  });
  const { rows, gaps } = await readWebChannels(platform, "token", days);
  expect(rows).toEqual([
    { id: "11", name: "www.example.com", date: "2026-11-02", channel: "Direct", sessions: 7, pageViews: 9 },
  ]);
  expect(gaps).toEqual([{ account: "shop.example.com", reason: "refused" }]);
});

test.for<[string, Reply, string]>([
  ["no website", { body: {} }, "no_account"],
  ["an API that is not enabled", infrastructureFailure("SERVICE_DISABLED"), "misconfigured"],
  ["an unticked scope", infrastructureFailure("ACCESS_TOKEN_SCOPE_INSUFFICIENT"), "refused"],
  ["an invalid token", { status: 401, body: { error: { code: 401, status: "UNAUTHENTICATED" } } }, "expired"],
  ["a used-up quota", { status: 429, body: { error: { code: 429, status: "RESOURCE_EXHAUSTED" } } }, "busy"],
])("%s", async ([, answer, problem]) => {
  const { platform } = serviceWith(() => answer);
  await expect(readWebFigures(platform, "token", days, {})).rejects.toMatchObject({ problem });
});
