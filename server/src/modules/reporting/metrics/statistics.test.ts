import type { AdEventKind, NewAdEvent } from "@litfass/contract/events/ad-event";
import { impressionKeys } from "@litfass/contract/reporting/statistics";
import { importEvents } from "@litfass/events/index";
import { sampleEvent } from "@litfass/events/testing/sample-event";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import type { CampaignFacts } from "../index.ts";

/** Ada has two campaigns, Ben one; the account manager manages only Ada. */
const campaigns: CampaignFacts[] = [
  { id: 1, name: "Spring", ownerUid: "ada-uid", budgetMicros: 500_000_000n, currency: "CHF" },
  { id: 2, name: "Video", ownerUid: "ada-uid", budgetMicros: 1_000_000n, currency: "CHF" },
  { id: 3, name: "Bens", ownerUid: "ben-uid", budgetMicros: 500_000_000n, currency: "EUR" },
];

let stack: Stack;
let ada: TestClient;
let ben: TestClient;
let manager: TestClient;
let admin: TestClient;

const event = (change: Partial<NewAdEvent>): NewAdEvent =>
  sampleEvent({
    at: "2026-02-27T12:00:00.000Z",
    campaign_id: 1,
    owner_uid: "ada-uid",
    charge_micros: change.kind && change.kind !== "impression" ? 0 : 25_000,
    lease_id: "lease",
    ...change,
  });
const times = (count: number, change: Partial<NewAdEvent>) => Array.from({ length: count }, () => event(change));

const history: NewAdEvent[] = [
  ...times(60, {}),
  ...times(30, { site: "wetter.app", site_kind: "app", device: "tablet", city: "Winterthur" }),
  // 28 February 23:30 in UTC is 1 March, a Sunday, in Zurich.
  ...times(10, { at: "2026-02-28T23:30:00.000Z", region: "CH-BE", city: "Bern" }),
  ...times(2, { kind: "click" }),
  ...times(80, { kind: "measured" }),
  ...times(56, { kind: "viewable" }),
  ...times(5, { invalid: "declared_bot", charge_micros: 0 }),
  ...times(50, { kind: "bid" }),
  // Long before the default 30 days.
  ...times(4, { at: "2025-12-01T10:00:00.000Z" }),
  ...times(100, { campaign_id: 2, at: "2026-02-20T08:00:00.000Z", site: 'it\'s, a "site".example' }),
  ...(
    ["video_start", "video_first_quartile", "video_midpoint", "video_third_quartile", "video_complete"] as AdEventKind[]
  ).flatMap((kind, index) => times(50 - index * 10, { kind, campaign_id: 2, at: "2026-02-20T08:00:01.000Z" })),
  ...times(40, {
    campaign_id: 3,
    owner_uid: "ben-uid",
    country: "DE",
    region: "DE-BY",
    city: "München",
    currency: "EUR",
  }),
];

beforeAll(async () => {
  stack = await startStack({
    modules: {
      statistics: {
        runsOf: async () => new Map(),
        appNames: async (bundles) => new Map(bundles.map((bundle) => [bundle, "Wetter"])),
        ownerNames: async () =>
          new Map([
            ["ada-uid", "Ada AG"],
            ["ben-uid", "Ben GmbH"],
          ]),
        timeZoneOf: async () => "Europe/Zurich",
        externalReports: async () => [],
        conversionsOf: async () => [],
        campaignsFor: async (caller, { owner, ids, search, limit }) =>
          campaigns
            .filter(
              ({ ownerUid }) =>
                caller.reach === "all" || ownerUid === (caller.role === "sales" ? "ada-uid" : caller.uid),
            )
            .filter((campaign) => !owner || campaign.ownerUid === owner)
            .filter((campaign) => !ids || ids.includes(campaign.id))
            .filter((campaign) => !search || campaign.name.includes(search))
            .slice(0, limit),
      },
    },
  });
  ada = await stack.signIn({ uid: "ada-uid", role: "customer" });
  ben = await stack.signIn({ uid: "ben-uid", role: "advanced_advertiser" });
  manager = await stack.signIn("sales");
  admin = await stack.signIn("admin");
  await importEvents(stack.platform.clickhouse, "history", history);
});
afterAll(async () => stack?.close());

test("[API-STAT-001] [FIELD-SEL-001] the campaign select lists own campaigns as text, value and owner_id", async () => {
  const { body } = await ada.get("/statistics/campaigns");
  expect(body).toEqual([
    { text: "Spring", value: 1, owner_id: "ada-uid", started_on: null },
    { text: "Video", value: 2, owner_id: "ada-uid", started_on: null },
  ]);
});

test("[API-STAT-005] [FIELD-MET-002] totals of the last 30 days count valid events and report invalid ones", async () => {
  const { status, body } = await ada.get("/statistics?campaign_ids=1");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    from: "2026-02-01",
    to: "2026-03-02",
    time_zone: "Europe/Zurich",
    campaigns: 1,
    impressions: 100,
    clicks: 2,
    ctr: 2,
    measured_impressions: 80,
    measured_rate: 80,
    viewable_impressions: 56,
    visibility_rate: 70,
    invalid_impressions: 5,
    currency: "CHF",
    spend: 2.5,
    spend_formatted: "2.50",
  });
});

test("[UI-DASH-010] each role counts only the campaigns it may access", async () => {
  const impressions = async (client: TestClient) => (await client.get("/statistics")).body.impressions;
  expect(await impressions(ada)).toBe(200);
  expect(await impressions(ben)).toBe(40);
  expect(await impressions(manager)).toBe(200);
  expect(await impressions(admin)).toBe(240);
  expect(await impressions(await stack.signIn("tech_admin"))).toBe(240);
  expect(await impressions(await stack.signIn("accountant"))).toBe(0);
  expect((await stack.visitor().get("/statistics")).status).toBe(401);
  expect((await admin.get("/statistics?owner=ben-uid")).body.impressions).toBe(40);
  expect((await ada.get("/statistics?owner=ben-uid")).body.impressions).toBe(0);
  expect((await ada.get("/statistics?campaign_ids=3")).body.impressions).toBe(0);
});

test("[SVC-002] The combined report narrowed to a campaign counts it alone, and only an own one", async () => {
  const narrowed = (client: TestClient) => client.get("/statistics?source=platform&only=platform/1");
  const { body } = await narrowed(ada);
  expect(body.sources).toMatchObject([{ source: "platform", impressions: 100 }]);
  expect(body.rows.map(({ key, impressions }: { key: string; impressions: number }) => [key, impressions])).toEqual([
    ["1", 100],
  ]);
  const days: { impressions: number }[] = body.days;
  expect(days.reduce((sum, { impressions }) => sum + impressions, 0)).toBe(100);
  const { status, body: refusal } = await narrowed(ben);
  expect([status, Object.keys(refusal.errors)]).toEqual([422, ["only"]]);
});

test("[API-STAT-002] the chart has one point per day of the account for both series", async () => {
  const { body } = await ada.get("/statistics/impressions-clicks-chart?from=2026-02-26&to=2026-03-01&campaign_ids=1");
  expect(body.series).toEqual([
    {
      key: "impressions",
      points: [
        { date: "2026-02-26", value: 0 },
        { date: "2026-02-27", value: 90 },
        { date: "2026-02-28", value: 0 },
        { date: "2026-03-01", value: 10 },
      ],
    },
    {
      key: "clicks",
      points: [
        { date: "2026-02-26", value: 0 },
        { date: "2026-02-27", value: 2 },
        { date: "2026-02-28", value: 0 },
        { date: "2026-03-01", value: 0 },
      ],
    },
  ]);
});

test("[API-STAT-008] the impressions chart is a dated series", async () => {
  const { body } = await ada.get("/statistics/impressions-chart?from=2026-02-27&to=2026-02-27");
  expect(body.series).toEqual([{ key: "impressions", points: [{ date: "2026-02-27", value: 90 }] }]);
});

test("[API-STAT-003] [API-STAT-004] every key returns rows, another key 422", async () => {
  for (const key of impressionKeys) {
    const { status, body } = await ada.get(`/statistics/impressions/${key}`);
    expect([key, status]).toEqual([key, 200]);
    const sum = body.data.reduce((all: number, row: { impressions: number }) => all + row.impressions, 0);
    expect([key, sum, body.total.impressions]).toEqual([key, 200, 200]);
  }
  expect((await ada.get("/statistics/impressions/planet")).status).toBe(422);
});

test("[CLAIM-004] [FIELD-MET-001] figures by site name each site and app and add up to the campaign's impressions", async () => {
  const { body } = await ada.get("/statistics/impressions/url?campaign_ids=1");
  expect(
    body.data.map((row: Record<string, unknown>) => [row.key, row.site_kind, row.impressions, row.clicks]),
  ).toEqual([
    ["zeitung.example", "site", 70, 2],
    ["wetter.app", "app", 30, 0],
  ]);
  expect(body.data[0].ctr).toBeCloseTo(2.8571);
  expect(body.total.impressions).toBe(100);
});

test("[FIELD-MET-007] figures by city, region and country", async () => {
  const rows = async (key: string) =>
    (await ada.get(`/statistics/impressions/${key}?campaign_ids=1`)).body.data.map((row: Record<string, unknown>) => [
      row.key,
      row.country,
      row.region,
      row.impressions,
    ]);
  expect(await rows("city")).toEqual([
    ["Zürich", "CH", "CH-ZH", 60],
    ["Winterthur", "CH", "CH-ZH", 30],
    ["Bern", "CH", "CH-BE", 10],
  ]);
  expect(await rows("region")).toEqual([
    ["CH-ZH", "CH", "", 90],
    ["CH-BE", "CH", "", 10],
  ]);
  const { data: regions } = (await ada.get("/statistics/impressions/region")).body;
  const bern = regions.find((row: { key: string }) => row.key === "CH-BE");
  expect([Math.round(bern.latitude), Math.round(bern.longitude)]).toEqual([47, 8]);
  expect(await rows("country")).toEqual([["CH", "CH", "", 100]]);
});

test("[FIELD-MET-008] figures by device; weekdays are those of the account", async () => {
  const byDevice = (await ada.get("/statistics/impressions/device?campaign_ids=1")).body.data;
  expect(byDevice.map((row: Record<string, unknown>) => [row.key, row.impressions])).toEqual([
    ["smartphone", 70],
    ["tablet", 30],
  ]);
  const byWeekday = (await ada.get("/statistics/impressions/weekday?campaign_ids=1")).body.data;
  expect(byWeekday.map((row: Record<string, unknown>) => row.impressions)).toEqual([0, 0, 0, 0, 90, 0, 10]);
});

test("[FIELD-MET-010] a video campaign has plays, quartiles and completions", async () => {
  const { body } = await ada.get("/statistics/table?campaign_ids=2");
  expect(body.data[0]).toMatchObject({
    video_plays: 50,
    first_quartile: 40,
    midpoint: 30,
    third_quartile: 20,
    completions: 10,
    completion_rate: 10,
  });
});

test("[API-STAT-009] [FIELD-MET-004] the table has a row per campaign with metrics and both budgets", async () => {
  const { body } = await ada.get("/statistics/table?sort=spend&direction=asc");
  expect(body.meta).toMatchObject({ total: 2, current_page: 1 });
  expect(body.data.map((row: Record<string, unknown>) => [row.text, row.impressions, row.spend])).toEqual([
    ["Spring", 100, 2.5],
    ["Video", 100, 2.5],
  ]);
  // 104 impressions were charged until today, four of them before the chosen days.
  expect(body.data[0]).toMatchObject({ budget: 500, effective_budget: 2.6, remaining_budget: 497.4 });
  // 100 impressions cost 2.50, but the budget is 1.00.
  expect(body.data[1]).toMatchObject({ budget: 1, effective_budget: 1, remaining_budget: 0 });
  const found = await ada.get("/statistics/table?search=vid");
  expect(found.body.data.map((row: { text: string }) => row.text)).toEqual(["Video"]);
});

test("[API-STAT-009] the table groups, searches, sorts and pages by site too", async () => {
  const first = (await ada.get("/statistics/table?group_by=url&per_page=1&sort=impressions&direction=desc")).body;
  expect([first.data[0].text, first.data[0].impressions, first.meta.total]).toEqual([
    'it\'s, a "site".example',
    100,
    3,
  ]);
  expect(first.total.impressions).toBe(200);
  const second = (await ada.get("/statistics/table?group_by=url&per_page=1&page=2&sort=impressions&direction=desc"))
    .body;
  expect(second.data[0].text).toBe("zeitung.example");
  const apps = (await ada.get("/statistics/table?group_by=url&search=WETTER")).body.data;
  expect(apps).toMatchObject([{ key: "wetter.app", text: "Wetter" }]);
  const filters = (await ada.get("/statistics/url-filters?search=wetter")).body;
  expect(filters).toMatchObject([{ value: "wetter.app", text: "Wetter" }]);
  expect((await ada.get("/statistics/table?group_by=day&sort=text&direction=asc")).body.data[0].text).toBe(
    "2026-02-20",
  );
});

test("[API-STAT-010] [API-STAT-011] budgets are available under both spellings, remaining = budget - effective", async () => {
  const { body } = await ada.get("/statistics/budgets");
  expect(body).toMatchObject({ currency: "CHF", budget: 501, effective_budget: 3.6, remaining_budget: 497.4 });
  expect((await ada.get("/statistic/budgets")).body).toEqual(body);
  const all = (await admin.get("/statistics/budgets")).body.currencies;
  expect(all.map((row: { currency: string; budget: number }) => [row.currency, row.budget])).toEqual([
    ["CHF", 501],
    ["EUR", 500],
  ]);
});

test("[API-STAT-006] [API-STAT-007] [API-STAT-011] filters list the sites and regions with deliveries", async () => {
  const sites = (await ada.get("/statistics/url-filters?campaign_ids=1")).body;
  expect(sites.map((row: { value: string }) => row.value)).toEqual(["zeitung.example", "wetter.app"]);
  const regions = (await ada.get("/statistics/region-filters?campaign_ids=1")).body;
  expect(regions.map((row: { value: string }) => row.value)).toEqual(["CH-ZH", "CH-BE"]);
  expect((await ada.get("/statistic/region-filters?campaign_ids=1")).body).toEqual(regions);
});

test("site and region filters narrow every figure except the budgets", async () => {
  const bySite = (await ada.get("/statistics/impressions/city?sites=wetter.app")).body;
  expect(bySite.data.map((row: Record<string, unknown>) => [row.key, row.impressions])).toEqual([["Winterthur", 30]]);
  expect(bySite.total.impressions).toBe(30);
  const byRegion = (await ada.get("/statistics?regions=CH-BE")).body;
  expect([byRegion.impressions, byRegion.budgets[0].effective_budget]).toEqual([10, 3.6]);
  const quoted = new URLSearchParams([
    ["sites", 'it\'s, a "site".example'],
    ["sites", "other.example"],
  ]);
  expect((await ada.get(`/statistics?${quoted}`)).body.impressions).toBe(100);
});

/** The texts and numbers in the rows of an exported spreadsheet. */
function rowsOf(archive: Buffer): string[][] {
  const spreadsheet = strFromU8(unzipSync(archive)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  return [...spreadsheet.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<c [^>]*>(?:<v>|<is><t[^>]*>)(.*?)</g)].map(([, cell = ""]) => cell),
  );
}

test("[API-USER-027] [API-USER-028] the spreadsheet has the table's rows for the same filter", async () => {
  const filter = "from=2026-02-01&to=2026-03-02&campaign_ids=1,2&sort=text";
  const answer = await ada.get(`/excel?${filter}`, { "accept-language": "de" });
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toContain("spreadsheetml.sheet");
  const [header, ...rows] = rowsOf(answer.bytes);
  expect(header?.slice(0, 5)).toEqual(["Name", "Land", "Region", "Einblendungen", "Klicks"]);
  const table = (await ada.get(`/statistics/table?${filter}`)).body.data;
  const told = table.map((row: Record<string, unknown>) =>
    [row.text, row.impressions, row.clicks, row.ctr, row.measured_impressions, row.measured_rate].map(String),
  );
  expect(rows.map((row) => row.slice(0, 6))).toEqual(told);
  expect(rows.map((row) => row.slice(-5))).toEqual([
    ["CHF", "2.5", "500", "2.6", "497.4"],
    ["CHF", "2.5", "1", "1", "0"],
  ]);
  expect((await stack.visitor().get("/excel")).status).toBe(401);
});

test("callers who see campaigns of several customers get their names, as order and column of the file too", async () => {
  const named = async (client: TestClient, query: string) =>
    (await client.get(`/statistics/table?${query}`)).body.data.map(
      ({ text, owner_name }: Record<string, string | null>) => [text, owner_name],
    );
  expect(await named(admin, "sort=owner_name&direction=desc")).toEqual([
    ["Bens", "Ben GmbH"],
    ["Spring", "Ada AG"],
    ["Video", "Ada AG"],
  ]);
  expect(await named(admin, "sort=owner_name&per_page=1&page=3")).toEqual([["Bens", "Ben GmbH"]]);
  expect(await named(manager, "sort=text")).toEqual([
    ["Spring", "Ada AG"],
    ["Video", "Ada AG"],
  ]);
  expect(await named(ada, "sort=text")).toEqual([
    ["Spring", null],
    ["Video", null],
  ]);
  const [header, ...rows] = rowsOf((await admin.get("/excel?owner=ben-uid", { "accept-language": "de" })).bytes);
  expect([header?.slice(0, 3), rows.map((row) => row.slice(0, 2))]).toEqual([
    ["Name", "Kunde", "Land"],
    [["Bens", "Ben GmbH"]],
  ]);
});

test("rejects days in the wrong order in the reader's language", async () => {
  const { status, body } = await ada.get("/statistics?from=2026-03-02&to=2026-03-01", { "accept-language": "de" });
  expect([status, body.errors.to]).toEqual([422, ["Das Enddatum darf nicht vor dem Startdatum liegen"]]);
});
