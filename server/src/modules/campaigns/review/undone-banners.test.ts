import { afterAll, beforeAll, expect, test } from "vitest";
import { creditCustomer, startCampaign } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let anna: TestClient;
let reviewer: TestClient;

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  reviewer = await stack.signIn({ uid: "reviewer-1", role: "campaign_manager" });
  await creditCustomer(stack, "anna-1");
  await reviewer.put("/creative-reviews/policy", { first_campaigns: 20, own_files: false });
});
afterAll(() => stack?.close());

async function approveAll(): Promise<void> {
  const { data } = (await reviewer.get("/creative-reviews?per_page=100")).body;
  for (const { id } of data) expect((await reviewer.post(`/creative-reviews/${id}/approve`)).status).toBe(200);
}
async function approvedCampaign(name: string) {
  const id = await startCampaign(stack, anna, { name });
  await approveAll();
  // Moments decide whether an edit was submitted.
  stack.clock.advance(1000);
  const group = (await anna.get(`/user-campaigns/${id}`)).body.creative_group;
  const fill = async (content: object) => {
    expect((await anna.put(`/user-creatives/${id}/${group}`, content)).status).toBe(200);
  };
  return { id, fill };
}
const changesOf = async (id: number) => (await anna.get(`/user-campaigns/${id}/changes`)).body.data;
/** The title that the campaigns of these tests start with. */
const title = "Niemand soll frieren.";
const reviewOf = async (id: number) => (await anna.get(`/user-campaigns/${id}/review`)).body;

test("the history names changed texts of banners, merged while typing and apart after a submission", async () => {
  const { id, fill } = await approvedCampaign("Typed");
  const [{ id: latest }] = await changesOf(id);
  await fill({ title: "Fri" });
  await fill({ title: "Frisches Brot", button_color: "#AA0000" });
  const [typed, ...others] = await changesOf(id);
  expect([typed.action, others[0].id]).toEqual(["banners", latest]);
  expect(typed.by.uid).toBe("anna-1");
  expect(typed.fields).toContainEqual({ field: "content.title", before: title, after: "Frisches Brot" });
  expect(typed.fields.map(({ field }: { field: string }) => field)).toEqual(["content.title", "content.button_color"]);
  expect((await anna.post(`/user-campaigns/${id}/review`)).status).toBe(200);
  stack.clock.advance(1000);
  await fill({ title: "Altes Brot" });
  const [later] = await changesOf(id);
  expect(later.fields).toEqual([{ field: "content.title", before: "Frisches Brot", after: "Altes Brot" }]);
});

test("undoing submitted texts restores them and submits them; later texts contradict", async () => {
  const { id, fill } = await approvedCampaign("Undone");
  await fill({ title: "Frisches Brot" });
  const [first] = await changesOf(id);
  expect((await anna.post(`/user-campaigns/${id}/review`)).status).toBe(200);
  await approveAll();
  await fill({ title: "Altes Brot" });
  const refused = await anna.post(`/user-campaigns/${id}/changes/${first.id}/undo`);
  expect([refused.status, refused.body.code]).toEqual([409, "change_superseded"]);
  expect(refused.body.message).toContain("banner texts and pictures");
  await fill({ title: "Frisches Brot" });
  expect((await anna.post(`/user-campaigns/${id}/review`)).status).toBe(200);
  await approveAll();
  expect((await anna.post(`/user-campaigns/${id}/changes/${first.id}/undo`)).status).toBe(200);
  expect((await reviewOf(id)).status).toBe("pending");
  const [undone] = await changesOf(id);
  expect(undone.fields).toEqual([{ field: "content.title", before: "Frisches Brot", after: title }]);
});
