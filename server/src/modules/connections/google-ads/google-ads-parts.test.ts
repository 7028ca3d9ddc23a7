import { expect, test } from "vitest";
import { type Received, serviceWith } from "../testing-service.ts";
import { listSearchAdAccounts } from "./google-ads-api.ts";
import { readSearchAdParts } from "./google-ads-figures.ts";

const days = { from: "2026-11-01", to: "2026-11-02" };
const isListing = ({ url }: Received): boolean => url.pathname.endsWith("/customers:listAccessibleCustomers");
const queryOf = ({ body }: Received): string => (body as { query: string }).query;
const numbers = (count: number): string[] => Array.from({ length: count }, (_, at) => String(1_000_000_000 + at));
const customer = (id: string, more: object = {}) => ({ customer: { id, descriptiveName: `Own ${id}`, ...more } });

test.each([
  ["device", "segments.device", { device: "MOBILE" }, "MOBILE"],
  ["weekday", "segments.day_of_week", { dayOfWeek: "MONDAY" }, "MONDAY"],
  ["network", "segments.ad_network_type", { adNetworkType: "SEARCH" }, "SEARCH"],
  ["device", "segments.device", {}, "UNKNOWN"],
] as const)("figures by %s select %s", async (key, field, segments, name) => {
  const { platform, received } = serviceWith((request) => {
    if (isListing(request)) return { body: { resourceNames: ["customers/1000000000"] } };
    if (queryOf(request).includes("FROM customer ")) return { body: { results: [customer("1000000000")] } };
    return { body: { results: [{ campaign: { id: "7" }, segments, metrics: { impressions: "9", clicks: "2" } }] } };
  });
  const { rows } = await readSearchAdParts(platform, "token", days, key);
  const [row] = rows;
  expect(row).toEqual({
    ...{ accountId: "1000000000", campaignId: "7", currency: "", key: name },
    ...{ impressions: 9, clicks: 2, costMicros: 0n },
  });
  expect(received.map(({ method }) => method)).toEqual(["GET", "POST", "POST"]);
  expect(queryOf(received.at(-1) as Received)).toBe(
    `SELECT campaign.id, ${field}, metrics.impressions, metrics.clicks, metrics.cost_micros FROM campaign WHERE segments.date BETWEEN '2026-11-01' AND '2026-11-02'`,
  );
});

test("reads the first ten accounts of a consent and names the others", async () => {
  const ids = numbers(12);
  const { platform, received } = serviceWith((request) => {
    if (isListing(request)) return { body: { resourceNames: [...ids.map((id) => `customers/${id}`), "other/1"] } };
    const id = /customers\/(\d+)\//.exec(request.url.pathname)?.[1] ?? "";
    return { body: { results: [customer(id, id === ids[1] ? { descriptiveName: "" } : {})] } };
  });
  const { accounts, gaps } = await listSearchAdAccounts(platform, "token");
  expect(accounts.map(({ name }) => name).slice(0, 2)).toEqual([`Own ${ids[0]}`, "100-000-0001"]);
  expect([accounts.length, received.length]).toEqual([10, 11]);
  expect(gaps).toEqual([
    { account: "100-000-0010", reason: "too_many" },
    { account: "100-000-0011", reason: "too_many" },
  ]);
  for (const { headers, url } of received.slice(1)) {
    expect(url.pathname).toContain(`/customers/${headers["login-customer-id"]}/`);
  }
});

test("an account that is accessible by itself and through managers is listed once, with at most twenty", async () => {
  const clients = numbers(22);
  const { platform } = serviceWith((request) => {
    if (isListing(request)) return { body: { resourceNames: ["customers/5", "customers/6"] } };
    if (queryOf(request).includes("FROM customer ")) {
      return { body: { results: [customer(request.url.pathname.includes("/5/") ? "5" : "6", { manager: true })] } };
    }
    const results = clients.map((id) => ({
      customerClient: { id, descriptiveName: `Client ${id}`, status: "ENABLED" },
    }));
    return { body: { results } };
  });
  const { accounts, gaps } = await listSearchAdAccounts(platform, "token");
  expect(accounts.map(({ id }) => id)).toEqual(clients.slice(0, 20));
  expect(gaps).toEqual(clients.slice(20).map((id) => ({ account: `Client ${id}`, reason: "too_many" })));
});

test("no accessible account, or only closed ones, is no account", async () => {
  const none = serviceWith(() => ({ body: {} }));
  await expect(listSearchAdAccounts(none.platform, "token")).rejects.toMatchObject({ problem: "no_account" });
  const closed = serviceWith((request) =>
    isListing(request) ? { body: { resourceNames: ["customers/5"] } } : { body: { results: [] } },
  );
  await expect(listSearchAdAccounts(closed.platform, "token")).rejects.toMatchObject({ problem: "no_account" });
});

test("rows of another shape are a fault of the service", async () => {
  const { platform } = serviceWith((request) =>
    isListing(request)
      ? { body: { resourceNames: ["customers/5"] } }
      : { body: { results: [{ customer: { id: "x" } }] } },
  );
  await expect(listSearchAdAccounts(platform, "token")).rejects.toMatchObject({ problem: "unreachable" });
});
