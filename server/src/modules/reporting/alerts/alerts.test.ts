import { randomUUID } from "node:crypto";
import type { AdEventKind, NewAdEvent } from "@litfass/contract/events/ad-event";
import { importEvents } from "@litfass/events/index";
import { sampleEvent } from "@litfass/events/testing/sample-event";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDraft, creditCustomer, startCampaign } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { alertMailJob } from "./alert-commands.ts";
import { checkJob } from "./check-alerts.ts";

let stack: Stack;
let anna: TestClient;
let campaign: number;
const path = "/statistics/alerts";

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-alerted", role: "customer", lang: "de" });
  await creditCustomer(stack, "anna-alerted");
  const admin = await stack.signIn({ uid: "admin-alerted", role: "admin" });
  await admin.put("/creative-reviews/policy", { first_campaigns: 0, own_files: false });
  campaign = await startCampaign(stack, anna, { name: "Zopf" });
  await startEarlier();
});
afterAll(() => stack?.close());

/** Delivery has had all campaigns for three hours; snapshots have the time of the database, not of the clock. */
async function startEarlier(): Promise<void> {
  const at = new Date(stack.platform.clock.now().getTime() - 3 * 3_600_000).toISOString();
  await stack.platform.db.execute(sql`update campaign_snapshots
    set published_at = ${at}, payload = jsonb_set(payload, '{startAt}', to_jsonb(${at}::text))`);
}
/** Checks twice, as after a crash between its steps, and returns the new mails. */
async function check() {
  const before = stack.outbox.length;
  for (const _ of [1, 2]) {
    await stack.platform.jobs.send(checkJob, {});
    await stack.platform.jobs.drain(checkJob);
    await stack.platform.jobs.drain(alertMailJob);
  }
  return stack.outbox.slice(before);
}
async function record(kind: AdEventKind, count: number, charge = 0): Promise<void> {
  const at = stack.platform.clock.now().toISOString();
  const event = sampleEvent({ kind, at, campaign_id: campaign, charge_micros: charge });
  await importEvents(stack.platform.clickhouse, randomUUID(), Array<NewAdEvent>(count).fill(event));
}
const add = async (rule: object, about: number | null = null) =>
  (await anna.post(path, { campaign: about, rule })).body;
const clear = async () => {
  for (const { id } of (await anna.get(path)).body) await anna.delete(`${path}/${id}`);
};

test("alerts are added, listed, changed and removed, each by its owner", async () => {
  const made = await anna.post(path, { campaign, rule: { kind: "daily_spend", amount: 20.5 } });
  expect([made.status, made.body]).toEqual([
    201,
    {
      id: expect.any(String),
      campaign,
      campaign_name: "Zopf",
      rule: { kind: "daily_spend", amount: 20.5 },
      is_active: true,
    },
  ]);
  const rule = { kind: "low_ctr", percent: 0.07, impressions: 5_000 };
  const own = `${path}/${made.body.id}`;
  expect((await anna.patch(own, { rule })).body.rule).toEqual(rule);
  expect((await anna.patch(own, { is_active: false })).body).toMatchObject({ rule, is_active: false });

  const ben = await stack.signIn({ uid: "ben-alerted", role: "customer" });
  expect((await ben.get(path)).body).toEqual([]);
  expect((await ben.patch(own, { is_active: true })).status).toBe(404);
  expect((await ben.delete(own)).status).toBe(404);
  expect((await ben.post(path, { campaign, rule })).status).toBe(404);

  expect((await anna.delete(own)).status).toBe(204);
  expect((await anna.get(path)).body).toEqual([]);
});

test("impossible rules and more than twenty alerts are refused", async () => {
  for (const rule of [
    { kind: "daily_spend", amount: 0 },
    { kind: "low_ctr", percent: 0.005, impressions: 1_000 },
    { kind: "low_ctr", percent: 1, impressions: 10 },
    { kind: "silent", hours: 500 },
    { kind: "budget_used", percent: 101 },
    { kind: "rain", hours: 1 },
  ])
    expect([rule, (await anna.post(path, { campaign: null, rule })).status]).toEqual([rule, 422]);
  for (let count = 0; count < 20; count++) await add({ kind: "silent", hours: 1 + count });
  const refused = await anna.post(path, { campaign: null, rule: { kind: "silent", hours: 24 } });
  expect([refused.status, refused.body.code]).toEqual([409, "too_many_alerts"]);
  await clear();
});

test("each incident is mailed once, with the figures, until it was over for a day", async () => {
  const start = stack.platform.clock.now();
  const later = (hours: number) => stack.clock.set(new Date(start.getTime() + hours * 3_600_000));
  await add({ kind: "daily_spend", amount: 1 });
  await add({ kind: "low_ctr", percent: 0.5, impressions: 100 }, campaign);
  await record("impression", 100, 10_000);
  expect((await check()).map(({ subject }) => subject)).toEqual(["Tiefe CTR: Zopf"]);

  await record("impression", 1, 500_000);
  const [spent, ...others] = await check();
  expect(others).toEqual([]);
  expect(spent).toMatchObject({ to: "anna-alerted@test.example", subject: "Über Ihrer Tagesgrenze: Zopf" });
  expect(spent?.text).toContain("«Zopf» hat heute CHF\u00a01.50 verbraucht. Ihre Grenze liegt bei CHF\u00a01.00.");
  expect(spent?.text).toContain(`/campaigns/${campaign}/report`);

  // The CTR recovers and falls again within a day: the same incident.
  await record("click", 1);
  expect(await check()).toEqual([]);
  await record("impression", 150);
  expect(await check()).toEqual([]);

  // Another day has its own limit.
  later(24);
  await record("impression", 1, 1_500_000);
  expect((await check()).map(({ subject }) => subject)).toEqual(["Über Ihrer Tagesgrenze: Zopf"]);
  stack.clock.set(start);
  await clear();
});

test("the link at the end of a mail switches the alert off", async () => {
  const { id } = await add({ kind: "low_ctr", percent: 100, impressions: 100 });
  const [mail] = await check();
  const stop = new URL(/https?:\S+\/reports\/stop\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  const token = stop.searchParams.get("token");
  expect([stop.searchParams.get("about"), stop.searchParams.get("id")]).toEqual(["alert", id]);
  const visitor = stack.visitor();
  expect((await visitor.post("/shared-reports/stop", { id, token: `${token}x` })).status).toBe(404);
  expect((await visitor.post("/shared-reports/stop", { id, token })).status).toBe(204);
  expect((await anna.get(path)).body).toMatchObject([{ id, is_active: false }]);
  expect(await check()).toEqual([]);
  await clear();
});

test("silence and the used budget are reported, and several campaigns in one mail", async () => {
  const other = await createDraft(stack, anna, { name: "Wähe" });
  await anna.post(`/user-campaigns/${other}/activate`);
  await startEarlier();
  await stack.platform.clickhouse.command({ query: "truncate table campaign_hours" });
  await add({ kind: "silent", hours: 2 });
  const [mail, ...others] = await check();
  expect([mail?.subject, others]).toEqual(["Alarm für 2 Kampagnen", []]);
  expect(mail?.text).toContain("«Zopf» wurde in den letzten 2 Stunden nicht gezeigt.");
  await clear();

  await record("impression", 1, 90_000_000);
  await add({ kind: "budget_used", percent: 90 });
  expect((await check()).map(({ subject }) => subject)).toEqual(["Budget verbraucht: Zopf"]);
  await clear();
});
