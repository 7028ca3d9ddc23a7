import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { readSearchAdParts, readSearchAds } from "./google-ads/google-ads-figures.ts";
import { readWebChannels, readWebFigures } from "./google-analytics/google-analytics-figures.ts";
import { readSocialAds, revokeAtFacebook } from "./meta/facebook-api.ts";
import { providerPlatform, type SeenCall } from "./testing-provider.ts";

const days = { from: "2026-11-01", to: "2026-11-03" };

const insight = (id: string, changes: object = {}) => ({
  campaign_id: id,
  campaign_name: `Campaign ${id}`,
  date_start: "2026-11-02",
  impressions: "1200",
  clicks: "34",
  spend: "12.345678",
  ...changes,
});

/** A Facebook whose second account has three pages of figures. */
const facebook = ({ url }: SeenCall) => {
  if (url.pathname.endsWith("/me/adaccounts")) {
    const data = [
      { id: "act_1", name: "First", currency: "CHF" },
      { id: "act_2", name: "Second", currency: "EUR" },
    ];
    return { body: { data } };
  }
  if (url.pathname.endsWith("/act_1/insights")) return { body: { data: [insight("a"), insight("b", { spend: "7" })] } };
  const page = Number(url.searchParams.get("after") ?? "1");
  const paging = { cursors: { after: String(page + 1) }, ...(page < 3 ? { next: "https://graph.example/next" } : {}) };
  return { body: { data: [insight(`page-${page}`, { spend: undefined, clicks: undefined })], paging } };
};

test("Facebook's figures come from all pages of all accounts, money in micros to the last decimal", async () => {
  const { platform } = providerPlatform(facebook);
  const rows = await readSocialAds(platform, "token", days);
  expect(rows.map(({ account, campaignId }) => [account, campaignId])).toEqual([
    ["First", "a"],
    ["First", "b"],
    ["Second", "page-1"],
    ["Second", "page-2"],
    ["Second", "page-3"],
  ]);
  expect(rows[0]).toEqual({
    account: "First",
    currency: "CHF",
    campaignId: "a",
    campaignName: "Campaign a",
    date: "2026-11-02",
    impressions: 1200,
    clicks: 34,
    costMicros: 12_345_678n,
  });
  expect(rows[1]?.costMicros).toBe(7_000_000n);
  expect(rows[2]).toMatchObject({ currency: "EUR", clicks: 0, costMicros: 0n });
});

test("every call to Facebook proves that the app itself uses the token, and asks for the days by campaign and day", async () => {
  const { platform, calls } = providerPlatform(facebook);
  await readSocialAds(platform, "token", days);
  await revokeAtFacebook(platform, "token");
  const proof = createHmac("sha256", "app-secret").update("token").digest("hex");
  for (const { url } of calls) {
    expect([url.searchParams.get("access_token"), url.searchParams.get("appsecret_proof")]).toEqual(["token", proof]);
  }
  const asked = Object.fromEntries(calls.find(({ url }) => url.pathname.includes("insights"))?.url.searchParams ?? []);
  expect(asked).toMatchObject({ level: "campaign", time_increment: "1" });
  expect(JSON.parse(asked.time_range ?? "")).toEqual({ since: days.from, until: days.to });
  expect(calls.at(-1)).toMatchObject({ method: "DELETE" });
  expect(calls.at(-1)?.url.pathname).toMatch(/\/me\/permissions$/);
});

test.each([
  [400, 190, "expired"],
  [403, 200, "refused"],
  [400, 17, "busy"],
  [500, 1, "unreachable"],
  [404, 1, "refused"],
] as const)("an answer %i of Facebook with its number %i is told as %s", async (status, code, problem) => {
  const { platform } = providerPlatform(() => ({ status, body: { error: { code, message: "no" } } }));
  await expect(readSocialAds(platform, "token", days)).rejects.toMatchObject({ problem });
});

test("a person without an ad account is told so", async () => {
  const { platform } = providerPlatform(() => ({ body: { data: [] } }));
  await expect(readSocialAds(platform, "token", days)).rejects.toMatchObject({ problem: "no_account" });
});

const account = (id: string, name: string) => ({
  customerClient: { id, descriptiveName: name, currencyCode: "CHF", timeZone: "Europe/Zurich" },
});

/** Google Ads with one manager that reaches two accounts, one of which is reachable by itself too. */
const googleAds = ({ url, body }: SeenCall) => {
  if (url.pathname.endsWith("customers:listAccessibleCustomers")) {
    return { body: { resourceNames: ["customers/900", "customers/11", "nonsense"] } };
  }
  const { query } = body as { query: string };
  const id = /customers\/(\d+)\//.exec(url.pathname)?.[1] ?? "";
  if (query.includes("FROM customer_client")) {
    const found = id === "900" ? [account("11", "Shop"), account("12", "")] : [account("11", "Shop")];
    return { body: [{ results: found }] };
  }
  const campaign = { id: `${id}1`, name: "Shoes", status: "ENABLED" };
  const metrics = { impressions: "1000", clicks: "25", costMicros: "9007199254740993" };
  if (query.includes("segments.device")) {
    return { body: [{ results: [{ campaign, metrics, segments: { device: "MOBILE" } }] }] };
  }
  const rows = ["2026-11-02", "2026-11-01"].map((date) => ({ campaign, metrics, segments: { date } }));
  return { body: [{ results: rows.slice(0, 1) }, { results: rows.slice(1) }, {}] };
};

test("Google Ads' figures are those of every batch of every account, exact to the micro", async () => {
  const { platform } = providerPlatform(googleAds);
  const rows = await readSearchAds(platform, "token", days);
  expect(rows.map(({ accountId, date }) => [accountId, date])).toEqual([
    ["11", "2026-11-02"],
    ["11", "2026-11-01"],
    ["12", "2026-11-02"],
    ["12", "2026-11-01"],
  ]);
  expect(rows[0]).toEqual({
    accountId: "11",
    account: "Shop",
    currency: "CHF",
    campaignId: "111",
    campaignName: "Shoes",
    status: "ENABLED",
    date: "2026-11-02",
    impressions: 1000,
    clicks: 25,
    costMicros: 9_007_199_254_740_993n,
  });
  expect(rows[2]?.account).toBe("12");
  const [part] = await readSearchAdParts(platform, "token", days, "device");
  expect(part).toMatchObject({ accountId: "11", campaignId: "111", key: "MOBILE", clicks: 25 });
});

test("calls to Google Ads carry the token, the developer token and the account through which they go", async () => {
  const { platform, calls } = providerPlatform(googleAds);
  await readSearchAds(platform, "token", days);
  for (const { headers } of calls) {
    expect(headers).toMatchObject({ authorization: "Bearer token", "developer-token": "developer" });
  }
  const throughOf = (id: string) =>
    calls
      .filter(({ url, body }) => url.pathname.includes(`/customers/${id}/`) && JSON.stringify(body).includes("BETWEEN"))
      .map(({ headers }) => headers["login-customer-id"]);
  expect(throughOf("12")).toEqual(["900"]);
  expect(JSON.stringify(calls.at(-1))).toContain("segments.date BETWEEN '2026-11-01' AND '2026-11-03'");
});

const reportOf = (rows: [dimensions: string[], metrics: number[]][]) => ({
  rows: rows.map(([dimensions, metrics]) => ({
    dimensionValues: dimensions.map((value) => ({ value })),
    metricValues: metrics.map((value) => ({ value: String(value) })),
  })),
});

const analytics = ({ url, body }: SeenCall) => {
  if (url.pathname.endsWith("accountSummaries")) {
    const propertySummaries = [
      { property: "properties/7", displayName: "Shop" },
      { property: "properties/8", displayName: "Blog" },
    ];
    return { body: { accountSummaries: [{}, { propertySummaries }] } };
  }
  const { requests } = body as { requests: { dimensions: { name: string }[] }[] };
  const reports = requests.map(({ dimensions }) => {
    const names = dimensions.map(({ name }) => name).join();
    if (names === "") return reportOf([[[], [100, 80, 300, 40, 0.625, 93.26]]]);
    if (names === "date")
      return reportOf([
        [["20261102"], [60, 50, 180]],
        [["20261101"], [40, 30, 120]],
      ]);
    if (names.startsWith("date,"))
      return reportOf([
        [
          ["20261102", "Direct"],
          [60, 180],
        ],
      ]);
    return reportOf([[[names], [5, 4, 9]]]);
  });
  return { body: { reports } };
};

test("the figures of a website are those that Google names, each in its own place", async () => {
  const { platform, calls } = providerPlatform(analytics);
  const figures = await readWebFigures(platform, "token", days, { property: "8", channel: "Direct" } as never);
  expect(figures.property).toEqual({ id: "8", name: "Blog" });
  expect(figures.totals).toEqual({
    sessions: 100,
    users: 80,
    page_views: 300,
    new_users: 40,
    engagement_rate: 62.5,
    session_seconds: 93.3,
  });
  expect(figures.days).toEqual([
    { date: "2026-11-01", sessions: 40, users: 30, page_views: 120 },
    { date: "2026-11-02", sessions: 60, users: 50, page_views: 180 },
  ]);
  expect(figures.pages).toEqual([{ key: "pagePath", sessions: 5, users: 4, page_views: 9 }]);
  expect(calls.at(-1)?.url.pathname).toBe("/v1beta/properties/8:batchRunReports");
  const { requests } = calls[1]!.body as { requests: { metrics: { name: string }[]; dateRanges: unknown[] }[] };
  expect(requests[0]?.metrics.map(({ name }) => name)).toEqual([
    "sessions",
    "totalUsers",
    "screenPageViews",
    "newUsers",
    "engagementRate",
    "averageSessionDuration",
  ]);
  for (const request of requests) {
    expect(request).toMatchObject({
      dateRanges: [{ startDate: days.from, endDate: days.to }],
      dimensionFilter: { andGroup: { expressions: [{ filter: { stringFilter: { value: "Direct" } } }] } },
    });
  }
});

test("visits by day and channel are those of the first website; a foreign one is not read", async () => {
  const { platform, calls } = providerPlatform(analytics);
  expect(await readWebChannels(platform, "token", days)).toEqual([
    { date: "2026-11-02", channel: "Direct", sessions: 60, pageViews: 180 },
  ]);
  expect(calls.at(-1)?.url.pathname).toContain("/properties/7:");
  const foreign = readWebFigures(platform, "token", days, { property: "1" } as never);
  await expect(foreign).rejects.toMatchObject({ problem: "no_account" });
});
