import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { type SandboxProcess, startSandboxProcess } from "../../testing/sandbox-process.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { withDistinctNames } from "./external-report.ts";
import { connect, servicesDuring } from "./testing-connect.ts";

let sandbox: SandboxProcess;
let stack: Stack;
let customer: TestClient;
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const [from, to] = [dayBefore(14), dayBefore(1)];
const days = `from=${from}&to=${to}`;

beforeAll(async () => {
  sandbox = await startSandboxProcess("http://localhost:8080");
  stack = await startStack({ env: sandbox.env, now: new Date() });
  customer = await stack.signIn("customer");
});
afterAll(async () => {
  await stack.close();
  await sandbox.stop();
});

type Row = { key: string; sessions: number; source: string; date: string; impressions: number };
const sessionsOf = (rows: Row[]) => rows.reduce((sum, row) => sum + row.sessions, 0);

test("[API-CONN-018] returns figures of the own website, or connected=false", async () => {
  const before = await customer.get("/google-analytics");
  expect(before).toMatchObject({ status: 200, body: { connected: false, totals: null, days: [] } });
  await connect(customer, "google_analytics", "nora");
  const { status, body } = await customer.get(`/google-analytics?${days}`);
  expect([status, body.connected, body.problem, body.from]).toEqual([200, true, null, from]);
  expect(body.property.name).toBe("www.zbinden.example");
  expect(body.days).toHaveLength(14);
  expect(body.days[0].date).toBe(from);
  for (const rows of [body.days, body.channels, body.devices]) expect(sessionsOf(rows)).toBe(body.totals.sessions);
  expect(body.totals.sessions).toBeGreaterThan(1000);
  expect(body.totals.engagement_rate).toBeGreaterThan(30);
  expect(body.totals.engagement_rate).toBeLessThan(100);
});

test("[API-CONN-018] the totals equal Google's metrics by name", async () => {
  const { result, answersOf } = await servicesDuring(stack.platform, () =>
    customer.get(`/google-analytics?from=${dayBefore(30)}&to=${dayBefore(20)}`),
  );
  type Report = { metricHeaders: { name: string }[]; rows: { metricValues: { value: string }[] }[] };
  const [total] = answersOf<{ reports: Report[] }>(/batchRunReports$/)[0]?.reports ?? [];
  const given = Object.fromEntries(
    (total?.metricHeaders ?? []).map(({ name }, at) => [name, Number(total?.rows[0]?.metricValues[at]?.value)]),
  );
  expect(result.body.totals).toEqual({
    sessions: given.sessions,
    users: given.totalUsers,
    page_views: given.screenPageViews,
    new_users: given.newUsers,
    engagement_rate: expect.closeTo(100 * (given.engagementRate ?? Number.NaN), 0),
    session_seconds: expect.closeTo(given.averageSessionDuration ?? Number.NaN, 0),
  });
});

test("[API-CONN-019] the filters are lists whose values filter the figures", async () => {
  const { status, body } = await customer.get(`/google-analytics/filters?${days}`);
  expect(status).toBe(200);
  const whole = (await customer.get(`/google-analytics?${days}`)).body;
  for (const [list, name] of [
    ["channels", "channel"],
    ["countries", "country"],
    ["devices", "device"],
  ] as const) {
    expect(body[list].length).toBeGreaterThan(2);
    expect(sessionsOf(body[list])).toBe(whole.totals.sessions);
    const { value, sessions } = body[list][1];
    const some = await customer.get(`/google-analytics?${days}&${name}=${encodeURIComponent(value)}`);
    expect(some.body.totals.sessions).toBe(sessions);
  }
  expect(body.properties).toMatchObject([{ name: "www.zbinden.example" }]);
  const foreign = await customer.get(`/google-analytics?${days}&property=1`);
  expect(foreign.body).toMatchObject({ connected: true, problem: "no_account", totals: null });
});

test("days without visits are zeros in the figures of a second website", async () => {
  const user = await stack.signIn("customer");
  await connect(user, "google_analytics", "aline");
  const { properties } = (await user.get(`/google-analytics/filters?${days}`)).body;
  expect(properties).toMatchObject([{ name: "www.chevalley.example" }, { name: "shop.chevalley.example" }]);
  const { body } = await user.get(`/google-analytics?${days}&property=${properties[1].id}`);
  const sundays = body.days.filter(({ date }: Row) => new Date(`${date}T12:00:00Z`).getUTCDay() === 0);
  expect([body.days.length, sundays.map(({ sessions }: Row) => sessions)]).toEqual([14, [0, 0]]);
});

test("[INTEG-005] the combined report has Facebook's figures beside the platform's", async () => {
  await connect(customer, "facebook", "nora");
  const { result, answersOf } = await servicesDuring(stack.platform, () =>
    customer.get(`/statistics?source=facebook&${days}`),
  );
  const { body } = result;
  const given = answersOf<{ data: { spend: string; impressions: string }[] }>(
    /^(\/meta)?\/v\d+\.\d+\/act_\d+\/insights$/,
  );
  const sumOf = (key: "spend" | "impressions") =>
    given.flatMap(({ data }) => data).reduce((all, row) => all + Number(row[key]), 0);
  expect(given.length).toBeGreaterThan(0);
  expect(body.sources[1].impressions).toBe(sumOf("impressions"));
  expect(body.sources[1].cost).toBeCloseTo(sumOf("spend"), 1);
  expect(body.sources.map(({ source }: Row) => source)).toEqual(["platform", "facebook"]);
  const social = body.rows.filter(({ source }: Row) => source === "facebook");
  expect(social.map(({ name }: { name: string }) => name)).toContain("Autumn shoes");
  expect(social[0]).toMatchObject({ currency: "CHF", cost: expect.any(Number), sessions: null });
  const perDay = body.days.filter(({ source }: Row) => source === "facebook");
  expect(perDay.map(({ date }: Row) => date)).toHaveLength(14);
  const total = (rows: Row[]) => rows.reduce((sum, { impressions }) => sum + impressions, 0);
  expect(total(perDay)).toBe(total(social));
  expect(body.sources[1].impressions).toBe(total(social));
  expect((await customer.get(`/statistics?${days}`)).body).not.toHaveProperty("rows");
});

test("the combined report as a file has a line per row, or per day and source", async () => {
  const lines = async (group: string) => {
    const query = `source=facebook,google_analytics&${days}&format=csv&group_by=${group}`;
    const { status, text, headers } = await customer.get(`/excel?${query}`);
    expect([status, headers["content-disposition"]]).toEqual([
      200,
      expect.stringContaining(`combined-${from}-${to}.csv`),
    ]);
    return text.trim().split("\r\n");
  };
  const rows = await lines("campaign");
  expect(rows[0]).toContain('"Source","Name or day","Account","Impressions","Clicks"');
  expect(rows.filter((line) => line.startsWith('"Facebook",'))).toHaveLength(3);
  expect(rows.filter((line) => line.startsWith('"Google Analytics",'))).toHaveLength(5);
  expect(await lines("day")).toHaveLength(1 + 3 * 14);
});

type CampaignRow = Row & { name: string; account_id: string; account: string };

test("[SVC-002] campaigns of the same name in two accounts are rows of their own, each with its account", async () => {
  const user = await stack.signIn("customer");
  await connect(user, "google_ads", "aline");
  await connect(user, "google_analytics", "aline");
  const report = (only?: string) =>
    user.get(
      `/statistics?source=google_ads,google_analytics&${days}${only ? `&only=${encodeURIComponent(only)}` : ""}`,
    );
  const all = (await report()).body;
  const brands: CampaignRow[] = all.rows.filter(({ name }: CampaignRow) => name === "Brand");
  expect(brands.map(({ account }) => account).sort()).toEqual(["Chevalley Search", "Chevalley Shops"]);
  expect(new Set(brands.map(({ key }) => key)).size).toBe(2);
  const total = (rows: Row[]) => rows.reduce((sum, { impressions }) => sum + (impressions ?? 0), 0);

  const [brand, other] = brands as [CampaignRow, CampaignRow];
  const ofAccount = (await report(`google_ads/${brand.account_id}`)).body;
  expect(ofAccount.sources.map(({ source }: Row) => source)).toEqual(["google_ads"]);
  expect(new Set(ofAccount.rows.map((row: CampaignRow) => row.account))).toEqual(new Set([brand.account]));
  expect(ofAccount.rows).toHaveLength(4);
  expect(ofAccount.sources[0].impressions).toBe(total(ofAccount.rows));
  expect(total(ofAccount.days)).toBe(total(ofAccount.rows));

  const ofCampaign = (await report(`google_ads/${other.key}`)).body;
  expect(ofCampaign.rows).toEqual([other]);
  expect(ofCampaign.sources[0].impressions).toBe(other.impressions);
  const channel = all.rows.find(({ source }: Row) => source === "google_analytics");
  expect((await report(`google_analytics/${channel.key}`)).body.rows).toEqual([channel]);

  const file = await user.get(`/excel?source=google_ads&${days}&format=csv&only=google_ads/${brand.key}`);
  const lines = file.text.trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"Google Ads","Brand","${brand.account}",`);

  for (const foreign of ["google_ads/1010000001", "google_ads/1010000001/1", "platform/999999", "platform/x"]) {
    const refused = await report(foreign);
    expect([foreign, refused.status, Object.keys(refused.body.errors)]).toEqual([foreign, 422, ["only"]]);
  }
  expect((await report("elsewhere/1")).body.errors).toHaveProperty("only");
});

test("accounts that share a name are told apart by their numbers", () => {
  const accounts = [
    { id: "1", name: "Shop" },
    { id: "2", name: "Shop" },
    { id: "3", name: "Search" },
  ];
  expect(withDistinctNames(accounts).map(({ name }) => name)).toEqual(["Shop (1)", "Shop (2)", "Search"]);
});

test("connections are personal: a report about another user has no external figures", async () => {
  const admin = await stack.signIn("admin");
  const { status, body } = await admin.get(`/statistics?source=facebook&owner=${customer.uid}`);
  expect([status, body.sources.map(({ source }: Row) => source)]).toEqual([200, ["platform"]]);
});
