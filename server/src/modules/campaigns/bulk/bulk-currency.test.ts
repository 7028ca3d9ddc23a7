import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { switzerland } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { fillWithSample } from "../../creatives/index.ts";
import { users } from "../../users/index.ts";

let stack: Stack;
let admin: TestClient;
let customer: TestClient;
beforeAll(async () => {
  stack = await startStack();
  admin = await stack.signIn("admin");
  customer = await stack.signIn({ uid: "moving-of-bulk", role: "customer" });
});
afterAll(() => stack?.close());

test("[API-BULK-006] a budget is launched only in the currency in which it was entered", async () => {
  const groups: { uuid: string; template: string | null }[] = (await admin.get("/user-creatives")).body;
  const made = await admin.post("/bulk-campaigns", {
    ...{ name: "Spring", categories: ["IAB8"], language: "de", strategy: "performance", pacing: "ahead" },
    ...{ start_on: "2026-03-02", end_on: "2026-03-31", destination_url: "https://www.union.example/spring" },
    ...{ targeting: { locations: [switzerland] }, customers: [{ customer: customer.uid, budget: 300 }] },
    creative_groups: [groups.find(({ template }) => template === "split")?.uuid],
  });
  expect(made.status, made.text).toBe(201);
  const { id, pattern } = made.body;
  const { db, clock, random } = stack.platform;
  await db.transaction((tx) =>
    fillWithSample(tx, { campaignId: pattern, template: "split", lang: "de" }, { clock, random }),
  );
  // As if the customer had moved to Germany.
  await db.update(users).set({ currency: "EUR" }).where(eq(users.uid, customer.uid!));
  await admin.post("/billing/make-transaction", { user: customer.uid, amount: 1_000 });
  const balance = async () => (await customer.get("/users/me")).body.balance;
  const campaigns = async () => (await customer.get("/user-campaigns")).body.data;
  expect(await balance()).toMatchObject({ balance: 1_000, currency: "EUR" });

  const checked = (await admin.get(`/bulk-campaigns/${id}/filled-validation`)).body.customers;
  expect(checked).toMatchObject([{ missing: [], obstacles: [{ code: "currency_changed" }] }]);
  const refused = (await admin.post(`/bulk-campaigns/${id}`, {})).body.results;
  expect(refused).toMatchObject([{ outcome: "refused", campaign: null, reasons: [expect.stringMatching(/currency/)] }]);
  expect([await campaigns(), (await balance()).balance]).toEqual([[], 1_000]);

  await admin.put(`/bulk-campaigns/${id}`, { customers: [{ customer: customer.uid, budget: 250 }] });
  expect((await admin.post(`/bulk-campaigns/${id}`, {})).body.results).toMatchObject([{ outcome: "launched" }]);
  expect(await campaigns()).toMatchObject([{ total_budget: 250, currency: "EUR" }]);
  expect((await balance()).balance).toBe(750);
});
