import { amountOfMinor, minorOfAmount } from "@litfass/contract/kernel/money";
import { importEvents } from "@litfass/events/index";
import { sampleEvent } from "@litfass/events/testing/sample-event";
import { afterAll, beforeAll, expect, test } from "vitest";
import { consumeSpend, releaseReservation } from "../modules/billing/index.ts";
import { closeCampaigns } from "../modules/campaigns/index.ts";
import { startCampaign } from "../testing/campaigns.ts";
import type { TestClient } from "../testing/client.ts";
import { type Stack, startStack } from "../testing/stack.ts";

let stack: Stack;
let admin: TestClient;
let customer: TestClient;
const uid = "compared";

beforeAll(async () => {
  stack = await startStack();
  admin = await stack.signIn("admin");
  customer = await stack.signIn({ uid, role: "customer" });
  await admin.post("/billing/make-transaction", { user: uid, amount: 1000 });
  await admin.post("/billing/make-transaction", { user: uid, amount: 250, kind: "subsidy" });
});
afterAll(() => stack?.close());

const started = (name: string, total_budget: number): Promise<number> =>
  startCampaign(stack, customer, { name, pacing: "ahead", total_budget, end_on: "2026-05-31" });

/** Delivery's report of a campaign: the charge as an event for statistics, and as spend for the ledger. */
async function spend(campaignId: number, amountMicros: bigint): Promise<void> {
  await importEvents(stack.platform.clickhouse, `same-figures-${campaignId}`, [
    { ...impression, campaign_id: campaignId, charge_micros: Number(amountMicros) },
  ]);
  await stack.platform.db.transaction((tx) => consumeSpend(tx, [{ campaignId, amountMicros }]));
}

const impression = sampleEvent({
  at: "2026-03-02T08:00:00.000Z",
  campaign_id: 0,
  owner_uid: uid,
  charge_micros: 0,
  lease_id: "lease",
});

type Row = { id: number; status: string; effective_budget: number; remaining_budget: number };
const sum = (amounts: number[]): number =>
  amountOfMinor(amounts.reduce((total, amount) => total + minorOfAmount(amount), 0));

/** Compares every figure of one customer's money from every call. */
async function compare(): Promise<{ spent: number; reserved: number }> {
  const read = async (client: TestClient, path: string) => {
    const { status, body } = await client.get(path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const balance = (await read(customer, "/users/me")).balance;
  expect(await read(customer, "/billing/budget"), "billing page").toEqual(balance);
  expect((await read(admin, `/users/${uid}`)).balance, "admin's user page").toEqual(balance);
  const { sums } = await read(admin, `/users/${uid}/transactions`);
  expect(balance, "transactions of the user").toMatchObject(sums);
  const listed = (await read(admin, `/users?search=${uid}`)).data[0];
  if (listed.balance) expect(listed.balance, "list of users").toEqual(balance);
  const statement = await read(customer, "/billing/statement?per_page=1&direction=desc");
  expect(statement.closing_balance, "statement").toBe(balance.balance);
  expect(statement.data[0].balance, "newest line of the statement").toBe(balance.balance);
  const where = await read(customer, "/billing/campaign-spend");
  const campaigns: Row[] = (await read(customer, "/user-campaigns?per_page=100")).data;
  for (const campaign of campaigns) {
    const own = where.data.find((each: { campaign_id: number }) => each.campaign_id === campaign.id);
    expect([campaign.id, campaign.effective_budget]).toEqual([campaign.id, own.spent]);
    const one = await read(customer, `/user-campaigns/${campaign.id}`);
    expect([one.effective_budget, one.remaining_budget], "campaign page").toEqual([
      campaign.effective_budget,
      campaign.remaining_budget,
    ]);
  }
  const dashboard = (await read(customer, "/statistics/budgets")).currencies[0];
  expect(dashboard.effective_budget, "dashboard").toBe(where.spent);
  expect(dashboard.budget).toBe(sum(campaigns.flatMap((each) => [each.effective_budget, each.remaining_budget])));
  const running = campaigns.filter(({ id }) =>
    where.data.some((each: { campaign_id: number; reserved: number }) => each.campaign_id === id && each.reserved > 0),
  );
  expect(sum(running.map((each) => each.remaining_budget)), "running campaigns").toBe(balance.balance_reserved);
  expect(where.reserved).toBe(balance.balance_reserved);
  expect(sum([where.spent, balance.balance_reserved, balance.balance]), "adds up").toBe(balance.total);
  expect(balance.total).toBe(sum([balance.manual_balance, balance.stripe]));
  return { spent: minorOfAmount(where.spent), reserved: minorOfAmount(where.reserved) };
}

test("equal amounts are equal on every screen, with half Rappen, while campaigns run and after they end", async () => {
  const ids = [await started("Velo", 300), await started("Helm", 200), await started("Licht", 100)];
  expect(await compare()).toEqual({ spent: 0, reserved: 60_000 });
  await spend(ids[0]!, 25_000n);
  await spend(ids[1]!, 75_000n);
  await spend(ids[2]!, 99_975_000n);
  expect(await compare()).toEqual({ spent: 3 + 8 + 9_998, reserved: 29_997 + 19_992 + 2 });
  for (const id of ids.slice(1)) {
    expect((await customer.put(`/user-campaigns/${id}`, { status: "ENDED" })).status).toBe(200);
    await stack.platform.db.transaction((tx) =>
      releaseReservation(tx, { campaignId: id, key: `campaign:${id}:release` }),
    );
  }
  await closeCampaigns(stack.app.services);
  expect(await compare()).toEqual({ spent: 3 + 8 + 9_998, reserved: 29_997 });
});
