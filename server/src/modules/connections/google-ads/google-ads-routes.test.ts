import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { connections } from "../tables.ts";
import { answerOf } from "../testing-service.ts";
import { sealTokens } from "../tokens.ts";

let stack: Stack;
let admin: TestClient;
const now = new Date("2026-11-20T10:00:00Z");
const days = "from=2026-11-01&to=2026-11-03";
let currency = "CHF";
let searches: string[] = [];

type Row = [
  campaign: string,
  name: string,
  status: string,
  date: string,
  impressions: number,
  clicks: number,
  cost: number,
];
const rows: Row[] = [
  ["1", "Brand", "ENABLED", "2026-11-01", 100, 10, 5_000_000],
  ["1", "Brand", "ENABLED", "2026-11-03", 300, 10, 15_000_000],
  ["2", "shoes", "PAUSED", "2026-11-01", 1_000, 5, 2_500_000],
  ["3", "", "ENABLED", "2026-11-03", 50, 40, 10_000_000],
];
const segments = { dayOfWeek: "MONDAY", adNetworkType: "SEARCH" };

/** Google with one ad account; the campaign "shoes" is on mobile phones only. */
beforeAll(async () => {
  stack = await startStack({ now });
  admin = await stack.signIn("super_admin");
  stack.platform.egress = async (url, request) => {
    if (url.endsWith(":listAccessibleCustomers")) return answerOf({ body: { resourceNames: ["customers/77"] } });
    const { query } = JSON.parse(String(request?.body)) as { query: string };
    searches.push(query);
    const customer = { id: "77", descriptiveName: "Shop", currencyCode: currency, timeZone: "Europe/Zurich" };
    if (query.includes("FROM customer ")) return answerOf({ body: { results: [{ customer }] } });
    const results = rows.map(([id, name, status, date, impressions, clicks, costMicros]) => ({
      campaign: { id, name, status },
      metrics: { impressions, clicks, costMicros: String(costMicros) },
      segments: { date, device: id === "2" ? "MOBILE" : "DESKTOP", ...segments },
    }));
    return answerOf({ body: { results } });
  };
  await connectAt(admin.uid ?? "", now);
});
afterAll(() => stack.close());

async function connectAt(uid: string, connectedAt: Date, more: { brokenAt?: Date; accountName?: string } = {}) {
  const tokens = { accessToken: "token", refreshToken: "refresh", expiresAt: "2027-01-01T00:00:00.000Z" };
  const sealedTokens = sealTokens(tokens, stack.platform);
  const row = { uid, service: "google_ads" as const, subject: uid, accountName: "shop@example.com", sealedTokens };
  await stack.platform.db.insert(connections).values({ ...row, connectedAt, ...more });
}
const get = async (path: string) => (await admin.get(`/google-ads/${path}`)).body;
const money = (cost: number) => ({ cost, cost_formatted: cost.toFixed(2), currency: "CHF" });

test("campaigns are the sums of their rows, the most seen first; one without a name has its number", async () => {
  const { data, ...about } = await get(`campaigns?${days}`);
  expect(data).toEqual([
    {
      id: "2",
      name: "shoes",
      status: "PAUSED",
      account_id: "77",
      impressions: 1_000,
      clicks: 5,
      ctr: 0.5,
      ...money(2.5),
    },
    { id: "1", name: "Brand", status: "ENABLED", account_id: "77", impressions: 400, clicks: 20, ctr: 5, ...money(20) },
    { id: "3", name: "3", status: "ENABLED", account_id: "77", impressions: 50, clicks: 40, ctr: 80, ...money(10) },
  ]);
  expect(about).toEqual({
    ...{ connected: true, account_name: "shop@example.com", problem: null, fetched_at: now.toISOString(), gaps: [] },
    ...{ user: admin.uid, from: "2026-11-01", to: "2026-11-03" },
  });
});

test("the total is of the chosen account and campaign; without a choice of days, of the last 30", async () => {
  const seen = async (query: string) => (await get(`statistic?${days}&${query}`)).impressions;
  expect(await Promise.all(["", "campaign=1", "account=77&campaign=2", "account=78"].map(seen))).toEqual([
    ...[1_450, 400, 1_000, 0],
  ]);
  const usual = await get("statistic");
  expect([usual.from, usual.to, usual.impressions]).toEqual(["2026-10-22", "2026-11-20", 1_450]);
});

test("the breakdowns have their own rows, the most seen first", async () => {
  const by = async (key: string, more = "") => (await get(`statistic/impressions/${key}?${days}${more}`)).data;
  expect(await by("device")).toEqual([
    { key: "MOBILE", text: "MOBILE", impressions: 1_000, clicks: 5, ctr: 0.5, ...money(2.5) },
    { key: "DESKTOP", text: "DESKTOP", impressions: 450, clicks: 60, ctr: 13.3333, ...money(30) },
  ]);
  expect(await by("network", "&campaign=3")).toMatchObject([{ key: "SEARCH", impressions: 50 }]);
  expect(await by("weekday")).toMatchObject([{ key: "MONDAY", impressions: 1_450 }]);
  expect(await by("campaign")).toMatchObject([
    { key: "2", text: "shoes", impressions: 1_000 },
    { key: "1", text: "Brand" },
    { key: "3", text: "3" },
  ]);
});

test("the table is sorted by each column in both directions, searched and paged", async () => {
  const keys = async (query: string) =>
    (await get(`statistic/table?${days}&${query}`)).data.map(({ key }: { key: string }) => key).join();
  expect(await keys("")).toBe("3,1,2");
  expect(await keys("sort=name&direction=desc")).toBe("2,1,3");
  expect(await keys("sort=impressions&direction=asc")).toBe("3,1,2");
  expect(await keys("sort=clicks&direction=desc")).toBe("3,1,2");
  expect(await keys("sort=ctr&direction=asc")).toBe("2,1,3");
  expect(await keys("sort=cost&direction=desc")).toBe("1,3,2");
  expect(await keys("search=BR")).toBe("1");
  const second = await get(`statistic/table?${days}&per_page=2&page=2`);
  expect(second.data).toEqual([
    { key: "2", name: "shoes", account: "Shop", impressions: 1_000, clicks: 5, ctr: 0.5, ...money(2.5) },
  ]);
  expect(second.meta).toMatchObject({ current_page: 2, per_page: 2, total: 3, last_page: 2 });
  const daily = await get(`statistic/table?${days}&group_by=day`);
  expect(daily.data).toMatchObject([
    { key: "2026-11-01", name: "2026-11-01", account: "", impressions: 1_100 },
    { key: "2026-11-03", name: "2026-11-03", account: "", impressions: 350 },
  ]);
});

test("charts have the sum of each day, zero without figures", async () => {
  const point = (date: string, value: number) => ({ date: `2026-11-${date}`, value });
  const impressions = { key: "impressions", points: [point("01", 1_100), point("02", 0), point("03", 350)] };
  const clicks = { key: "clicks", points: [point("01", 15), point("02", 0), point("03", 50)] };
  expect((await get(`impressions-chart?${days}`)).series).toEqual([impressions]);
  expect((await get(`impressions-clicks-chart?${days}`)).series).toEqual([impressions, clicks]);
});

test("each question is asked once in ten minutes", async () => {
  stack.clock.advance(10 * 60_000);
  const count = async (path: string): Promise<number> => {
    searches = [];
    await get(path);
    return searches.length;
  };
  const paths = [`statistic?${days}`, "statistic?from=2026-11-02&to=2026-11-03", "accounts"];
  const breakdowns = ["device", "weekday"].map((key) => `statistic/impressions/${key}?${days}`);
  for (const path of [...paths, ...breakdowns, `statistic/impressions/device?from=2026-11-02&to=2026-11-03`]) {
    expect([path, (await count(path)) > 0]).toEqual([path, true]);
    expect([path, await count(path)]).toEqual([path, 0]);
  }
});

test("an amount in another currency than the franc keeps its currency", async () => {
  currency = "EUR";
  stack.clock.advance(10 * 60_000);
  expect(await get(`statistic?${days}`)).toMatchObject({ cost: 32.5, currency: "EUR" });
});

test("users with a connection are listed latest first, searched and paged; others see the latest one", async () => {
  const [early, late] = [await stack.signIn("customer"), await stack.signIn("customer")];
  await connectAt(early.uid ?? "", new Date("2026-11-01T00:00:00Z"), { brokenAt: now, accountName: "50%@example.com" });
  await connectAt(late.uid ?? "", new Date("2026-12-01T00:00:00Z"), { accountName: "501@example.com" });
  const { data, meta } = await get("users");
  expect(data.map(({ uid }: { uid: string }) => uid)).toEqual([late.uid, admin.uid, early.uid]);
  expect(data[2]).toEqual({
    ...{ uid: early.uid, full_name: "Test Person", email: `${early.uid?.toLowerCase()}@test.example` },
    ...{ account_name: "50%@example.com", connected_at: "2026-11-01T00:00:00.000Z", needs_reconnect: true },
  });
  expect([data[0].needs_reconnect, meta.total]).toEqual([false, 3]);
  const found = async (query: string) => {
    const page = await get(`users?${query}`);
    return [page.meta.total, page.data.map(({ uid }: { uid: string }) => uid)];
  };
  expect(await found("per_page=1&page=2")).toEqual([3, [admin.uid]]);
  expect(await found(`search=${encodeURIComponent("50%")}`)).toEqual([1, [early.uid]]);
  expect(await found("search=SHOP")).toEqual([1, [admin.uid]]);
  expect(await found(`search=${late.uid}`)).toEqual([1, [late.uid]]);
  expect(await found("search=nobody")).toEqual([0, []]);

  const other = await stack.signIn("super_admin");
  const shown = async (query = "") => (await other.get(`/google-ads/accounts${query}`)).body;
  expect(await shown()).toMatchObject({ user: late.uid, account_name: "501@example.com" });
  expect(await shown(`?user=${admin.uid}`)).toMatchObject({
    user: admin.uid,
    data: [{ id: "77", name: "Shop", currency: "EUR", time_zone: "Europe/Zurich" }],
  });
  expect(await shown(`?user=${early.uid}`)).toMatchObject({ connected: true, problem: "expired", data: [] });
  expect((await get("accounts")).user).toBe(admin.uid);
});
