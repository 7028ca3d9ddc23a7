import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { fillWithSample } from "../../creatives/index.ts";
import { setCampaignGroup } from "../index.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.close());

test("[PAY-003] [CONST-008] a plan of at least three months pays a campaign up to its budget and no further", async () => {
  const admin = await stack.signIn("admin");
  const customer = await stack.signIn({ uid: "with-a-plan", role: "customer" });
  const ready = async (total_budget: number): Promise<number> => {
    const { body } = await customer.post("/user-campaigns", {
      name: "Velo im Frühling",
      categories: ["IAB8"],
      language: "de",
      strategy: "performance",
      pacing: "ahead",
      total_budget,
      start_on: "2026-03-02",
      end_on: "2026-05-31",
      destination_url: "https://www.velowerk.example/",
      targeting: { locations: [{ kind: "country", id: "country:CH", name: "Switzerland", country: "CH" }] },
    });
    const { db, clock, random } = stack.platform;
    await db.transaction(async (tx) => {
      const group = await fillWithSample(
        tx,
        { campaignId: body.id, template: "poster", lang: "de" },
        { clock, random },
      );
      await setCampaignGroup(tx as WriteTransaction, body.id, group, clock.now());
    });
    return body.id;
  };
  const path = "/admin/users/with-a-plan/subscription";
  expect((await admin.post(path, { plan: "starter", months: 1 })).status).toBe(422);
  expect((await customer.post("/billing/send-invoice", { planId: "starter", months: 1 })).status).toBe(422);
  expect((await customer.post("/stripe/package", { plan: "starter", months: 1 })).status).toBe(422);
  const within = await ready(1500);
  expect((await customer.post(`/user-campaigns/${within}/activate`)).status).toBe(422);
  expect((await admin.post(path, { plan: "starter" })).body.subscription.end_at).toBe("2026-06-02T09:00:00.000Z");
  const beyond = await ready(1500.01);
  expect((await customer.post(`/user-campaigns/${beyond}/activate`)).status).toBe(422);
  const started = await customer.post(`/user-campaigns/${within}/activate`);
  expect([started.status, started.body.status]).toEqual([200, "ACTIVE"]);
  expect((await customer.get("/users/me")).body.balance).toMatchObject({ balance: 0, balance_reserved: 1500 });
});
