import { roles } from "@litfass/contract/kernel/roles";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.platform.clickhouse.command({
    query: `insert into margin_spans (span_at, exchange, campaign_id, site_kind, site, currency, impressions, charge_micros, costs, media_cost_micros, exchange_fee_micros, data_fee_micros) values
      ('2026-02-28 22:00:00', 'one', 1, 'site', 'early.example', 'CHF', 9, 900000, 9, 90000, 9, 9),
      ('2026-02-28 23:00:00', 'one', 1, 'site', 'news.example', 'CHF', 40, 1000000, 38, 700000, 60000, 0),
      ('2026-03-02 00:00:00', 'one', 2, 'site', 'news.example', 'EUR', 10, 250000, 10, 300000, 0, 0),
      ('2026-03-03 00:00:00', 'two', 1, 'app', 'com.example', 'CHF', 100, 2500000, 100, 1234567, 0, 123456),
      ('2026-03-03 22:00:00', 'two', 3, 'site', '=cmd()', 'CHF', 0, 0, 5, 50000, 0, 0),
      ('2026-03-03 23:00:00', 'two', 1, 'site', 'late.example', 'CHF', 9, 900000, 9, 90000, 9, 9)`,
  });
});
afterAll(() => stack.close());

const path = "/statistics/margins";
const days = "from=2026-03-01&to=2026-03-03";

test("spend, media cost and margin by campaign, exchange and site, for days of Zurich", async () => {
  const boss = await stack.signIn("super_admin");
  const { body } = await boss.get(`${path}?group_by=exchange&${days}`);
  expect(body.data).toEqual([
    {
      key: "two",
      text: "two",
      currency: "CHF",
      impressions: 100,
      known_costs: 105,
      spend: 2.5,
      ...{ media_cost: 1.28, exchange_fee: 0, data_fee: 0.12 },
      margin: 1.09,
      margin_rate: (2_500_000 - 1_284_567 - 123_456) / 2_500_000,
    },
    expect.objectContaining({
      key: "one",
      currency: "CHF",
      known_costs: 38,
      spend: 1,
      media_cost: 0.7,
      exchange_fee: 0.06,
      margin: 0.3,
    }),
    expect.objectContaining({
      key: "one",
      currency: "EUR",
      spend: 0.25,
      media_cost: 0.3,
      margin: -0.05,
      margin_rate: -0.2,
    }),
  ]);
  expect(body.totals).toMatchObject([
    { currency: "CHF", spend: 3.5, media_cost: 1.98, exchange_fee: 0.06, data_fee: 0.12, margin: 1.39 },
    { currency: "EUR", spend: 0.25, media_cost: 0.3, margin: -0.05 },
  ]);
  const keysBy = async (grouping: string) =>
    (await boss.get(`${path}?group_by=${grouping}&${days}`)).body.data.map(({ key }: { key: string }) => key);
  expect(await keysBy("campaign")).toEqual(["1", "2", "3"]);
  expect(await keysBy("site")).toEqual(["com.example", "news.example", "news.example", "=cmd()"]);
});

test.each([
  ["text&direction=asc", ["1", "2", "3"]],
  ["impressions&direction=desc", ["1", "2", "3"]],
  ["exchange_fee&direction=desc", ["1", "2", "3"]],
  ["data_fee&direction=desc", ["1", "2", "3"]],
  ["media_cost&direction=asc", ["3", "2", "1"]],
  ["margin&direction=asc", ["2", "3", "1"]],
  ["margin_rate&direction=desc", ["1", "2", "3"]],
])("sorted by %s", async (sort, keys) => {
  const boss = await stack.signIn("super_admin");
  const { body } = await boss.get(`${path}?${days}&sort=${sort}`);
  expect(body.data.map(({ key }: { key: string }) => key)).toEqual(keys);
});

test("a list is paged, and the sums are those of all rows", async () => {
  const boss = await stack.signIn("super_admin");
  const { body } = await boss.get(`${path}?${days}&per_page=1&page=3`);
  expect([body.data.length, body.data[0].key, body.meta.total]).toEqual([1, "3", 3]);
  expect(body.data[0]).toMatchObject({ spend: 0, media_cost: 0.05, margin: -0.05, margin_rate: null });
  expect(body.totals[0].spend).toBe(3.5);
});

test("the export is the whole list, in the language of the request, and no text becomes a formula", async () => {
  const boss = await stack.signIn("super_admin");
  const { text } = await boss.get(`${path}/export?group_by=site&${days}`, { "accept-language": "de" });
  const [header, ...rows] = text.trim().split("\r\n");
  expect(header).toContain('"Mediakosten mit Gebühren"');
  expect(rows).toHaveLength(4);
  expect(rows[0]).toBe('"com.example","CHF",100,100,2.50,1.23,0.00,0.12,1.14,45.68');
  expect(rows[3]).toContain(`"'=cmd()"`);
});

test("only those who read the books see margins", async () => {
  for (const role of roles) {
    const client = await stack.signIn(role);
    const expected = role === "super_admin" || role === "accountant" ? 200 : 403;
    expect([(await client.get(path)).status, (await client.get(`${path}/export`)).status], role).toEqual([
      expected,
      expected,
    ]);
  }
});
