import { roles } from "@litfass/contract/kernel/roles";
import { afterAll, beforeAll, expect, test } from "vitest";
import { creditCustomer, startCampaign } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let anna: TestClient;
let boss: TestClient;
let path: string;

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  boss = await stack.signIn("super_admin");
  await creditCustomer(stack, "anna-1");
  const id = await startCampaign(stack, anna, { name: "Zopf" });
  path = `/statistics/campaigns/${id}/spend-breakdown`;
  await stack.platform.clickhouse.command({
    query: `insert into margin_spans (span_at, exchange, campaign_id, site_kind, site, currency, impressions, charge_micros, costs, media_cost_micros, exchange_fee_micros, data_fee_micros) values
      ('2026-03-01 00:00:00', 'one', ${id}, 'site', 'news.example', 'CHF', 40, 1000000, 40, 700000, 90000, 52000),
      ('2026-03-01 00:00:00', 'tag', ${id}, 'app', 'com.example', 'CHF', 60, 1500000, 35, 800000, 0, 0),
      ('2026-03-01 00:00:00', 'one', ${id + 1000}, 'site', 'other.example', 'CHF', 40, 9000000, 40, 9000000, 1, 1),
      ('2026-02-01 00:00:00', 'one', ${id}, 'site', 'early.example', 'CHF', 40, 9000000, 40, 9000000, 1, 1)`,
  });
});
afterAll(() => stack.close());

const days = "from=2026-03-01&to=2026-03-02";

async function show(isShown: boolean): Promise<void> {
  const { version, settings } = (await boss.get("/settings/operator")).body.campaigns;
  const body = { version, note: "transparency", settings: { ...settings, spend_breakdown: isShown } };
  expect((await boss.put("/settings/operator/campaigns", body)).status).toBe(200);
}

test("customers see where a campaign's money went once the operator shows it", async () => {
  const hidden = await anna.get(`${path}?${days}`);
  expect([hidden.status, hidden.body]).toEqual([200, null]);
  await show(true);
  expect((await anna.get(`${path}?${days}`)).body).toEqual({
    ...{ from: "2026-03-01", to: "2026-03-02", currency: "CHF" },
    // A quarter of the impressions has no cost yet.
    ...{ spend: 2.5, site_cost: 1.41, exchange_fee: 0.09, data_fee: 0.05, unknown: 0.63, platform: 0.32 },
    exchanges: [
      { name: "tag", source: "tag", amount: 0.8 },
      { name: "one", source: "exchange", amount: 0.7 },
    ],
    sites: [
      { key: "com.example", text: "com.example", amount: 0.8 },
      { key: "news.example", text: "news.example", amount: 0.61 },
    ],
    other_sites: 0,
  });
  await show(false);
  expect((await anna.get(`${path}?${days}`)).body).toBeNull();
});

test("those who read the books see it in any case; nobody sees a campaign out of reach", async () => {
  await show(false);
  for (const role of roles) {
    const { status, body } = await (await stack.signIn(role)).get(`${path}?${days}`);
    const expected = role === "super_admin" ? [200, 2.5] : [status, undefined];
    expect([status, body?.spend], role).toEqual(expected);
  }
  await show(true);
  expect((await (await stack.signIn("advanced_advertiser")).get(path)).status).toBe(404);
  expect((await stack.visitor().get(path)).status).toBe(401);
  await show(false);
});

test("at most ten sites are listed, the rest is one sum", async () => {
  const id = await startCampaign(stack, anna, { name: "Brot" });
  const rows = Array.from(
    { length: 12 },
    (_, at) =>
      `('2026-03-01 00:00:00', 'one', ${id}, 'site', 's${at}.example', 'CHF', 1, 200000, 1, ${(at + 1) * 10_000})`,
  );
  await stack.platform.clickhouse.command({
    query: `insert into margin_spans (span_at, exchange, campaign_id, site_kind, site, currency, impressions, charge_micros, costs, media_cost_micros) values ${rows.join(",")}`,
  });
  const { body } = await boss.get(`/statistics/campaigns/${id}/spend-breakdown?${days}`);
  expect(body.sites).toHaveLength(10);
  expect(body.sites[0]).toEqual({ key: "s11.example", text: "s11.example", amount: 0.12 });
  expect([body.site_cost, body.other_sites, body.platform]).toEqual([0.78, 0.03, 1.62]);
});
