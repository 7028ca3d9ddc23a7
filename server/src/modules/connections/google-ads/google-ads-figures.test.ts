import { describe, expect, test } from "vitest";
import { adsFailure, infrastructureFailure, type Received, type Reply, serviceWith } from "../testing-service.ts";
import { readSearchAds } from "./google-ads-figures.ts";

const days = { from: "2026-11-01", to: "2026-11-02" };
const own = "1234567890";
const manager = "2222222222";
const client = "3333333333";

const customerRow = (id: string, name: string, isManager = false) => ({
  customer: { resourceName: `customers/${id}`, id, descriptiveName: name, currencyCode: "CHF", manager: isManager },
});
const campaignRow = (id: string, date: string, metrics: object) => ({
  campaign: { resourceName: `customers/${own}/campaigns/${id}`, id, name: `Campaign ${id}`, status: "ENABLED" },
  segments: { date },
  metrics,
});
const listing = (...ids: string[]): Reply => ({ body: { resourceNames: ids.map((id) => `customers/${id}`) } });
const isListing = ({ url }: Received): boolean => url.pathname.endsWith("/customers:listAccessibleCustomers");
const customerOf = ({ url }: Received): string => /customers\/(\d+)\//.exec(url.pathname)?.[1] ?? "";
const queryOf = ({ body }: Received): string => (body as { query: string }).query;
const tokenOf = ({ body }: Received): string | undefined => (body as { pageToken?: string }).pageToken;

/** One account with the given campaign rows. */
const ownAccount =
  (rows: (request: Received) => Reply) =>
  (request: Received): Reply => {
    if (isListing(request)) return listing(own);
    return queryOf(request).includes("FROM customer ")
      ? { body: { results: [customerRow(own, "Own")] } }
      : rows(request);
  };

test("returns Google's figures: cost in millionths of the account's currency, zeros for missing values", async () => {
  const { platform, received } = serviceWith(
    ownAccount(() => ({
      body: {
        results: [
          campaignRow("1", "2026-11-01", { impressions: "1200", clicks: "34", costMicros: "12340000" }),
          campaignRow("1", "2026-11-02", {}),
          { campaign: { id: "2" }, segments: { date: "2026-11-02" } },
        ],
        fieldMask: "campaign.id",
      },
    })),
  );
  const { rows, gaps } = await readSearchAds(platform, "token", days);
  expect(gaps).toEqual([]);
  expect(rows).toMatchObject([
    { campaignId: "1", campaignName: "Campaign 1", account: "Own", currency: "CHF", date: "2026-11-01" },
    { date: "2026-11-02", impressions: 0, clicks: 0, costMicros: 0n },
    { campaignId: "2", campaignName: "2", status: "UNKNOWN", impressions: 0, clicks: 0, costMicros: 0n },
  ]);
  expect(rows[0]).toMatchObject({ impressions: 1200, clicks: 34, costMicros: 12_340_000n });
  expect(received[0]?.url.href).toBe("https://googleads.googleapis.com/v25/customers:listAccessibleCustomers");
  expect(received[0]?.headers).toEqual({ authorization: "Bearer token" });
  expect(queryOf(received.at(-1) as Received)).toContain("segments.date BETWEEN '2026-11-01' AND '2026-11-02'");
});

test("sends a developer token if the operator still has one", async () => {
  const answer = ownAccount(() => ({ body: { results: [] } }));
  const { platform, received } = serviceWith(answer, { GOOGLE_ADS_DEVELOPER_TOKEN: "developer" });
  await readSearchAds(platform, "token", days);
  for (const { headers } of received) expect(headers["developer-token"]).toBe("developer");
});

test("reads every page with the token of the previous one", async () => {
  const pages: Record<string, Reply> = {
    first: { body: { results: [campaignRow("1", "2026-11-01", { clicks: "1" })], nextPageToken: "second" } },
    second: { body: { results: [campaignRow("2", "2026-11-01", { clicks: "2" })], nextPageToken: "third" } },
    third: { body: { results: [campaignRow("3", "2026-11-01", { clicks: "3" })] } },
  };
  const { platform, received } = serviceWith(ownAccount((request) => pages[tokenOf(request) ?? "first"] as Reply));
  const { rows, gaps } = await readSearchAds(platform, "token", days);
  expect(rows.map(({ clicks }) => clicks)).toEqual([1, 2, 3]);
  expect(gaps).toEqual([]);
  // Google rejects a page size: it is always 10,000 rows.
  for (const { body } of received) expect(body ?? {}).not.toHaveProperty("pageSize");
});

test("names an account with more rows than are read", async () => {
  const { platform, received } = serviceWith(
    ownAccount(() => ({
      body: { results: [campaignRow("1", "2026-11-01", { clicks: "1" })], nextPageToken: "more" },
    })),
  );
  const { rows, gaps } = await readSearchAds(platform, "token", days);
  expect(rows).toHaveLength(5);
  expect(gaps).toEqual([{ account: "Own", reason: "too_many" }]);
  expect(received).toHaveLength(2 + 5);
});

test("reads clients through their manager account and names closed ones", async () => {
  const { platform, received } = serviceWith((request) => {
    if (isListing(request)) return listing(manager);
    if (customerOf(request) === client) {
      return { body: { results: [campaignRow("7", "2026-11-01", { impressions: "5" })] } };
    }
    if (queryOf(request).includes("FROM customer "))
      return { body: { results: [customerRow(manager, "Group", true)] } };
    const customerClient = { id: client, descriptiveName: "Client", currencyCode: "EUR", status: "ENABLED" };
    return {
      body: {
        results: [
          { customerClient },
          { customerClient: { id: "4444444444", descriptiveName: "Closed", status: "CANCELED" } },
        ],
      },
    };
  });
  const { rows, gaps } = await readSearchAds(platform, "token", days);
  expect(rows).toMatchObject([{ account: "Client", currency: "EUR", impressions: 5 }]);
  expect(gaps).toEqual([{ account: "Closed", reason: "no_account" }]);
  const asked = received.filter((request) => customerOf(request) === client);
  expect(asked.map(({ headers }) => headers["login-customer-id"])).toEqual([manager]);
});

test("a canceled account among several is a named gap; the others' figures are shown", async () => {
  const cancelled = "9876543210";
  const { platform } = serviceWith((request) => {
    if (isListing(request)) return listing(own, cancelled);
    if (customerOf(request) === cancelled) return adsFailure(403, { authorizationError: "CUSTOMER_NOT_ENABLED" });
    return ownAccount(() => ({ body: { results: [campaignRow("1", "2026-11-01", { clicks: "3" })] } }))(request);
  });
  const { rows, gaps } = await readSearchAds(platform, "token", days);
  expect(rows).toMatchObject([{ clicks: 3 }]);
  expect(gaps).toEqual([{ account: "987-654-3210", reason: "no_account" }]);
});

describe("what an error means", () => {
  test.for<[string, Reply, string]>([
    ["a Google account without Google Ads", adsFailure(401, { authenticationError: "NOT_ADS_USER" }), "no_account"],
    ["every account cancelled", adsFailure(403, { authorizationError: "CUSTOMER_NOT_ENABLED" }), "no_account"],
    ["a revoked token", adsFailure(401, { authenticationError: "OAUTH_TOKEN_REVOKED" }), "expired"],
    ["an expired token", adsFailure(401, { authenticationError: "OAUTH_TOKEN_EXPIRED" }), "expired"],
    ["no permission", adsFailure(403, { authorizationError: "USER_PERMISSION_DENIED" }), "refused"],
    ["an unticked scope", infrastructureFailure("ACCESS_TOKEN_SCOPE_INSUFFICIENT"), "refused"],
    ["an API that is not enabled", infrastructureFailure("SERVICE_DISABLED"), "misconfigured"],
    [
      "a project at test level",
      adsFailure(403, { authorizationError: "CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION" }),
      "misconfigured",
    ],
    ["a bad developer token", adsFailure(401, { authenticationError: "DEVELOPER_TOKEN_INVALID" }), "misconfigured"],
    ["a version that was retired", adsFailure(400, { requestError: "UNSUPPORTED_VERSION" }), "misconfigured"],
    ["a query that is refused", adsFailure(400, { queryError: "UNRECOGNIZED_FIELD" }), "misconfigured"],
    ["a used-up quota", adsFailure(429, { quotaError: "RESOURCE_EXHAUSTED" }), "busy"],
    ["a failure inside", { status: 500, body: { error: { code: 500, status: "INTERNAL" } } }, "unreachable"],
    ["no JSON at all", { status: 502, body: "<html>" }, "unreachable"],
  ])("%s", async ([, failure, problem]) => {
    const { platform } = serviceWith(() => failure);
    await expect(readSearchAds(platform, "token", days)).rejects.toMatchObject({ problem });
  });

  test("a quota error says when to retry", async () => {
    const more = { details: { quotaErrorDetails: { rateName: "Requests", retryDelay: "30s" } } };
    const { platform } = serviceWith(() => adsFailure(429, { quotaError: "RESOURCE_TEMPORARILY_EXHAUSTED" }, more));
    await expect(readSearchAds(platform, "token", days)).rejects.toMatchObject({ retryAfterMs: 30_000 });
    const header = serviceWith(() => ({ status: 429, headers: { "retry-after": "12" }, body: {} }));
    await expect(readSearchAds(header.platform, "token", days)).rejects.toMatchObject({ retryAfterMs: 12_000 });
  });
});
