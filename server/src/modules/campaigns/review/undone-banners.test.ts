import { sql } from "drizzle-orm";
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
  const done = await anna.post(`/user-campaigns/${id}/changes/${first.id}/undo`);
  expect([done.status, done.body.needs_review]).toEqual([200, true]);
  expect((await reviewOf(id)).status).toBe("pending");
  const [undone] = await changesOf(id);
  expect(undone.fields).toEqual([{ field: "content.title", before: "Frisches Brot", after: title }]);
});

test("an undo names what was removed since: the logo, pictures by their number, a template that is no longer offered", async () => {
  const { id, fill } = await approvedCampaign("Removed");
  const { db } = stack.platform;
  const undo = async (change: number, lang: string) => {
    const { status, body } = await anna.post(`/user-campaigns/${id}/changes/${change}/undo`, undefined, {
      "accept-language": lang,
    });
    return [status, body.errors.change];
  };
  const { rows } = await db.execute<{ uuid: string }>(sql`
    insert into campaign_images (uuid, campaign_id, kind, name, content_type, width, height, tones, body, created_at)
    select gen_random_uuid(), campaign_id, 'image', name, content_type, width, height, tones, body, created_at
    from campaign_images where campaign_id = ${id} returning uuid`);
  await fill({ images: rows.map(({ uuid }) => ({ uuid, focus: { x: 0.5, y: 0.5 } })) });
  stack.clock.advance(3_600_000);
  await fill({ logo: null, images: [] });
  await db.execute(sql`delete from campaign_images where campaign_id = ${id}`);
  const [pictures] = await changesOf(id);
  expect(await undo(pictures.id, "en")).toEqual([
    422,
    ["This change cannot be undone because this was removed since: the logo, picture 1"],
  ]);

  const { creative_group: group } = (await anna.get(`/user-campaigns/${id}`)).body;
  const { body: offered } = await anna.post("/creatives/campaign-creatives", { campaign_id: id });
  type Group = { uuid: string; template: string; creatives: { uuid: string }[] };
  const other = (offered as Group[]).find(({ template }) => template === "signet");
  const creative_ids = other?.creatives.map(({ uuid }) => uuid);
  expect((await anna.put(`/user-campaigns/${id}/creative-ids`, { creative_ids })).status).toBe(200);
  const [chosen] = await changesOf(id);
  await db.execute(sql`update creative_groups set is_active = false where uuid = ${group}`);
  expect(await undo(chosen.id, "de")).toEqual([
    422,
    ["Diese Änderung lässt sich nicht rückgängig machen, weil seither entfernt wurde: die Vorlage Plakat"],
  ]);
  await db.execute(sql`update creative_groups set is_active = true where uuid = ${group}`);
});
