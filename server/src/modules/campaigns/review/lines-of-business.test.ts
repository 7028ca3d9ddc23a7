import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { campaignSettings, createDraft, creditCustomer } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let anna: TestClient;
let reviewer: TestClient;
const settings = { ...campaignSettings, categories: ["IAB12", "IAB8-9", "IAB8-8"] };
const policy = {
  first_campaigns: 0,
  own_files: false,
  destination_changes: false,
  reviewed_lines: ["alcohol"],
  refused_lines: ["gambling"],
};

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer", lang: "en" });
  reviewer = await stack.signIn({ uid: "reviewer-1", role: "campaign_manager" });
  await creditCustomer(stack, "anna-1");
});
beforeEach(() => reviewer.put("/creative-reviews/policy", policy));
afterAll(() => stack?.close());

const readyDraft = (changes: object = {}): Promise<number> => createDraft(stack, anna, { ...settings, ...changes });
async function started(changes: object = {}): Promise<number> {
  const id = await readyDraft(changes);
  expect((await anna.post(`/user-campaigns/${id}/activate`)).status).toBe(200);
  return id;
}
async function snapshotOf(id: number): Promise<CampaignSnapshot | null> {
  const { rows } = await stack.platform.db.execute<{ payload: CampaignSnapshot }>(
    sql`select payload from campaign_snapshots where campaign_id = ${id} and is_live`,
  );
  return rows[0]?.payload ?? null;
}

test("a campaign declares the top category of most of its topics, and is shown next to all of them", async () => {
  const snapshot = await snapshotOf(await started());
  expect(snapshot).toMatchObject({ iabCategories: ["IAB8"], targeting: { categories: settings.categories } });
});

test("a chosen line of business is declared instead, whatever the topics", async () => {
  const id = await started({ line_of_business: "real_estate" });
  expect(await snapshotOf(id)).toMatchObject({
    iabCategories: ["IAB21"],
    newerCategories: { content2: "441", product2: "1482" },
  });
  expect((await anna.get(`/user-campaigns/${id}`)).body).toMatchObject({ line_of_business: "real_estate" });
});

test("other topics of a running campaign do not change what it declares, and its line of business is fixed", async () => {
  const id = await started();
  expect((await anna.put(`/user-campaigns/${id}`, { categories: ["IAB17"] })).status).toBe(200);
  expect(await snapshotOf(id)).toMatchObject({ iabCategories: ["IAB8"], targeting: { categories: ["IAB17"] } });
  const refused = await anna.put(`/user-campaigns/${id}`, { line_of_business: "alcohol" });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("line of business")]);
});

test("a reviewed line of business runs once staff approve it, and the reviewer sees what it is", async () => {
  const id = await started({ line_of_business: "alcohol" });
  expect(await snapshotOf(id)).toBeNull();
  const { data } = (await reviewer.get("/creative-reviews")).body;
  expect(data).toMatchObject([{ campaign: id, line_of_business: "alcohol" }]);
  const approved = await reviewer.post(`/creative-reviews/${data[0].id}/approve`);
  expect(approved.body).toMatchObject({ line_of_business: "alcohol", status: "approved" });
  expect(await snapshotOf(id)).toMatchObject({ iabCategories: ["IAB8-5"] });
});

test("a refused line of business cannot start", async () => {
  const id = await readyDraft({ line_of_business: "gambling" });
  const { body } = await anna.get(`/user-campaigns/${id}/can-activate`);
  expect(body).toMatchObject({ can_activate: false, missing: [{ code: "line_refused", step: "basic" }] });
  const refused = await anna.post(`/user-campaigns/${id}/activate`);
  expect([refused.status, refused.body.errors.campaign]).toEqual([
    422,
    ["This line of business cannot be advertised here."],
  ]);
  expect((await anna.put(`/user-campaigns/${id}`, { line_of_business: null })).status).toBe(200);
  expect((await anna.post(`/user-campaigns/${id}/activate`)).status).toBe(200);
});

test("a line of business must be a known one", async () => {
  const unknown = await anna.post("/user-campaigns", { ...settings, name: "Zopf", line_of_business: "magic" });
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ["line_of_business"]]);
});

test("staff change the lists; leaving them out changes nothing, and customers may not read or change them", async () => {
  const { reviewed_lines, refused_lines, ...rest } = policy;
  expect((await reviewer.put("/creative-reviews/policy", { ...rest, first_campaigns: 1 })).body).toEqual({
    ...policy,
    first_campaigns: 1,
  });
  const cleared = { ...policy, reviewed_lines: [], refused_lines: [] };
  expect((await reviewer.put("/creative-reviews/policy", cleared)).body).toEqual(cleared);
  expect((await reviewer.get("/creative-reviews/policy")).body).toEqual(cleared);
  expect((await reviewer.put("/creative-reviews/policy", { ...policy, refused_lines: ["magic"] })).status).toBe(422);
  expect((await anna.get("/creative-reviews/policy")).status).toBe(403);
  expect((await anna.put("/creative-reviews/policy", policy)).status).toBe(403);
  const admin = await stack.signIn({ uid: "admin-1", role: "super_admin" });
  expect((await admin.put("/creative-reviews/policy", policy)).status).toBe(200);
});
