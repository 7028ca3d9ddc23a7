import { grantLeases } from "@litfass/adserver/sync/lease-sql";
import { campaignEditors } from "@litfass/contract/campaigns/campaigns";
import { roles } from "@litfass/contract/kernel/roles";
import { reachOf } from "@litfass/contract/kernel/who";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settleBatch } from "../../../processes/settle-batch.ts";
import { creditCustomer, startCampaign } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { findCampaignBudget } from "../../spend/index.ts";
import { closeCampaigns } from "../index.ts";
import { endDueCampaign } from "../lifecycle/close-campaigns.ts";

let stack: Stack;
let anna: TestClient;

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  await credit("anna-1", 2_000);
});
afterAll(() => stack?.close());

const credit = (ownerUid: string, francs: number) => creditCustomer(stack, ownerUid, BigInt(francs) * 1_000_000n);

/** A campaign of Anna's that runs with a budget of 100 from today until the end of the month. */
const running = (change: object = {}): Promise<number> =>
  startCampaign(stack, anna, { strategy: "performance", pacing: "even", ...change });

const save = (id: number, change: object, lang = "en", client = anna) =>
  client.put(`/user-campaigns/${id}`, change, { "accept-language": lang });
const preview = (id: number, change: object, client = anna) =>
  client.post(`/user-campaigns/${id}/budget-preview`, change);
const balance = async () => {
  const { body } = await anna.get("/billing/budget");
  return { available: body.balance, reserved: body.balance_reserved };
};
const shift = (from: { available: number; reserved: number }, by: number) => ({
  available: from.available - by,
  reserved: from.reserved + by,
});

/** Leases micros to an ad server, for today. */
async function lease(campaignId: number, micros: number): Promise<string> {
  const request = { campaignId, dayOn: "2026-03-02", addMicros: micros, dayLimitMicros: 1e12 };
  const [grant] = await grantLeases(stack.platform.db, "p", [request], new Date("2026-03-02T10:00:00Z"));
  return String(grant?.leaseId);
}
let batches = 0;
const spend = (campaignId: number, leaseId: string, micros: bigint) =>
  stack.platform.db.transaction((tx) =>
    settleBatch(stack.platform)(tx, {
      key: `batch-${++batches}`,
      process: "p",
      spend: [{ leaseId, campaignId, amountMicros: micros, ownerUid: "anna-1", currency: "CHF", impressions: 1 }],
    }),
  );
const snapshotOf = async (id: number) => {
  const { rows } = await stack.platform.db.execute<{ payload: { budgetMicros: string; endAt: string } }>(
    sql`select payload from campaign_snapshots where campaign_id = ${id}`,
  );
  return rows[0]?.payload;
};
const evenDay = async (id: number) => {
  const { rows } = await stack.platform.db.execute<{ micros: string }>(
    sql`select even_day_micros as micros from campaign_budgets where campaign_id = ${id}`,
  );
  return Number(rows[0]?.micros);
};

test("[FIELD-BUDG-002] more budget is reserved at once and reaches delivery with the new end", async () => {
  const id = await running();
  const before = await balance();
  const saved = await save(id, { total_budget: 160.5, end_on: "2026-04-15" });
  expect([saved.status, saved.body.total_budget, saved.body.end_on]).toEqual([200, 160.5, "2026-04-15"]);
  expect(await balance()).toEqual(shift(before, 60.5));
  expect(await snapshotOf(id)).toMatchObject({ budgetMicros: "160500000", endAt: "2026-04-15T22:00:00.000Z" });
  expect(await findCampaignBudget(stack.platform.db, id)).toMatchObject({ budgetMicros: 160_500_000n });
  // The same value again is no second reservation, and forms send the unchanged start along.
  expect((await save(id, { total_budget: 160.5, start_on: "2026-03-02", end_on: "2026-04-15" })).status).toBe(200);
  expect(await balance()).toEqual(shift(before, 60.5));
});

test("the even share of a day follows the new budget and the new end", async () => {
  const id = await running();
  // 29 days and 14 hours are left until the end of March in Zurich, then 30 more.
  const days = 29 + 14 / 24;
  await save(id, { total_budget: 200 });
  expect(await evenDay(id)).toBe(Math.floor(200_000_000 / days));
  await save(id, { end_on: "2026-04-30" });
  expect(await evenDay(id)).toBe(Math.floor(200_000_000 / (days + 30)));
});

test("less budget goes back to the balance, down to what is spent and leased, to the Rappen", async () => {
  const id = await running();
  const leaseId = await lease(id, 12_000_000);
  await spend(id, leaseId, 7_025_000n);
  const before = await balance();
  const low = await save(id, { total_budget: 11.99 });
  expect([low.status, low.body.errors]).toEqual([
    422,
    {
      total_budget: [
        "The smallest possible budget is CHF\u00a012.00: that much is spent or planned for ads on their way.",
      ],
    },
  ]);
  const german = await save(id, { total_budget: 0 }, "de");
  expect(german.body.errors.total_budget).toEqual([
    "Das kleinstmögliche Budget ist CHF\u00a012.00: So viel ist bereits ausgegeben oder für laufende Ausspielungen vorgesehen.",
  ]);
  expect(await balance()).toEqual(before);
  expect((await save(id, { total_budget: 12 })).body.total_budget).toBe(12);
  expect(await balance()).toEqual(shift(before, -88));
  // What was leased is still charged in full.
  await spend(id, leaseId, 4_975_000n);
  expect((await anna.get(`/user-campaigns/${id}`)).body).toMatchObject({ effective_budget: 12, remaining_budget: 0 });
});

test("a begun Rappen counts as a whole one in the smallest budget", async () => {
  const id = await running();
  await spend(id, await lease(id, 25_000), 25_000n);
  expect((await save(id, { total_budget: 0.02 })).status).toBe(422);
  expect((await save(id, { total_budget: 0.03 })).status).toBe(200);
});

test("a paused campaign's lower budget also holds for an ad server that has not heard of the pause", async () => {
  const id = await running();
  await save(id, { status: "PAUSED" });
  expect((await save(id, { total_budget: 40 })).status).toBe(200);
  await lease(id, 90_000_000);
  expect(await findCampaignBudget(stack.platform.db, id)).toMatchObject({
    budgetMicros: 40_000_000n,
    leasedMicros: 40_000_000n,
  });
});

test("a balance that is short refuses at the field with the largest possible budget; nothing moves", async () => {
  const id = await running();
  const before = await balance();
  const most = before.available + 100;
  const refused = await save(id, { total_budget: most + 0.01, name: "Nie gespeichert" }, "de");
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["total_budget"]]);
  const { maximum } = (await preview(id, {})).body;
  expect(maximum).toBe(most);
  const amount = most.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, "'");
  expect(refused.body.errors.total_budget).toEqual([
    `Das Guthaben reicht dafür nicht. Möglich sind höchstens CHF\u00a0${amount}.`,
  ]);
  expect(await balance()).toEqual(before);
  expect((await anna.get(`/user-campaigns/${id}`)).body).toMatchObject({ name: "Zopf", total_budget: 100 });
});

test("raises at the same time never take more than the balance has", async () => {
  const ids = [await running(), await running()];
  const { available } = await balance();
  const answers = await Promise.all(ids.map((id) => save(id, { total_budget: 100 + Math.floor(available) })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect((await balance()).available).toBeLessThan(1);
  for (const id of ids) await save(id, { total_budget: 1 });
});

test("the end moves to today at the earliest; a campaign that was prolonged does not end", async () => {
  const id = await running({ end_on: "2026-03-04" });
  const past = await save(id, { end_on: "2026-03-01" });
  expect([past.status, Object.keys(past.body.errors)]).toEqual([422, ["end_on"]]);
  expect((await save(id, { end_on: null })).status).toBe(422);
  expect((await save(id, { end_on: "2026-03-02" })).status).toBe(200);
  expect((await save(id, { end_on: "2026-03-20" })).status).toBe(200);
  const now = stack.clock.now();
  stack.clock.set(new Date("2026-03-06T09:00:00Z"));
  const late = await save(id, { end_on: "2026-03-05" }, "de");
  expect(late.body.errors.end_on).toEqual(["Der letzte Tag liegt in der Vergangenheit."]);
  await closeCampaigns(stack.app.services);
  // Also where the job had listed it before.
  await stack.app.services.execute(endDueCampaign, {
    actor: { kind: "job", name: "campaigns.close" },
    input: { id, reason: "period" },
    lang: "en",
  });
  expect((await anna.get(`/user-campaigns/${id}`)).body.status).toBe("ACTIVE");
  stack.clock.set(now);
});

test("every role that edits campaigns changes a budget within its reach, the others and other tenants do not", async () => {
  const id = await running();
  for (const role of roles) {
    const client = await stack.signIn(role);
    // Account managers reach assigned customers, advertisers their own campaigns.
    const expected = reachOf(campaignEditors, role) === "all" ? 200 : 403;
    expect((await save(id, { total_budget: 101 }, "en", client)).status, role).toBe(expected);
    expect((await preview(id, { total_budget: 101 }, client)).status, role).toBe(expected);
  }
  const sales = await stack.signIn({ uid: "sales-1", role: "sales" });
  expect((await save(id, { total_budget: 102 }, "en", sales)).status).toBe(403);
  await stack.platform.db.execute(
    sql`insert into customer_assignments (sales_uid, customer_uid, created_at) values ('sales-1', 'anna-1', now())`,
  );
  const before = await balance();
  expect((await save(id, { total_budget: 103 }, "en", sales)).body.total_budget).toBe(103);
  expect(await balance()).toEqual(shift(before, 2));
  expect((await stack.visitor().put(`/user-campaigns/${id}`, { total_budget: 1 })).status).toBe(401);
});

test("an owner who may not start campaigns may not spend more either, and takes money back", async () => {
  const id = await running();
  const admin = await stack.signIn("admin");
  await stack.platform.db.execute(sql`update users set terms_accepted_at = null where uid = 'anna-1'`);
  const refused = await save(id, { total_budget: 120 }, "en", admin);
  expect(refused.body.errors).toEqual({ total_budget: ["Accept the general terms and conditions."] });
  expect((await save(id, { total_budget: 90 }, "en", admin)).status).toBe(200);
  await stack.platform.db.execute(sql`update users set terms_accepted_at = now() where uid = 'anna-1'`);
});

test("the preview says what saving does and saves nothing; it refuses what saving refuses", async () => {
  const id = await running();
  await spend(id, await lease(id, 10_000_000), 10_000_000n);
  const before = await balance();
  const { body } = await preview(id, { total_budget: 160, end_on: "2026-04-30" });
  expect(body).toMatchObject({
    currency: "CHF",
    minimum: 10,
    maximum: 100 + before.available,
    reserved: 60,
    returned: 0,
    balance: { before: before.available, after: before.available - 60 },
    impressions: { before: 4_000, after: 6_400 },
  });
  // 90 over 29 days and 14 hours of Zurich's clock left, then 150 over the days until the end of April.
  expect(body.per_day).toEqual({ before: 3.04, after: 2.51 });
  expect((await preview(id, { total_budget: 60 })).body).toMatchObject({ reserved: 0, returned: 40 });
  expect(await balance()).toEqual(before);
  const refusedKeys = async (change: object) => Object.keys((await preview(id, change)).body.errors);
  expect(await refusedKeys({ total_budget: 9.99, end_on: "2026-03-01" })).toEqual(["total_budget", "end_on"]);
  const draft = (await anna.post("/user-campaigns", { name: "Entwurf" })).body.id;
  expect((await preview(draft, { total_budget: 5 })).status).toBe(409);
  await save(id, { total_budget: 160, end_on: "2026-04-30" });
  expect(await balance()).toEqual({ available: body.balance.after, reserved: before.reserved + 60 });
});

test("the history shows the change; the old values take it back while they are possible", async () => {
  const id = await running();
  const before = await balance();
  await save(id, { total_budget: 150, end_on: "2026-04-10" });
  const [entry] = (await anna.get(`/user-campaigns/${id}/changes`)).body.data;
  expect(entry).toMatchObject({
    action: "changed",
    by: { uid: "anna-1" },
    fields: [
      { field: "total_budget", before: 100, after: 150 },
      { field: "end_on", before: "2026-03-31", after: "2026-04-10" },
    ],
  });
  expect((await save(id, { total_budget: 100, end_on: "2026-03-31" })).status).toBe(200);
  expect(await balance()).toEqual(before);
});

test("pacing and strategy of a running campaign change, its type and a start in the past do not", async () => {
  const id = await running();
  expect((await save(id, { pacing: "ahead", strategy: "awareness" })).body).toMatchObject({
    pacing: "ahead",
    strategy: "awareness",
  });
  const refused = await save(id, { type: "video", start_on: "2026-03-03" }, "de");
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "Diese Einstellungen lassen sich nicht mehr ändern: Typ, Startdatum",
  ]);
  const waiting = await running({ start_on: "2026-03-10" });
  expect((await save(waiting, { start_on: "2026-03-01" })).body.errors.start_on).toHaveLength(1);
  expect((await save(waiting, { start_on: "2026-03-05" })).body.start_on).toBe("2026-03-05");
});

test("a running campaign keeps the price of its start: bids, estimates and a larger budget use it; its copy does not", async () => {
  const id = await running();
  const boss = await stack.signIn("super_admin");
  const { prices } = (await boss.get("/settings/operator")).body;
  const settings = { ...prices.settings, cpm: { CHF: 50, EUR: 50 } };
  const changed = await boss.put("/settings/operator/prices", { version: prices.version, note: "New", settings });
  expect(changed.status).toBe(200);
  expect((await save(id, { total_budget: 200 })).status).toBe(200);
  expect(await snapshotOf(id)).toMatchObject({ budgetMicros: "200000000", priceMicros: "25000" });
  expect((await anna.get(`/user-campaigns/${id}`)).body).toMatchObject({ cpm: 25, estimated_impressions: 8_000 });
  expect((await preview(id, { total_budget: 300 })).body.impressions).toEqual({ before: 8_000, after: 12_000 });
  const copy = await anna.post(`/user-campaigns/${id}/copy?rename=true`);
  expect(copy.body).toMatchObject({ cpm: 50, estimated_impressions: 4_000 });
  expect(await snapshotOf(await running({ name: "Later" }))).toMatchObject({ priceMicros: "50000" });
});
