import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { creditCustomer, startCampaign } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { reviewMailJob } from "./review-mail.ts";

let stack: Stack;
let anna: TestClient;
let reviewer: TestClient;

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer", lang: "de" });
  reviewer = await stack.signIn({ uid: "reviewer-1", role: "campaign_manager" });
  await creditCustomer(stack, "anna-1");
});
beforeEach(() => policy({ first_campaigns: 20, own_files: false }));
afterAll(() => stack?.close());

const policy = (body: object) => reviewer.put("/creative-reviews/policy", body);

const startedCampaign = (name: string): Promise<number> => startCampaign(stack, anna, { name });

const shownTitle = async (id: number): Promise<string[] | null> => {
  const { rows } = await stack.platform.db.execute<{ hashes: string[] }>(
    sql`select array(select e->>'fileHash' from jsonb_array_elements(payload->'creatives') e) as hashes
      from campaign_snapshots where campaign_id = ${id} and is_live`,
  );
  return rows[0]?.hashes ?? null;
};
const heldFiles = async (): Promise<number> => {
  const { rows } = await stack.platform.db.execute<{ total: string }>(
    sql`select count(*) as total from ad_files where is_held`,
  );
  return Number(rows[0]?.total);
};
const pendingOf = async (id: number) =>
  (await reviewer.get("/creative-reviews?per_page=100")).body.data.find(
    ({ campaign }: { campaign: number }) => campaign === id,
  );
const reviewOf = async (id: number, client = anna) => (await client.get(`/user-campaigns/${id}/review`)).body;
const deliveryOf = async (id: number) => (await anna.get(`/user-campaigns/${id}`)).body.delivery.state;

test("the queue is for admins and campaign managers", async () => {
  for (const role of ["super_admin", "admin", "campaign_manager"] as const) {
    expect((await (await stack.signIn(role)).get("/creative-reviews")).status).toBe(200);
  }
  for (const role of ["customer", "sales", "accountant", "tech_admin"] as const) {
    expect((await (await stack.signIn(role)).get("/creative-reviews")).status).toBe(403);
  }
});

test("holds a new customer's campaign for approval: nothing is served before, everything right after", async () => {
  const id = await startedCampaign("First campaign");
  expect(await deliveryOf(id)).toBe("in_review");
  expect(await shownTitle(id)).toBeNull();
  // Five banners, and the logo and two icons of it for native ads.
  expect(await heldFiles()).toBe(8);
  const waiting = await pendingOf(id);
  expect(waiting).toMatchObject({ kind: "start", campaign_name: "First campaign", approved_before: 0 });
  const page = await reviewer.get(`/${waiting.creatives[0].url}`);
  expect([page.status, page.headers["content-security-policy"]]).toEqual([200, expect.stringContaining("sandbox")]);
  expect((await anna.get(`/${waiting.creatives[0].url}`)).status).toBe(403);
  // A change of settings in the meantime serves nothing either.
  await anna.put(`/user-campaigns/${id}`, { name: "First campaign 2" });
  expect(await shownTitle(id)).toBeNull();
  expect((await anna.post(`/creative-reviews/${waiting.id}/approve`)).status).toBe(403);
  expect((await reviewer.post(`/creative-reviews/${waiting.id}/approve`)).body.status).toBe("approved");
  expect(await shownTitle(id)).toHaveLength(5);
  expect(await heldFiles()).toBe(0);
  expect(await deliveryOf(id)).toBe("waiting");
  expect((await reviewer.post(`/creative-reviews/${waiting.id}/reject`, { reasons: ["link"] })).status).toBe(409);
});

test("a rejection names reasons and advice, on the campaign and by mail; it can be appealed once", async () => {
  const id = await startedCampaign("Rejected campaign");
  const waiting = await pendingOf(id);
  expect((await reviewer.post(`/creative-reviews/${waiting.id}/reject`, { reasons: [] })).status).toBe(422);
  const note = "Der Preis fehlt.";
  await reviewer.post(`/creative-reviews/${waiting.id}/reject`, { reasons: ["misleading", "quality"], note });
  expect(await deliveryOf(id)).toBe("rejected");
  const german = { "accept-language": "de" };
  const review = (await anna.get(`/user-campaigns/${id}/review`, german)).body;
  expect(review).toMatchObject({ status: "rejected", shown: false, can_appeal: true, note });
  expect(review.reasons.map(({ code }: { code: string }) => code)).toEqual(["misleading", "quality"]);
  expect(review.reasons[0].advice).toContain("Versprechen Sie nur");
  await stack.platform.jobs.drain(reviewMailJob);
  const mail = stack.outbox.find(({ subject }) => subject === "Bitte anpassen: Rejected campaign");
  expect(mail?.text).toContain(note);
  expect(mail?.text).toContain(`/campaigns/${id}?step=preview`);

  const text = "Der Preis steht auf der Seite hinter dem Link.";
  expect((await anna.post(`/user-campaigns/${id}/review/appeal`, { text: "Nein" })).status).toBe(422);
  expect((await anna.post(`/user-campaigns/${id}/review/appeal`, { text })).body).toMatchObject({ status: "pending" });
  const second = await pendingOf(id);
  expect(second).toMatchObject({ kind: "appeal", appeal: text });
  await reviewer.post(`/creative-reviews/${second.id}/reject`, { reasons: ["misleading"] });
  expect(await reviewOf(id)).toMatchObject({ status: "rejected", can_appeal: false });
  expect((await anna.post(`/user-campaigns/${id}/review/appeal`, { text })).status).toBe(409);
  const { rows } = await stack.platform.db.execute<{ action: string }>(
    sql`select action from audit_entries where subject_uid = 'anna-1' and actor_uid = 'reviewer-1' order by id`,
  );
  expect(rows.map(({ action }) => action)).toEqual(["creatives_approved", "creatives_rejected", "creatives_rejected"]);
});

test("a changed banner goes back to review while the approved one keeps running", async () => {
  const id = await startedCampaign("Changed campaign");
  await reviewer.post(`/creative-reviews/${(await pendingOf(id)).id}/approve`);
  const before = await shownTitle(id);
  const { body: campaign } = await anna.get(`/user-campaigns/${id}`);
  expect(await reviewOf(id)).toMatchObject({ status: "approved", needed: true, changed: false });
  stack.clock.advance(60_000);
  const filled = await anna.put(`/user-creatives/${id}/${campaign.creative_group}`, { title: "Neuer Titel" });
  expect(filled.status).toBe(200);
  expect(await reviewOf(id)).toMatchObject({ changed: true, shown: true });
  await anna.put(`/user-campaigns/${id}`, { name: "Changed campaign 2" });
  expect(await shownTitle(id)).toEqual(before);
  expect((await anna.post(`/user-campaigns/${id}/review`)).body).toMatchObject({ status: "pending", changed: false });
  expect(await shownTitle(id)).toEqual(before);
  expect(await deliveryOf(id)).toBe("waiting");
  const waiting = await pendingOf(id);
  expect(waiting.kind).toBe("change");
  await reviewer.post(`/creative-reviews/${waiting.id}/approve`);
  const after = await shownTitle(id);
  expect(after).toHaveLength(5);
  expect(after?.some((hash) => before?.includes(hash))).toBe(false);
});

const deliveredLink = async (id: number): Promise<string | null> => {
  const { rows } = await stack.platform.db.execute<{ link: string }>(
    sql`select payload->>'destinationUrl' as link from campaign_snapshots where campaign_id = ${id} and is_live`,
  );
  return rows[0]?.link ?? null;
};
const put = (id: number, body: object) => anna.put(`/user-campaigns/${id}`, body);

test("an approved campaign with a link to a new host goes back to review while the approved link runs", async () => {
  const id = await startedCampaign("New link");
  await reviewer.post(`/creative-reviews/${(await pendingOf(id)).id}/approve`);
  const samePlace = "https://brothaus.example/other-page";
  expect((await put(id, { destination_url: samePlace })).status).toBe(200);
  expect([await deliveredLink(id), await pendingOf(id)]).toEqual([samePlace, undefined]);

  const elsewhere = "https://elsewhere.example/";
  expect((await put(id, { destination_url: elsewhere })).body.destination_url).toBe(elsewhere);
  expect(await deliveredLink(id)).toBe("https://www.brothaus.example/zopf");
  await put(id, { name: "New link 2" });
  expect(await deliveredLink(id)).toBe("https://www.brothaus.example/zopf");
  const waiting = await pendingOf(id);
  expect(waiting).toMatchObject({ kind: "change", destination_url: elsewhere });
  expect(waiting.creatives).toHaveLength(5);
  await reviewer.post(`/creative-reviews/${waiting.id}/approve`);
  expect(await deliveredLink(id)).toBe(elsewhere);
});

test("a new link of a campaign in its first review replaces the submission", async () => {
  const id = await startedCampaign("Corrected link");
  const first = await pendingOf(id);
  await put(id, { destination_url: "https://elsewhere.example/" });
  const second = await pendingOf(id);
  expect(second).toMatchObject({ kind: "start", destination_url: "https://elsewhere.example/" });
  expect(second.id).not.toBe(first.id);
  expect((await reviewer.post(`/creative-reviews/${first.id}/approve`)).status).toBe(409);
  expect(await deliveredLink(id)).toBeNull();
});

test("a started campaign needs a link, without a user name or private host", async () => {
  const id = await startedCampaign("Bad link");
  for (const destination_url of [null, "https://bank.example@evil.example/", "http://192.168.0.1/"]) {
    const refused = await put(id, { destination_url });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["destination_url"]]);
  }
  const german = await anna.put(
    `/user-campaigns/${id}`,
    { destination_url: "http://192.168.0.1/" },
    { "accept-language": "de" },
  );
  expect(german.body.errors.destination_url).toEqual(["Diese Adresse ist im Internet nicht erreichbar"]);
});

test("without required review a new link runs at once", async () => {
  await policy({ first_campaigns: 0, own_files: false });
  const id = await startedCampaign("Free link");
  await put(id, { destination_url: "https://elsewhere.example/" });
  expect(await deliveredLink(id)).toBe("https://elsewhere.example/");
  expect(await pendingOf(id)).toBeUndefined();
});

test("without required review a campaign starts at once, and changes run once submitted", async () => {
  await policy({ first_campaigns: 0, own_files: false });
  const id = await startedCampaign("Free campaign");
  const before = await shownTitle(id);
  expect(before).toHaveLength(5);
  expect(await pendingOf(id)).toBeUndefined();
  const { body: campaign } = await anna.get(`/user-campaigns/${id}`);
  stack.clock.advance(60_000);
  await anna.put(`/user-creatives/${id}/${campaign.creative_group}`, { title: "Anderer Titel" });
  expect((await anna.post(`/user-campaigns/${id}/review`)).body).toMatchObject({ status: "approved", needed: false });
  expect(await shownTitle(id)).not.toEqual(before);
  // Approved automatically: it was never in the queue.
  const decided = await reviewer.get("/creative-reviews?status=approved&search=Free");
  const decidedOf = async (owner: string) =>
    (await reviewer.get(`/creative-reviews?status=approved&owner=${owner}`)).body.meta.total;
  expect(await decidedOf(anna.uid ?? "")).toBeGreaterThan(0);
  expect(await decidedOf("ben-12")).toBe(0);
  expect(decided.body.data).toEqual([]);
});
