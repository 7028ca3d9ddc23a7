import type { CampaignHistoryEntry } from "@litfass/contract/campaigns/campaign-history";
import { campaignEditors } from "@litfass/contract/campaigns/campaigns";
import { roles } from "@litfass/contract/kernel/roles";
import { reachOf } from "@litfass/contract/kernel/who";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { creditCustomer, startCampaign, switzerland } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let anna: TestClient;
let reviewer: TestClient;
const link = "https://www.brothaus.example/zopf";
const elsewhere = "https://elsewhere.example/";

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  reviewer = await stack.signIn({ uid: "reviewer-1", role: "campaign_manager" });
  await creditCustomer(stack, "anna-1", 5_000_000_000n);
});
beforeEach(() => policy(0));
afterAll(() => stack?.close());

const policy = (first_campaigns: number) =>
  reviewer.put("/creative-reviews/policy", { first_campaigns, own_files: false });

const austria = { kind: "country", id: "country:AT", name: "Austria", country: "AT" };

const running = (): Promise<number> => startCampaign(stack, anna, { destination_url: link });

type Snapshot = {
  destinationUrl: string;
  targeting: { countries: string[]; devices: string[]; hours: number[] };
  creatives: { uuid: string; fileHash: string }[];
};
/** What ad servers have; null if the campaign is withdrawn. */
async function delivered(id: number): Promise<Snapshot | null> {
  const { rows } = await stack.platform.db.execute<{ payload: Snapshot }>(
    sql`select payload from campaign_snapshots where campaign_id = ${id} and is_live`,
  );
  return rows[0]?.payload ?? null;
}
const save = (id: number, change: object, client = anna) => client.put(`/user-campaigns/${id}`, change);
const preview = (id: number, change: object, client = anna) =>
  client.post(`/user-campaigns/${id}/change-preview`, change);
const history = async (id: number): Promise<CampaignHistoryEntry[]> =>
  (await anna.get(`/user-campaigns/${id}/changes`)).body.data;
const undo = (id: number, change: number | undefined, client = anna) =>
  client.post(`/user-campaigns/${id}/changes/${change}/undo`);
const undoLast = async (id: number) => undo(id, (await history(id))[0]?.id);
const pendingOf = async (id: number) =>
  (await reviewer.get("/creative-reviews?per_page=100")).body.data.find(
    ({ campaign }: { campaign: number }) => campaign === id,
  );
/** Another template than the one chosen, with all its creatives. */
async function otherTemplate(id: number): Promise<{ uuid: string; ids: string[] }> {
  const { body } = await anna.post("/creatives/campaign-creatives", { campaign_id: id });
  type Group = { uuid: string; template: string; creatives: { uuid: string; is_selected: boolean }[] };
  const group = (body as Group[]).find(({ template }) => template === "signet");
  return { uuid: group?.uuid ?? "", ids: group?.creatives.map(({ uuid }) => uuid) ?? [] };
}

test("target group and hours of a running and a paused campaign change; delivery follows, undo restores them", async () => {
  const id = await running();
  const targeting = { locations: [austria], devices: ["computer"], hours: [8, 9] };
  expect((await save(id, { targeting })).status).toBe(200);
  expect((await delivered(id))?.targeting).toMatchObject({ countries: ["AT"], devices: ["computer"], hours: [8, 9] });
  const [entry] = await history(id);
  expect(entry).toMatchObject({ action: "changed", undoable: true });
  expect(entry?.fields.map(({ field }) => field).sort()).toEqual([
    "targeting.devices",
    "targeting.hours",
    "targeting.locations",
  ]);
  expect((await undoLast(id)).body.targeting).toMatchObject({ locations: [switzerland], devices: [], hours: [] });
  expect((await delivered(id))?.targeting).toMatchObject({ countries: ["CH"], devices: [], hours: [] });

  await save(id, { status: "PAUSED" });
  expect((await save(id, { targeting: { locations: [switzerland], hours: [20] } })).status).toBe(200);
  expect(await delivered(id)).toBeNull();
  await save(id, { status: "ACTIVE" });
  expect((await delivered(id))?.targeting.hours).toEqual([20]);
});

test("an undo is refused once a later change set the same settings; other settings do not matter", async () => {
  const id = await running();
  await save(id, { targeting: { locations: [switzerland], devices: ["tablet"] } });
  await save(id, { targeting: { locations: [austria], devices: ["tablet"] } });
  const [places, devices] = await history(id);
  expect([places?.undoable, devices?.undoable]).toEqual([true, true]);
  await save(id, { targeting: { locations: [austria], devices: ["smartphone"] } });
  expect((await history(id)).find((each) => each.id === devices?.id)?.undoable).toBe(false);
  const refused = await undo(id, devices?.id);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "A later change has set these again, so this one cannot be undone: target group",
  ]);
  // The places were not touched since.
  expect((await undo(id, places?.id)).body.targeting).toMatchObject({
    locations: [switzerland],
    devices: ["smartphone"],
  });
  expect((await undo(id, places?.id)).status).toBe(409);
});

test("an undo of the budget moves the money back, and is refused below what is spent", async () => {
  const id = await running();
  const available = async () => (await anna.get("/billing/budget")).body.balance;
  const before = await available();
  await save(id, { total_budget: 150 });
  expect(await available()).toBe(before - 50);
  expect((await undoLast(id)).body.total_budget).toBe(100);
  expect(await available()).toBe(before);
  await save(id, { total_budget: 150 });
  const { db } = stack.platform;
  await db.execute(sql`update campaign_budgets set leased_micros = 120000000 where campaign_id = ${id}`);
  expect(Object.keys((await undoLast(id)).body.errors)).toEqual(["total_budget"]);
  await db.execute(sql`update campaign_budgets set leased_micros = 0 where campaign_id = ${id}`);
});

test("starts, ends and entries of other campaigns cannot be undone, nor anything of an ended campaign", async () => {
  const [id, other] = [await running(), await running()];
  const [started] = await history(id);
  expect([started?.action, started?.undoable, (await undo(id, started?.id)).status]).toEqual(["activated", false, 409]);
  await save(other, { pacing: "ahead" });
  const [paced] = await history(other);
  expect((await undo(id, paced?.id)).status).toBe(404);
  await save(other, { name: "Renamed" });
  await save(other, { status: "ENDED" });
  expect((await history(other)).every(({ undoable }) => !undoable)).toBe(true);
  expect((await undo(other, paced?.id)).status).toBe(409);
  expect((await save(other, { targeting: { locations: [austria] } })).status).toBe(409);
});

test("a running campaign keeps a place, a language, a category and a link", async () => {
  const id = await running();
  const nothing = { targeting: { locations: [] }, language: null, categories: [], destination_url: null };
  const refused = await save(id, nothing);
  expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([
    422,
    ["categories", "destination_url", "language", "targeting.locations"],
  ]);
  expect((await preview(id, nothing)).body.errors).toEqual(refused.body.errors);
});

test("the preview names the changed settings, money, forecast and review, and saves nothing", async () => {
  await policy(20);
  const id = await running();
  const waiting = await pendingOf(id);
  await reviewer.post(`/creative-reviews/${waiting.id}/approve`);
  const change = { targeting: { locations: [austria] }, total_budget: 160, destination_url: elsewhere };
  const { status, body } = await preview(id, change);
  expect(status).toBe(200);
  expect(body.fields).toEqual([
    { field: "total_budget", before: 100, after: 160 },
    { field: "destination_url", before: link, after: elsewhere },
    { field: "targeting.locations", before: [switzerland], after: [austria] },
  ]);
  expect(body).toMatchObject({
    needs_review: true,
    budget: { reserved: 60, impressions: { before: 4000, after: 6400 } },
  });
  expect(Object.keys(body.forecast.before).sort()).toEqual(["available", "reach", "viewable_rate"]);
  expect((await preview(id, { destination_url: `${link}?season=spring` })).body.needs_review).toBe(false);
  expect((await anna.get(`/user-campaigns/${id}`)).body).toMatchObject({ total_budget: 100, destination_url: link });
  expect((await history(id)).map(({ action }) => action)).toEqual(["activated", "created"]);
  expect((await preview(id, { type: "video" })).status).toBe(409);
  const draft = (await anna.post("/user-campaigns", { name: "Entwurf" })).body.id;
  expect((await preview(draft, { pacing: "ahead" })).status).toBe(409);
});

test("a new link waits for its review while the approved one runs; its undo needs no review", async () => {
  await policy(20);
  const id = await running();
  await reviewer.post(`/creative-reviews/${(await pendingOf(id)).id}/approve`);
  await save(id, { destination_url: elsewhere });
  expect((await delivered(id))?.destinationUrl).toBe(link);
  expect(await pendingOf(id)).toMatchObject({ kind: "change", destination_url: elsewhere });
  expect((await undoLast(id)).body).toMatchObject({ destination_url: link, needs_review: false });
  expect([await pendingOf(id), (await delivered(id))?.destinationUrl]).toEqual([undefined, link]);
  // The decision of a person stays: without a policy, another host is reviewed all the same.
  await policy(0);
  await save(id, { destination_url: "https://third.example/" });
  expect((await delivered(id))?.destinationUrl).toBe(link);
  expect(await pendingOf(id)).toMatchObject({ destination_url: "https://third.example/" });
});

test("[API-CAMP-009] other banners wait for the submission and its review while the approved ones run", async () => {
  await policy(20);
  const id = await running();
  await reviewer.post(`/creative-reviews/${(await pendingOf(id)).id}/approve`);
  const approved = (await delivered(id))?.creatives;
  const { uuid, ids } = await otherTemplate(id);
  const chosen = await anna.put(`/user-campaigns/${id}/creative-ids`, { creative_ids: ids });
  expect([chosen.status, chosen.body.creative_group]).toEqual([200, uuid]);
  expect((await anna.get(`/user-campaigns/${id}/review`)).body).toMatchObject({ changed: true, shown: true });
  await save(id, { name: "Zopf 2" });
  expect((await delivered(id))?.creatives).toEqual(approved);
  expect((await anna.post(`/user-campaigns/${id}/review`)).body.status).toBe("pending");
  expect((await delivered(id))?.creatives).toEqual(approved);

  // The approved ones again need no second decision.
  const entry = (await history(id)).find(({ action }) => action === "banners");
  expect(entry?.undoable).toBe(true);
  expect((await undo(id, entry?.id)).status).toBe(200);
  const review = async () => (await anna.get(`/user-campaigns/${id}/review`)).body;
  expect(await review()).toMatchObject({ status: "approved", changed: false });
  expect([await pendingOf(id), (await delivered(id))?.creatives]).toEqual([undefined, approved]);

  await anna.put(`/user-campaigns/${id}/creative-ids`, { creative_ids: ids });
  await anna.post(`/user-campaigns/${id}/review`);
  await reviewer.post(`/creative-reviews/${(await pendingOf(id)).id}/approve`);
  expect((await delivered(id))?.creatives.map((creative) => creative.uuid).sort()).toEqual([...ids].sort());
  // They run by now, so the former ones come back through a review.
  expect((await undoLast(id)).status).toBe(200);
  expect(await review()).toMatchObject({ status: "pending", shown: true, changed: false });
});

test("other banners run at once if nothing is reviewed; none are refused, and so is an ended campaign", async () => {
  const id = await running();
  const { ids } = await otherTemplate(id);
  const path = `/user-campaigns/${id}/creative-ids`;
  await anna.put(path, { creative_ids: ids });
  const before = (await delivered(id))?.creatives;
  expect((await anna.post(`/user-campaigns/${id}/review`)).body.status).toBe("approved");
  expect((await delivered(id))?.creatives.map((creative) => creative.uuid).sort()).toEqual([...ids].sort());
  expect((await undoLast(id)).status).toBe(200);
  expect((await delivered(id))?.creatives).toEqual(before);
  // An undo of what was never submitted submits nothing.
  const submissions = async () => {
    const { rows } = await stack.platform.db.execute(sql`select from creative_reviews where campaign_id = ${id}`);
    return rows.length;
  };
  await anna.put(path, { creative_ids: ids });
  const submitted = await submissions();
  await undoLast(id);
  expect([await submissions(), (await delivered(id))?.creatives]).toEqual([submitted, before]);
  await anna.put(path, { creative_ids: ids });
  expect(Object.keys((await anna.put(path, { creative_ids: [] })).body.errors)).toEqual(["creative_ids"]);
  await save(id, { status: "ENDED" });
  expect((await anna.put(path, { creative_ids: ids })).status).toBe(409);
});

test("an undo of advanced settings is offered only to those who may change them", async () => {
  const id = await running();
  await save(id, { targeting: { locations: [switzerland], browsers: ["chrome"] } }, reviewer);
  const offered = async (client: TestClient) =>
    (await client.get(`/user-campaigns/${id}/changes`)).body.data[0].undoable;
  expect([await offered(anna), await offered(reviewer)]).toEqual([false, true]);
  expect(Object.keys((await undoLast(id)).body.errors)).toEqual(["targeting.browsers"]);
});

test("roles that edit campaigns preview and undo within their reach; others and other tenants do not", async () => {
  const id = await running();
  await save(id, { pacing: "ahead" });
  const [entry] = await history(id);
  for (const role of roles) {
    const client = await stack.signIn(role);
    const reachesAll = reachOf(campaignEditors, role) === "all";
    expect((await preview(id, { pacing: "even" }, client)).status, role).toBe(reachesAll ? 200 : 403);
    if (!reachesAll) expect((await undo(id, entry?.id, client)).status, role).toBe(403);
  }
  const ben = await stack.signIn({ uid: "ben-12", role: "customer" });
  expect((await undo(id, entry?.id, ben)).status).toBe(403);
  expect((await undo(id, entry?.id, stack.visitor())).status).toBe(401);
  const admin = await stack.signIn("admin");
  expect((await undo(id, entry?.id, admin)).body.pacing).toBe("even");
});
