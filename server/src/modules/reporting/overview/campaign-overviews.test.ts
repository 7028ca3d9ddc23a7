import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { importEvents } from "@litfass/events/index";
import { sampleEvent } from "@litfass/events/testing/sample-event";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

/** The clock is at 10:00 in Zurich on 2 March. Anna has three campaigns, Ben one. */
let stack: Stack;
let anna: TestClient;
let ben: TestClient;
const ids: Record<string, number> = {};

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  ben = await stack.signIn({ uid: "ben-12", role: "customer" });
  await stack.signIn({ uid: "sales-1", role: "sales" });
  await stack.platform.db.execute(
    sql`insert into customer_assignments (sales_uid, customer_uid, created_at) values ('sales-1', 'anna-1', now())`,
  );
  const started = "2026-02-19T23:00:00Z";
  // Twenty days from 20 February: ten and a half are over.
  ids.onPlan = await campaign("anna-1", "On plan", "ACTIVE", started);
  ids.behind = await campaign("anna-1", "Behind", "ACTIVE", started);
  ids.draft = await campaign("anna-1", "Draft", "DRAFT", null);
  ids.bens = await campaign("ben-12", "Bens", "ACTIVE", started);
  await importEvents(stack.platform.clickhouse, "history", [
    ...times(200, { campaign_id: ids.onPlan, at: "2026-02-21T12:00:00.000Z" }),
    ...times(50, { campaign_id: ids.onPlan, at: "2026-03-02T08:00:00.000Z" }),
    ...times(200, { campaign_id: ids.onPlan, at: "2026-03-02T08:00:00.000Z", kind: "measured", charge_micros: 0 }),
    ...times(20, { campaign_id: ids.onPlan, at: "2026-03-02T08:00:00.000Z", kind: "viewable", charge_micros: 0 }),
    ...times(5, { campaign_id: ids.onPlan, at: "2026-03-02T08:00:00.000Z", kind: "click", charge_micros: 0 }),
    ...times(3, { campaign_id: ids.onPlan, at: "2026-03-02T08:00:00.000Z", invalid: "declared_bot", charge_micros: 0 }),
    ...times(200, { campaign_id: ids.behind, at: "2026-02-21T12:00:00.000Z" }),
    ...times(100, { campaign_id: ids.bens, at: "2026-03-02T08:00:00.000Z", owner_uid: "ben-12" }),
  ]);
});
afterAll(() => stack?.close());

async function campaign(owner: string, name: string, status: string, activatedAt: string | null): Promise<number> {
  const { rows } = await stack.platform.db.execute<{ id: string }>(sql`
    insert into campaigns (owner_uid, name, status, currency, total_budget_micros, start_on, end_on, activated_at,
      created_at, updated_at)
    values (${owner}, ${name}, ${status}, 'CHF', 20000000, '2026-02-20', '2026-03-11', ${activatedAt}, now(), now())
    returning id`);
  return Number(rows[0]?.id);
}

const times = (count: number, change: Partial<NewAdEvent>): NewAdEvent[] =>
  Array.from({ length: count }, () =>
    sampleEvent({ at: "2026-02-27T12:00:00.000Z", campaign_id: 1, owner_uid: "anna-1", lease_id: "lease", ...change }),
  );

test("an overview has lifetime figures, the expected spend, two weeks and the health of the last day", async () => {
  const { status, body } = await anna.get(`/statistics/campaigns/${ids.onPlan}/overview`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    campaign_id: ids.onPlan,
    impressions: 250,
    clicks: 5,
    ctr: 2,
    measured_impressions: 200,
    measured_rate: 80,
    viewable_impressions: 20,
    visibility_rate: 10,
    invalid_impressions: 3,
    currency: "CHF",
    budget: 20,
    effective_budget: 6.25,
    remaining_budget: 13.75,
    // 10 days and 10 hours of 20 days.
    planned_budget: 10.41,
    even_share: 1,
    daily_share: 1.43,
    health: { verdict: "on_plan", since: "2026-03-01T10:00:00.000Z" },
  });
  expect(body.days).toHaveLength(14);
  expect(body.days[0]).toEqual({ date: "2026-02-17", impressions: 0 });
  expect(body.days[4]).toEqual({ date: "2026-02-21", impressions: 200 });
  expect(body.days[13]).toEqual({ date: "2026-03-02", impressions: 50 });
  const behind = await anna.get(`/statistics/campaigns/${ids.behind}/overview`);
  expect(behind.body.health).toMatchObject({ verdict: "behind", share_percent: 0 });
});

test("returns a page of overviews at once, without those of other users and drafts", async () => {
  const asked = Object.values(ids).join(",");
  const { status, body } = await anna.get(`/statistics/overviews?campaign_ids=${asked}`);
  expect(status).toBe(200);
  expect(body.map((row: { campaign_id: number }) => row.campaign_id).sort()).toEqual([ids.onPlan, ids.behind].sort());
  const tooMany = Array.from({ length: 101 }, (_, at) => at + 1).join(",");
  expect((await anna.get(`/statistics/overviews?campaign_ids=${tooMany}`)).status).toBe(422);
});

test("returns 404 for another user's campaign, a draft and an unknown one; managers and account managers see theirs", async () => {
  const overview = (client: TestClient, id: number | undefined) => client.get(`/statistics/campaigns/${id}/overview`);
  expect((await overview(ben, ids.onPlan)).status).toBe(404);
  expect((await overview(anna, ids.bens)).status).toBe(404);
  expect((await overview(anna, ids.draft)).status).toBe(404);
  expect((await overview(anna, 999_999)).status).toBe(404);
  const sales = await stack.signIn({ uid: "sales-1", role: "sales" });
  expect((await overview(sales, ids.onPlan)).status).toBe(200);
  expect((await overview(sales, ids.bens)).status).toBe(404);
  const manager = await stack.signIn("campaign_manager");
  expect((await overview(manager, ids.bens)).status).toBe(200);
  expect((await manager.get(`/statistics?campaign_ids=${ids.bens}`)).body.impressions).toBe(100);
  expect((await manager.get("/statistics")).body.impressions).toBe(0);
  expect((await overview(await stack.signIn("accountant"), ids.bens)).status).toBe(403);
});

test("the list filters for the caller's campaigns that need attention", async () => {
  const named = async (client: TestClient, query: string) =>
    (await client.get(`/user-campaigns?${query}`)).body.data.map(({ name }: { name: string }) => name);
  expect(await named(anna, "attention=true")).toEqual(["Behind"]);
  expect(await named(ben, "attention=true")).toEqual([]);
  await stack.platform.db.execute(sql`
    insert into creative_reviews (campaign_id, owner_uid, kind, status, creatives, destination_url, submitted_at,
      decided_at, decided_by, reasons)
    values (${ids.bens}, 'ben-12', 'start', 'rejected', '[]', 'https://ben.example', now(),
      now(), 'sales-1', '{misleading}')`);
  expect(await named(ben, "attention=true")).toEqual(["Bens"]);
  expect(await named(anna, "attention=true")).toEqual(["Behind"]);
});

test("staff filter by customer, limited to customers whose campaigns they may access", async () => {
  const admin = await stack.signIn("admin");
  const sales = await stack.signIn({ uid: "sales-1", role: "sales" });
  const owners = async (client: TestClient, search = "") =>
    (await client.get(`/user-campaigns/owners?search=${search}`)).body
      .map(({ value }: { value: string }) => value)
      .sort();
  expect(await owners(admin)).toEqual(["anna-1", "ben-12"]);
  expect(await owners(sales)).toEqual(["anna-1"]);
  expect(await owners(ben)).toEqual(["ben-12"]);
  expect(await owners(await stack.signIn("campaign_manager"))).toEqual(["anna-1", "ben-12"]);
  expect(await owners(admin, "no such customer")).toEqual([]);
  expect(await owners(admin, "no such customer&owner=ben-12")).toEqual(["ben-12"]);
  expect(await owners(sales, "no such customer&owner=ben-12")).toEqual([]);
  expect((await admin.get("/user-campaigns?owner=ben-12")).body.meta.total).toBe(1);
  expect((await sales.get("/user-campaigns?owner=ben-12")).body.meta.total).toBe(0);
  await stack.platform.db.execute(sql`update users set full_name = 'Anna' where uid = 'anna-1'`);
  await stack.platform.db.execute(sql`update users set company_name = 'Zum Ben' where uid = 'ben-12'`);
  const byOwner = async (direction: string) =>
    (await admin.get(`/user-campaigns?sort=owner_name&direction=${direction}`)).body.data.map(
      ({ owner }: { owner: string }) => owner,
    );
  expect(await byOwner("asc")).toEqual(["anna-1", "anna-1", "anna-1", "ben-12"]);
  expect(await byOwner("desc")).toEqual(["ben-12", "anna-1", "anna-1", "anna-1"]);
  expect((await admin.get("/user-campaigns/counts?owner=anna-1")).body).toEqual({ ACTIVE: 2, DRAFT: 1 });
});

test("figures by hour of the day are complete and in the account's time zone", async () => {
  const { body } = await anna.get(`/statistics/impressions/hour?campaign_ids=${ids.onPlan}&from=2026-02-19`);
  expect(body.data.map(({ key }: { key: string }) => Number(key))).toEqual(Array.from({ length: 24 }, (_, at) => at));
  expect(body.data[13]).toMatchObject({ impressions: 200 });
  expect(body.data[9]).toMatchObject({ impressions: 50, clicks: 5 });
  expect(body.data[3]).toMatchObject({ impressions: 0 });
});

test("a new budget or period begins a new time to judge, other changes do not", async () => {
  const cleo = await stack.signIn({ uid: "cleo-1", role: "customer" });
  const id = await campaign("cleo-1", "Replanned", "ACTIVE", "2026-02-19T23:00:00Z");
  await importEvents(stack.platform.clickhouse, "replanned", times(200, { campaign_id: id, owner_uid: "cleo-1" }));
  const verdict = async () => (await cleo.get(`/statistics/campaigns/${id}/overview`)).body.health.verdict;
  const changed = (field: string) =>
    stack.platform.db.execute(sql`
      insert into campaign_changes (campaign_id, at, by_uid, action, fields)
      values (${id}, '2026-03-02T08:40:00Z', 'cleo-1', 'changed',
        ${JSON.stringify([{ field, before: 1, after: 2 }])}::jsonb)`);
  expect(await verdict()).toBe("behind");
  await changed("destination_url");
  expect(await verdict()).toBe("behind");
  await changed("total_budget");
  expect(await verdict()).toBe("early");
});
