import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { campaignSettings, creditCustomer, startCampaign } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let anna: TestClient;
let boss: TestClient;
let reviewer: TestClient;
beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "advanced_advertiser" });
  boss = await stack.signIn("super_admin");
  reviewer = await stack.signIn("campaign_manager");
  await creditCustomer(stack, "anna-1");
  await allow(["agency.example"]);
});
afterAll(() => stack?.close());

async function allow(hosts: string[]) {
  const { version } = (await boss.get("/settings/operator")).body.third_party;
  await boss.put("/settings/operator/third-party", { version, note: "Agency", settings: { hosts } });
}
const pixel = (name: string) => `https://ad.agency.example/${name}?ord=[timestamp]`;
const script = "https://agency.example/verify.js";
const draft = async (name: string): Promise<number> =>
  (await anna.post("/user-campaigns", { ...campaignSettings, name })).body.id;
const save = (id: number, change: object, client = anna) => client.put(`/user-campaigns/${id}`, change);
const delivered = async (id: number) => {
  const { rows } = await stack.platform.db.execute<{ trackers: object | null }>(
    sql`select payload -> 'trackers' as trackers from campaign_snapshots where campaign_id = ${id}`,
  );
  return rows[0]?.trackers ?? null;
};

test("trackers are https addresses of allowed hosts, at most five and two, and copied with the campaign", async () => {
  const id = await draft("Trackers");
  const saved = await save(id, { impression_trackers: [pixel("a"), pixel("b")], verification_scripts: [script] });
  expect([saved.status, saved.body]).toMatchObject([
    200,
    { impression_trackers: [pixel("a"), pixel("b")], verification_scripts: [script] },
  ]);
  const host = await save(id, { impression_trackers: [pixel("a"), "https://evil.example/i"] });
  expect([host.status, host.body.errors.impression_trackers[0]]).toEqual([
    422,
    "This host is not allowed: evil.example. Ask us to allow it.",
  ]);
  for (const wrong of [
    "http://ad.agency.example/i",
    "//ad.agency.example/i",
    `https://ad.agency.example/"x`,
    "https://",
  ]) {
    expect([wrong, (await save(id, { impression_trackers: [wrong] })).status]).toEqual([wrong, 422]);
  }
  const many = ["a", "b", "c", "d", "e", "f"].map(pixel);
  expect((await save(id, { impression_trackers: many })).status).toBe(422);
  expect((await save(id, { impression_trackers: many.slice(0, 5) })).status).toBe(200);
  expect((await save(id, { impression_trackers: [pixel("a"), pixel("a")] })).status).toBe(422);
  expect((await save(id, { verification_scripts: [script, `${script}?2`, `${script}?3`] })).status).toBe(422);
  const copy = (await anna.post(`/user-campaigns/${id}/copy`)).body;
  expect(copy).toMatchObject({ impression_trackers: many.slice(0, 5), verification_scripts: [script] });
  // A host that was withdrawn refuses new addresses of its own, and not the present ones.
  await allow([]);
  expect((await save(id, { impression_trackers: many.slice(0, 2) })).status).toBe(200);
  expect((await save(id, { impression_trackers: [pixel("new")] })).status).toBe(422);
  await allow(["agency.example"]);
});

test("trackers are an advanced setting", async () => {
  const ben = await stack.signIn({ uid: "benno-1", role: "customer" });
  await creditCustomer(stack, "benno-1");
  const { id } = (await ben.post("/user-campaigns", { ...campaignSettings, name: "Plain" })).body;
  const refused = await save(id, { impression_trackers: [pixel("a")] }, ben);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["impression_trackers"]]);
});

test("without a policy, trackers of a running campaign change at once, with an entry in its history", async () => {
  await reviewer.put("/creative-reviews/policy", { first_campaigns: 0, own_files: false });
  const id = await startCampaign(stack, anna, { name: "At once" });
  expect(await delivered(id)).toBeNull();
  expect((await save(id, { impression_trackers: [pixel("a")] })).status).toBe(200);
  expect(await delivered(id)).toEqual({ pixels: [pixel("a")], scripts: [] });
  const [entry] = (await anna.get(`/user-campaigns/${id}/changes`)).body.data;
  expect(entry.fields).toEqual([{ field: "impression_trackers", before: [], after: [pixel("a")] }]);
  expect((await anna.post(`/user-campaigns/${id}/changes/${entry.id}/undo`)).status).toBe(200);
  expect(await delivered(id)).toBeNull();
});

test("where staff review ads made elsewhere, new trackers of a running campaign wait for them", async () => {
  await reviewer.put("/creative-reviews/policy", { first_campaigns: 0, own_files: false });
  const id = await startCampaign(stack, anna, { name: "Waits" });
  await reviewer.put("/creative-reviews/policy", { first_campaigns: 0, own_files: true });
  const change = { impression_trackers: [pixel("a")], verification_scripts: [script] };
  const preview = await anna.post(`/user-campaigns/${id}/change-preview`, change);
  expect(preview.body.needs_review).toBe(true);
  expect((await save(id, change)).status).toBe(200);
  expect(await delivered(id)).toBeNull();
  expect((await anna.get(`/user-campaigns/${id}/review`)).body).toMatchObject({ status: "pending", shown: true });
  const queue = (await reviewer.get("/creative-reviews?per_page=100")).body.data;
  const review = queue.find((each: { campaign: number }) => each.campaign === id);
  expect(review).toMatchObject(change);
  expect((await reviewer.post(`/creative-reviews/${review.id}/approve`)).status).toBe(200);
  expect(await delivered(id)).toEqual({ pixels: [pixel("a")], scripts: [script] });
  // An unrelated change keeps them.
  expect((await save(id, { name: "Waited" })).status).toBe(200);
  expect(await delivered(id)).toEqual({ pixels: [pixel("a")], scripts: [script] });
});
