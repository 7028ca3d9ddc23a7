import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { creditCustomer, startCampaign } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let anna: TestClient;
let reviewer: TestClient;
let admin: TestClient;
const approvedLink = "https://www.brothaus.example/zopf";
const elsewhere = "https://elsewhere.example/";

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  reviewer = await stack.signIn({ uid: "reviewer-1", role: "campaign_manager" });
  admin = await stack.signIn({ uid: "admin-1", role: "super_admin" });
  await creditCustomer(stack, "anna-1");
  await reviewer.put("/creative-reviews/policy", { first_campaigns: 20, own_files: false });
});
afterAll(() => stack?.close());

const pendingOf = async (id: number) =>
  (await reviewer.get("/creative-reviews?per_page=100")).body.data.find(
    ({ campaign }: { campaign: number }) => campaign === id,
  );
const approve = async (id: number) => {
  const waiting = await pendingOf(id);
  expect((await reviewer.post(`/creative-reviews/${waiting.id}/approve`)).status).toBe(200);
};
async function approvedCampaign(name: string): Promise<number> {
  const id = await startCampaign(stack, anna, { name });
  await approve(id);
  return id;
}
const deliveredLink = async (id: number): Promise<string | null> => {
  const { rows } = await stack.platform.db.execute<{ link: string }>(
    sql`select payload->>'destinationUrl' as link from campaign_snapshots where campaign_id = ${id} and is_live`,
  );
  return rows[0]?.link ?? null;
};

test("a link to a new host saved while a campaign is paused is reviewed before it runs again", async () => {
  const id = await approvedCampaign("Paused");
  await anna.put(`/user-campaigns/${id}`, { status: "PAUSED" });
  await anna.put(`/user-campaigns/${id}`, { destination_url: elsewhere });
  expect(await pendingOf(id)).toMatchObject({ destination_url: elsewhere });
  await anna.put(`/user-campaigns/${id}`, { status: "ACTIVE" });
  expect(await deliveredLink(id)).toBe(approvedLink);
});

test("a link that is saved together with the status is reviewed too", async () => {
  const id = await approvedCampaign("With the status");
  await anna.put(`/user-campaigns/${id}`, { status: "PAUSED", destination_url: elsewhere });
  await anna.put(`/user-campaigns/${id}`, { status: "ACTIVE" });
  expect([await deliveredLink(id), (await pendingOf(id))?.destination_url]).toEqual([approvedLink, elsewhere]);
});

test("undoing a change of the link is a change of the link", async () => {
  const id = await approvedCampaign("Undone");
  await anna.put(`/user-campaigns/${id}`, { destination_url: elsewhere });
  await approve(id);
  const [change] = (await anna.get(`/user-campaigns/${id}/changes`)).body.data;
  expect((await anna.post(`/user-campaigns/${id}/changes/${change.id}/undo`)).body.destination_url).toBe(approvedLink);
  expect(await deliveredLink(id)).toBe(elsewhere);
  expect(await pendingOf(id)).toMatchObject({ kind: "change", destination_url: approvedLink });
});

test("staff who change the link of a customer's campaign do not approve it by that", async () => {
  const id = await approvedCampaign("By staff");
  expect((await admin.put(`/user-campaigns/${id}`, { destination_url: elsewhere })).status).toBe(200);
  expect([await deliveredLink(id), (await pendingOf(id))?.destination_url]).toEqual([approvedLink, elsewhere]);
});

test("a copy of an approved campaign is reviewed with its own link", async () => {
  const id = await approvedCampaign("Original");
  const copied = await anna.post(`/user-campaigns/${id}/copy`, { name: "Copy" });
  expect(copied.status).toBeLessThan(300);
  const period = { start_on: "2026-03-02", end_on: "2026-03-31", total_budget: 100 };
  await anna.put(`/user-campaigns/${copied.body.id}`, { ...period, destination_url: elsewhere });
  expect((await anna.post(`/user-campaigns/${copied.body.id}/activate`)).status).toBe(200);
  expect(await deliveredLink(copied.body.id)).toBeNull();
  expect(await pendingOf(copied.body.id)).toMatchObject({ kind: "start", destination_url: elsewhere });
});

test.each(["https://user:pass@evil.example/", "https://127.0.0.1/"])("saves no link to %s", async (destination_url) => {
  const id = await approvedCampaign("A link that ads cannot have");
  const { status, body } = await anna.put(`/user-campaigns/${id}`, { destination_url });
  expect([status, Object.keys(body.errors)]).toEqual([422, ["destination_url"]]);
});
