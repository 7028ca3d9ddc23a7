import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type SandboxProcess, startSandboxProcess } from "../../../testing/sandbox-process.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { connect, servicesDuring } from "../testing-connect.ts";

let sandbox: SandboxProcess;
let stack: Stack;
let superAdmin: TestClient;
let customer: TestClient;
const dayMs = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
const [from, to] = [dayBefore(14), dayBefore(1)];
const week = `from=${from}&to=${to}`;

beforeAll(async () => {
  sandbox = await startSandboxProcess("http://localhost:8080");
  stack = await startStack({ env: sandbox.env, now: new Date() });
  superAdmin = await stack.signIn("super_admin");
  customer = await stack.signIn("customer");
});
afterAll(async () => {
  await stack.close();
  await sandbox.stop();
});

type Figures = { impressions: number; clicks: number; ctr: number; cost: number };
/** Amounts have two decimals; adding them as floating-point numbers may leave a trace behind those. */
const sum = (rows: Figures[], key: "impressions" | "clicks" | "cost") =>
  Math.round(rows.reduce((all, row) => all + row[key], 0) * 100) / 100;

test("without a connection every call works and reports it", async () => {
  for (const call of ["accounts", "campaigns", "statistic", "statistic/table", "impressions-chart"]) {
    const { status, body } = await superAdmin.get(`/google-ads/${call}`);
    expect([status, body.connected, body.user]).toEqual([200, false, null]);
  }
  expect((await superAdmin.get("/google-ads/users")).body.data).toEqual([]);
});

test("[API-CONN-006] [API-CONN-008] lists images of the own account, none if it is not connected", async () => {
  expect(await customer.get("/google/creatives")).toMatchObject({ status: 200, body: [] });
  expect(await customer.post("/google/creatives", { q: "shoes" })).toMatchObject({ status: 200, body: [] });
  await connect(customer, "google_ads", "aline");
  stack.clock.advance(60_000);
  const { status, body } = await customer.get("/google/creatives");
  expect(status).toBe(200);
  expect(new Set(body.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(["ad", "asset"]));
  for (const image of body) {
    expect(image).toMatchObject({
      image_url: expect.stringMatching(/^https?:/),
      mime_type: expect.stringMatching(/^image\//),
    });
  }
});

test("[API-CONN-008] every image can be imported as a campaign image, large ones resized; other users' cannot", async () => {
  const { body: campaign } = await customer.post("/user-campaigns", { name: "Taken over" });
  const { body: images } = await customer.get("/google/creatives");
  const large = images.find(({ width }: { width: number }) => width > 1500);
  const take = (by: TestClient, id: string, kind = "image") =>
    by.post(`/google/creatives/${id}/import`, { campaign_id: campaign.id, kind });
  const taken = await take(customer, large.id);
  expect([taken.status, taken.body.kind, taken.body.name]).toEqual([201, "image", large.name]);
  expect(Math.max(taken.body.width, taken.body.height)).toBeLessThanOrEqual(1200);
  expect(taken.body.width / taken.body.height).toBeCloseTo(large.width / large.height, 1);
  for (const { id } of images) expect([id, (await take(customer, id, "logo")).status]).toEqual([id, 201]);
  const shown = await customer.get(`/user-creatives/${campaign.id}/images/${taken.body.uuid}`);
  expect([shown.status, shown.headers["content-type"]]).toEqual([200, "image/webp"]);
  const preview = await customer.get(`/google/creatives/${large.id}/image`);
  expect([preview.status, preview.headers["content-type"]]).toEqual([200, "image/webp"]);
  const other = await stack.signIn("customer");
  expect((await take(other, large.id)).status).toBe(404);
  expect((await other.get(`/google/creatives/${large.id}/image`)).status).toBe(404);
  expect((await take(customer, "asset:123456789")).status).toBe(404);
  expect((await take(customer, "https://evil.example")).status).toBe(404);
});

test("[API-CONN-007] q finds images by name; an empty q is rejected", async () => {
  const { body } = await customer.post("/google/creatives", { q: "SHOES" });
  expect(body.length).toBeGreaterThan(1);
  for (const { name } of body) expect(name.toLowerCase()).toContain("shoes");
  expect((await customer.post("/google/creatives", { q: "umbrella" })).body).toEqual([]);
  for (const q of ["", "  "]) expect((await customer.post("/google/creatives", { q })).body.errors).toHaveProperty("q");
  expect((await customer.post("/google/creatives", { q: "" })).status).toBe(422);
});

test("[API-CONN-009] lists users with a connection, for the super admin only", async () => {
  const { status, body } = await superAdmin.get("/google-ads/users");
  expect(status).toBe(200);
  expect(body.data).toMatchObject([
    { uid: customer.uid, account_name: "aline.chevalley@example.com", needs_reconnect: false },
  ]);
  for (const role of ["customer", "admin", "sales"] as const) {
    const other = await stack.signIn(role);
    expect((await other.get("/google-ads/users")).status).toBe(403);
  }
});

test("[API-CONN-010] the ad accounts of a connection", async () => {
  const { status, body } = await superAdmin.get("/google-ads/accounts");
  expect([status, body.user, body.connected]).toEqual([200, customer.uid, true]);
  expect(body.data).toMatchObject([
    { name: "Chevalley Search", currency: "CHF", time_zone: "Europe/Zurich" },
    { name: "Chevalley Shops", currency: "CHF" },
  ]);
  expect(body.gaps).toEqual([
    { account: "103-000-0004", reason: "no_account" },
    { account: "Chevalley Pop-up", reason: "no_account" },
  ]);
});

test("[API-CONN-011] [API-CONN-012] campaigns add up to the totals of the days, in all accounts or one", async () => {
  const campaigns = await superAdmin.get(`/google-ads/campaigns?${week}`);
  expect([campaigns.status, campaigns.body.data.length]).toEqual([200, 8]);
  const total = await superAdmin.get(`/google-ads/statistic?${week}`);
  expect(total.body).toMatchObject({ from, to, currency: "CHF", problem: null });
  for (const key of ["impressions", "clicks", "cost"] as const) {
    expect(total.body[key]).toBe(sum(campaigns.body.data, key));
    expect(total.body[key]).toBeGreaterThan(0);
  }
  const { id, account_id: account } = campaigns.body.data[0];
  const one = await superAdmin.get(`/google-ads/statistic?${week}&account=${account}&campaign=${id}`);
  expect(one.body.impressions).toBe(campaigns.body.data[0].impressions);
});

test("[API-CONN-012] the totals equal Google's", async () => {
  const fresh = `from=${dayBefore(30)}&to=${dayBefore(20)}`;
  const { result, answersOf } = await servicesDuring(stack.platform, () =>
    superAdmin.get(`/google-ads/statistic?${fresh}`),
  );
  type Metrics = { impressions: string; clicks: string; costMicros: string };
  const rows = answersOf<{ results?: { metrics?: Metrics }[] }>(/googleAds:search$/)
    .flatMap(({ results = [] }) => results)
    .flatMap(({ metrics }) => (metrics ? [metrics] : []));
  const total = (key: keyof Metrics) => rows.reduce((all, row) => all + Number(row[key]), 0);
  expect(rows.length).toBeGreaterThan(10);
  expect(result.body).toMatchObject({ impressions: total("impressions"), clicks: total("clicks") });
  expect(result.body.cost).toBeCloseTo(total("costMicros") / 1_000_000, 1);
});

test("[API-CONN-013] a known key breaks the impressions down, another one is rejected", async () => {
  const total = (await superAdmin.get(`/google-ads/statistic?${week}`)).body;
  for (const [key, rows] of Object.entries({ device: 3, weekday: 7, network: 2, campaign: 8 })) {
    const { body } = await superAdmin.get(`/google-ads/statistic/impressions/${key}?${week}`);
    expect(body.data).toHaveLength(rows);
    expect(sum(body.data, "impressions")).toBe(total.impressions);
  }
  const unknown = await superAdmin.get("/google-ads/statistic/impressions/mood");
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ["impressionKey"]]);
});

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

test("[API-CONN-014] the table has impressions, clicks and CTR, searched, sorted and paged", async () => {
  const table = (query: string) => superAdmin.get(`/google-ads/statistic/table?${week}&${query}`);
  const { body } = await table("sort=impressions&direction=desc&per_page=3");
  expect(body.meta).toMatchObject({ total: 8, last_page: 3 });
  for (const row of body.data as Figures[]) {
    expect(row.ctr).toBeCloseTo((100 * row.clicks) / row.impressions, 3);
  }
  const seen = body.data.map(({ impressions }: Figures) => impressions);
  expect(seen).toEqual([...seen].sort((a, b) => b - a));
  expect((await table("search=brand")).body.meta.total).toBe(2);
  const daily = (await table("group_by=day&per_page=100")).body.data;
  expect(daily).toHaveLength(14);
  for (const row of daily)
    expect(row).toMatchObject({ key: expect.stringMatching(isoDay), name: row.key, account: "" });
  for (const row of body.data) expect([row.name === row.key, row.account === ""]).toEqual([false, false]);
});

test("[API-CONN-015] [API-CONN-016] [API-CONN-017] the two charts have a point for every day", async () => {
  const total = (await superAdmin.get(`/google-ads/statistic?${week}`)).body;
  const seen = await superAdmin.get(`/google-ads/impressions-chart?${week}`);
  const both = await superAdmin.get(`/google-ads/impressions-clicks-chart?${week}`);
  expect([seen.status, both.status]).toEqual([200, 200]);
  const keys = ({ body }: typeof seen) => body.series.map(({ key }: { key: string }) => key);
  expect([keys(seen), keys(both)]).toEqual([["impressions"], ["impressions", "clicks"]]);
  for (const { key, points } of both.body.series) {
    expect([points.length, points[0].date, points.at(-1).date]).toEqual([14, from, to]);
    expect(points.reduce((all: number, { value }: { value: number }) => all + value, 0)).toBe(total[key]);
  }
});

test("fetches figures once in ten minutes and reports their age", async () => {
  const fetchedAt = async () => Date.parse((await superAdmin.get(`/google-ads/statistic?${week}`)).body.fetched_at);
  const first = await fetchedAt();
  stack.clock.advance(5 * 60_000);
  expect(await fetchedAt()).toBe(first);
  stack.clock.advance(6 * 60_000);
  expect(await fetchedAt()).toBe(stack.clock.now().getTime());
});

test("reports an account without ads and a service that does not answer", async () => {
  const user = await stack.signIn("customer");
  await connect(user, "google_ads", "jonas");
  const none = await superAdmin.get(`/google-ads/statistic?user=${user.uid}`);
  expect(none.body).toMatchObject({ connected: true, problem: "no_account", impressions: 0 });
  const { egress } = stack.platform;
  const answering = (status: number) => async () => {
    const text = JSON.stringify({ error: { code: status, message: "no" } });
    return { status, headers: new Headers(), body: Buffer.from(text), text: () => text, json: () => JSON.parse(text) };
  };
  for (const [status, problem] of [
    [503, "unreachable"],
    [403, "refused"],
    [429, "busy"],
  ] as const) {
    stack.platform.egress = answering(status);
    const { body } = await superAdmin.get(`/google-ads/statistic?user=${customer.uid}&from=${from}&to=${from}`);
    expect(body).toMatchObject({ connected: true, problem, fetched_at: null });
  }
  stack.platform.egress = egress;
  const figures = () => superAdmin.get(`/google-ads/statistic?user=${customer.uid}&from=${from}&to=${from}`);
  // The service is not called for a minute, unless it says how long.
  expect((await figures()).body.problem).toBe("busy");
  stack.clock.advance(61_000);
  expect((await figures()).body.problem).toBe(null);
});
