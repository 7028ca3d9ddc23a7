import { impressionPriceMicros, impressionsFor } from "@litfass/contract/kernel/money";
import { defaultPrices } from "@litfass/contract/settings/default-settings";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { shortfallMicros } from "../../billing/ledger/guarantee.ts";
import { cpmOf } from "../price.ts";

let stack: Stack;
let boss: TestClient;
beforeAll(async () => {
  stack = await startStack();
  boss = await stack.signIn("super_admin");
});
afterAll(() => stack.close());

const changeCpm = async (cpm: { CHF: number; EUR: number }) => {
  const { prices } = (await boss.get("/settings/operator")).body;
  const settings = { ...prices.settings, cpm };
  const { status } = await boss.put("/settings/operator/prices", { version: prices.version, note: "New", settings });
  expect(status).toBe(200);
};

test("a campaign's own price prevails over the price list, whose price depends on the currency", () => {
  const prices = { ...defaultPrices, cpm: { CHF: 4_000, EUR: 3_500 } };
  expect(cpmOf({ cpmMinor: null, currency: "CHF" }, prices)).toBe(4_000);
  expect(cpmOf({ cpmMinor: null, currency: "EUR" }, prices)).toBe(3_500);
  expect(cpmOf({ cpmMinor: 2_500, currency: "CHF" }, prices)).toBe(2_500);
  expect(impressionPriceMicros(4_000)).toBe(40_000n);
  expect(impressionsFor(40_00, 4_000)).toBe(1_000);
  const counted = { impressions: 1_000, measuredImpressions: 1_000, viewableImpressions: 0 };
  expect(shortfallMicros(counted, 1_000_000_000n, 4_000)).toBe(28_000_000n);
});

test("drafts, forecasts and plans use a new price list at once", async () => {
  await changeCpm({ CHF: 40, EUR: 35 });
  const customer = await stack.signIn("customer");
  const { id } = (await customer.post("/user-campaigns", { name: "Priced" })).body;
  await customer.put(`/user-campaigns/${id}`, { total_budget: 400 });
  const draft = (await customer.get(`/user-campaigns/${id}`)).body;
  expect([draft.cpm, draft.estimated_impressions]).toEqual([40, 10_000]);
  const forecast = await customer.post("/user-campaigns/forecast", { total_budget: 400 });
  expect(forecast.body.cpm).toEqual({ low: 40, high: 40 });
  const [starter] = (await customer.get("/billing/plans")).body;
  expect([starter.price_per_month, starter.impressions_per_month]).toEqual([500, 12_500]);
  const site = (await stack.visitor().get("/site/status")).body;
  expect(site.cpm).toEqual({ CHF: 40, EUR: 35 });
});
