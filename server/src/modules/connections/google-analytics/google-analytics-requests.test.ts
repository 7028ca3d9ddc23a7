import { expect, test } from "vitest";
import { type Received, serviceWith } from "../testing-service.ts";
import { readWebChannels, readWebFigures, readWebFilters } from "./google-analytics-figures.ts";

const days = { from: "2026-11-01", to: "2026-11-04" };
const isListing = ({ url }: Received): boolean => url.pathname.endsWith("/accountSummaries");
const site = (id: number, displayName = `site ${id}`) => ({ property: `properties/${id}`, displayName });
const listing = (count: number) => ({
  accountSummaries: [{ propertySummaries: Array.from({ length: count }, (_, at) => site(at + 1)) }],
});
const row = (dimensions: string[], metrics: number[]) => ({
  dimensionValues: dimensions.map((value) => ({ value })),
  metricValues: metrics.map((value) => ({ value: String(value) })),
});
const requestsOf = ({ body }: Received): unknown[] => (body as { requests: unknown[] }).requests;

test("one call has all five reports, each with its period, limit, order and filter", async () => {
  const { platform, received } = serviceWith((request) => ({
    body: isListing(request) ? listing(1) : { reports: [] },
  }));
  await readWebFigures(platform, "token", days, { channel: "Direct", device: "mobile" });
  const [list, report] = received as [Received, Received];
  expect([list.url.searchParams.get("pageSize"), list.headers.authorization]).toEqual(["200", "Bearer token"]);
  expect([report.method, report.headers["content-type"]]).toEqual(["POST", "application/json"]);
  const is = (fieldName: string, value: string) => ({
    filter: { fieldName, stringFilter: { matchType: "EXACT", value, caseSensitive: true } },
  });
  const expressions = [is("sessionDefaultChannelGroup", "Direct"), is("deviceCategory", "mobile")];
  const ranked = (name: string, metricName = "sessions") => ({
    dimensions: [{ name }],
    limit: "20",
    orderBys: [{ metric: { metricName }, desc: true }],
  });
  const requests = requestsOf(report);
  expect(requests).toMatchObject([
    { dimensions: [], limit: "1" },
    { dimensions: [{ name: "date" }], limit: "800" },
    ranked("sessionDefaultChannelGroup"),
    ranked("pagePath", "screenPageViews"),
    ranked("deviceCategory"),
  ]);
  for (const request of requests) {
    expect(request).toMatchObject({
      dateRanges: [{ startDate: days.from, endDate: days.to }],
      dimensionFilter: { andGroup: { expressions } },
    });
  }
  for (const request of requests.slice(0, 2)) expect(request).not.toHaveProperty("orderBys");
});

test("without a filter there is none in the call, and missing figures are zeros", async () => {
  const { platform, received } = serviceWith((request) => ({
    body: isListing(request) ? listing(1) : { reports: [{}, {}, { rows: [{}, row(["Direct"], [0, 0, 0])] }] },
  }));
  const figures = await readWebFigures(platform, "token", days, {});
  expect(requestsOf(received[1] as Received)[0]).not.toHaveProperty("dimensionFilter");
  const none = { sessions: 0, users: 0, page_views: 0 };
  expect(figures.totals).toEqual({ ...none, new_users: 0, engagement_rate: 0, session_seconds: 0 });
  expect(figures.channels).toEqual([
    { key: "", ...none },
    { key: "Direct", ...none },
  ]);
  expect(figures.days).toHaveLength(4);
});

test("the filters are the values of channels, countries and devices with their sessions", async () => {
  const { platform, received } = serviceWith((request) => {
    if (isListing(request)) return { body: listing(2) };
    const rows = (value: string, sessions: number) => ({ rows: [row([value], [sessions])] });
    return { body: { reports: [rows("Direct", 3), rows("Switzerland", 2), rows("mobile", 1)] } };
  });
  expect(await readWebFilters(platform, "token", days, "2")).toEqual({
    properties: [
      { id: "1", name: "site 1" },
      { id: "2", name: "site 2" },
    ],
    channels: [{ value: "Direct", sessions: 3 }],
    countries: [{ value: "Switzerland", sessions: 2 }],
    devices: [{ value: "mobile", sessions: 1 }],
  });
  const report = received[1] as Received;
  expect(report.url.pathname).toBe("/v1beta/properties/2:batchRunReports");
  const ordered = { limit: "100", metrics: [{ name: "sessions" }] };
  expect(requestsOf(report)).toMatchObject(
    ["sessionDefaultChannelGroup", "country", "deviceCategory"].map((name) => ({ dimensions: [{ name }], ...ordered })),
  );
});

test("the report of all sources reads ten websites, and names the others and those with too many rows", async () => {
  const { platform, received } = serviceWith((request) => {
    if (isListing(request)) return { body: listing(12) };
    const isLong = request.url.pathname.includes("/3:");
    return { body: { reports: [{ rows: Array(isLong ? 50_000 : 1).fill(row(["20261102", "Direct"], [1, 2])) }] } };
  });
  const { accounts, rows, gaps } = await readWebChannels(platform, "token", days);
  expect([accounts.length, rows.length, received.length]).toEqual([10, 50_009, 11]);
  expect(gaps).toEqual(["site 3", "site 11", "site 12"].map((account) => ({ account, reason: "too_many" })));
  expect(requestsOf(received[1] as Received)).toMatchObject([
    {
      dimensions: [{ name: "date" }, { name: "sessionDefaultChannelGroup" }],
      metrics: [{ name: "sessions" }, { name: "screenPageViews" }],
      limit: "50000",
    },
  ]);
});

test("a website without a name has its number, and at most ten pages of websites are read", async () => {
  const { platform, received } = serviceWith((request) =>
    isListing(request)
      ? { body: { accountSummaries: [{ propertySummaries: [site(5, "")] }], nextPageToken: "more" } }
      : { body: { reports: [] } },
  );
  const { property } = await readWebFigures(platform, "token", days, {});
  expect(property).toEqual({ id: "5", name: "5" });
  expect(received.filter(isListing).map(({ url }) => url.searchParams.get("pageToken"))).toEqual([
    null,
    ...Array(9).fill("more"),
  ]);
});
