import { type Click, clickIds, recordConversion } from "@litfass/adserver/index";
import { importEvents } from "@litfass/events/index";
import { sampleEvent } from "@litfass/events/testing/sample-event";
import { seededRandom } from "@litfass/platform/random";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDraft, creditCustomer, startCampaign } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let anna: TestClient;
let ben: TestClient;
let admin: TestClient;
let id: number;
let elsewhere: number;
beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  ben = await stack.signIn({ uid: "ben-1", role: "customer" });
  admin = await stack.signIn("admin");
  await creditCustomer(stack, "anna-1");
});
afterAll(() => stack?.close());
beforeEach(async () => {
  await stack.platform.db.execute(sql`delete from campaign_conversions`);
});

const on = { measures_conversions: true, conversion_window_days: 30 };
const tracking = (campaign: number) => `/user-campaigns/${campaign}/conversion-tracking`;
const dayMs = 86_400_000;

type Report = Partial<Click> & { order?: string; currency?: string; value?: number; nonce?: Buffer };
let clicks = 0;
/** Reports a conversion as an ad server does; each is of a click of its own, an hour ago. */
function report({ order, currency, value, nonce, ...click }: Report = {}) {
  const { db, clock } = stack.platform;
  const at = clock.now();
  const usual = {
    campaignId: id,
    creativeUuid: "c-1",
    site: "news.example",
    atMs: at.getTime() - 3_600_000,
    isTest: false,
  };
  const unique = Buffer.alloc(12);
  unique.writeUInt32BE(++clicks);
  const valueMicros = value === undefined ? null : BigInt(value) * 1_000_000n;
  return recordConversion(db, {
    click: { ...usual, ...click, nonce: nonce ?? unique },
    at,
    valueMicros,
    currency,
    order,
  });
}

test("the switch is a change with history and audit, and reaches running ads; only the owner and staff have it", async () => {
  id = await startCampaign(stack, anna);
  const delivered = async () => {
    const { rows } = await stack.platform.db.execute<{ measures: boolean | null }>(
      sql`select (payload ->> 'measuresConversions')::boolean as measures from campaign_snapshots where campaign_id = ${id}`,
    );
    return rows[0]?.measures ?? false;
  };
  expect((await anna.get(tracking(id))).body).toMatchObject({ measures_conversions: false, test_url: null });
  expect(await delivered()).toBe(false);
  expect((await ben.get(tracking(id))).status).toBe(403);
  expect((await ben.put(tracking(id), on)).status).toBe(403);
  expect((await anna.put(tracking(id), { ...on, conversion_window_days: 31 })).status).toBe(422);
  const switched = await anna.put(tracking(id), on);
  expect(switched.body).toMatchObject({ ...on, currency: "CHF", last_conversion_at: null, last_test_at: null });
  expect(await delivered()).toBe(true);
  const { body } = await anna.get(`/user-campaigns/${id}/changes`);
  expect(body.data[0].fields).toEqual([{ field: "measures_conversions", before: false, after: true }]);
  const { rows } = await stack.platform.db.execute(
    sql`select actor_uid from audit_entries where command = 'campaigns.change_conversion_tracking'`,
  );
  expect(rows).toEqual([{ actor_uid: "anna-1" }]);
  const copy = await anna.post(`/user-campaigns/${id}/copy`);
  expect((await anna.get(tracking(copy.body.id))).body.measures_conversions).toBe(true);
});

test("one order counts once, also when ad servers get it at the same moment, and per domain", async () => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => report({ order: "1001" })));
  expect(outcomes.toSorted()).toEqual(["counted", ...Array(19).fill("duplicate")]);
  expect(await report({ order: "1002" })).toBe("counted");
  const other = await startCampaign(stack, anna, { destination_url: "https://other.example/" });
  await anna.put(tracking(other), on);
  expect(await report({ campaignId: other, order: "1001" })).toBe("counted");
  const same = await startCampaign(stack, anna, { destination_url: "https://shop.brothaus.example/" });
  elsewhere = other;
  await anna.put(tracking(same), on);
  expect(await report({ campaignId: same, order: "1001" })).toBe("duplicate");
});

test("without an order a click counts once, with orders at most twenty times", async () => {
  const nonce = Buffer.alloc(12, 7);
  expect([await report({ nonce }), await report({ nonce })]).toEqual(["counted", "duplicate"]);
  for (let order = 2; order <= 20; order++) expect(await report({ nonce, order: `n-${order}` })).toBe("counted");
  expect(await report({ nonce, order: "n-21" })).toBe("too_many");
});

test("other currencies, old clicks and campaigns that do not measure are refused", async () => {
  const now = stack.platform.clock.now().getTime();
  expect(await report({ currency: "EUR" })).toBe("wrong_currency");
  expect(await report({ currency: "CHF" })).toBe("counted");
  expect(await report({ atMs: now - 30 * dayMs + 1_000 })).toBe("counted");
  expect(await report({ atMs: now - 30 * dayMs - 1_000 })).toBe("expired_click");
  const draft = await createDraft(stack, anna);
  expect(await report({ campaignId: draft })).toBe("not_measured");
  expect(await report({ campaignId: 999_999 })).toBe("not_measured");
});

test("a test link shows up and does not count", async () => {
  const { test_url } = (await anna.get(tracking(id))).body;
  const landing = new URL(test_url);
  expect(landing.origin).toBe("https://www.brothaus.example");
  const { signing } = stack.platform.config.secrets;
  const click = clickIds(signing, seededRandom(1)).open(landing.searchParams.get("litfass_click") ?? "");
  expect(click).toMatchObject({ campaignId: id, isTest: true });
  expect(await report({ ...click!, order: "t" })).toBe("test");
  const { body } = await anna.get(tracking(id));
  expect([body.last_test_at, body.last_conversion_at]).toEqual([stack.platform.clock.now().toISOString(), null]);
  await report();
  expect((await anna.get(tracking(id))).body.last_conversion_at).toBe(stack.platform.clock.now().toISOString());
  const draft = await createDraft(stack, anna);
  await anna.put(tracking(draft), on);
  expect(await report({ campaignId: draft, isTest: true })).toBe("test");
  expect((await anna.delete(`/user-campaigns/${draft}`)).status).toBe(200);
});

test("reports compare conversions with clicks and spend, by campaign, banner, day and site, within reach", async () => {
  const { clickhouse, clock } = stack.platform;
  const event = {
    campaign_id: id,
    owner_uid: "anna-1",
    site: "news.example",
    creative_uuid: "c-1",
    at: clock.now().toISOString(),
  };
  const times = (count: number, change: object) =>
    Array.from({ length: count }, () => sampleEvent({ ...event, ...change }));
  await importEvents(clickhouse, "conversions", [
    ...times(400, { kind: "impression", charge_micros: 25_000 }),
    ...times(8, { kind: "click", charge_micros: 0 }),
  ]);
  await report({ value: 30 });
  await report({ value: 12 });
  await report({ campaignId: elsewhere, value: 500 });
  await report({ campaignId: id, atMs: clock.now().getTime() - 2 * dayMs });
  const figures = { conversions: 3, conversion_rate: 37.5, cost_per_conversion: 3.33, conversion_value: 42 };
  const only = `campaign_ids=${id}`;
  expect((await anna.get(`/statistics?${only}`)).body).toMatchObject(figures);
  const table = async (grouping: string, more = "") =>
    (await anna.get(`/statistics/table?group_by=${grouping}&${only}${more}`)).body.data;
  expect(await table("campaign")).toMatchObject([figures]);
  expect(await table("creative")).toMatchObject([{ key: "c-1", ...figures }]);
  expect(await table("url")).toMatchObject([{ key: "news.example", ...figures }]);
  expect(await table("url", "&sites=other.example")).toEqual([]);
  expect(await table("day")).toMatchObject([{ conversions: 2, conversion_rate: 25, cost_per_conversion: 5 }]);
  expect(await table("device")).toMatchObject([{ conversions: null, conversion_rate: null, conversion_value: null }]);
  expect((await anna.get(`/statistics/campaigns/${id}/overview`)).body).toMatchObject(figures);
  const [header, row] = (await anna.get(`/excel?format=csv&${only}`)).text.split(/\r?\n/);
  expect(header).toMatch(/"Conversions","Conversion rate","Cost per conversion","Value of conversions"$/);
  expect(row).toMatch(/\b3[,;]37\.5[,;]3\.33[,;]42$/);
  expect((await admin.get(`/statistics?${only}`)).body).toMatchObject(figures);
  expect((await ben.get(`/statistics?${only}`)).body).toMatchObject({ campaigns: 0, conversions: null });
  // Where some campaigns do not measure, their clicks and spend must not count against the others' conversions.
  await startCampaign(stack, anna);
  expect((await anna.get("/statistics")).body).toMatchObject({ conversion_rate: null, cost_per_conversion: null });
  await anna.put(tracking(id), { ...on, measures_conversions: false });
  expect((await anna.get(`/statistics?${only}`)).body).toMatchObject({ conversions: null, conversion_value: null });
});
