import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addSampleBanners, creditCustomer } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { closeCampaigns } from "../index.ts";

let stack: Stack;
let anna: TestClient;
let ben: TestClient;
let admin: TestClient;
let sales: TestClient;

const place = { kind: "country", id: "country:CH", name: "Switzerland", country: "CH" };
const settings = {
  name: "Bäckerei Bern 2",
  categories: ["IAB8", "IAB12-3"],
  language: "de",
  strategy: "performance",
  pacing: "ahead",
  total_budget: 500,
  start_on: "2026-03-02",
  end_on: "2026-03-31",
  destination_url: "https://www.brothaus.example/zopf",
  targeting: {
    locations: [place],
    devices: ["computer", "connected_tv"],
    age_ranges: ["25-34"],
    genders: ["male", "female"],
    parental_statuses: ["parent"],
    environments: ["web"],
    keywords: ["brot", "zopf", "gipfeli"],
  },
};

beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  ben = await stack.signIn({ uid: "ben-12", role: "customer" });
  admin = await stack.signIn("admin");
  sales = await stack.signIn({ uid: "sales-1", role: "sales" });
  await stack.platform.db.execute(
    sql`insert into customer_assignments (sales_uid, customer_uid, created_at) values ('sales-1', 'anna-1', now())`,
  );
  await credit("anna-1", 2_000);
});
afterAll(() => stack?.close());

const credit = (ownerUid: string, francs: number) => creditCustomer(stack, ownerUid, BigInt(francs) * 1_000_000n);

async function draft(change: Record<string, unknown> = {}): Promise<number> {
  const answer = await anna.post("/user-campaigns", { ...settings, ...change });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

/** A draft with filled banners. */
async function readyDraft(change: Record<string, unknown> = {}): Promise<number> {
  const id = await draft(change);
  await addSampleBanners(stack, id);
  return id;
}
const live = async (id: number) => {
  const { rows } = await stack.platform.db.execute<{ is_live: boolean }>(
    sql`select is_live from campaign_snapshots where campaign_id = ${id}`,
  );
  return rows[0]?.is_live ?? false;
};
const reserved = async () => (await anna.get("/billing/budget")).body.balance_reserved;

test("[API-CAMP-002] creating makes a draft of the caller; an invalid name returns 422", async () => {
  const made = await anna.post("/user-campaigns", settings);
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ status: "DRAFT", owner: "anna-1", currency: "CHF" });
  const refused = await anna.post("/user-campaigns", { ...settings, name: "###" });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.errors)).toEqual(["name"]);
});

test("[FIELD-CAMP-001, FIELD-CAMP-002, FIELD-CAMP-003, FIELD-CAMP-006, FIELD-CAMP-009, FIELD-CAMP-011, FIELD-CAMP-025] returns saved fields", async () => {
  const id = await draft();
  const { body } = await anna.get(`/user-campaigns/${id}`);
  const { targeting, ...rest } = settings;
  expect(body).toMatchObject({ id, owner: "anna-1", ...rest, total_budget_formatted: "500.00" });
  expect(body.targeting).toMatchObject(targeting);
});

test("[FIELD-CAMP-024] the total budget is saved and returned as a decimal amount", async () => {
  const id = await draft();
  const save = (total_budget: unknown) => anna.put(`/user-campaigns/${id}`, { total_budget });
  expect((await save(500.5)).body).toMatchObject({ total_budget: 500.5, total_budget_formatted: "500.50" });
  expect((await anna.get(`/user-campaigns/${id}`)).body.total_budget).toBe(500.5);
  const { rows } = await stack.platform.db.execute<{ micros: string }>(
    sql`select total_budget_micros::text as micros from campaigns where id = ${id}`,
  );
  expect(rows).toEqual([{ micros: "500500000" }]);
  const refused = await save(500.555);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["total_budget"]]);
});

test("[FIELD-CAMP-023] three keywords are returned as three", async () => {
  const id = await draft();
  expect((await anna.get(`/user-campaigns/${id}`)).body.targeting.keywords).toEqual(["brot", "zopf", "gipfeli"]);
});

test("[FIELD-CAMP-005, FIELD-CAMP-013] type and strategy accept only their values", async () => {
  expect((await anna.post("/user-campaigns", { ...settings, type: "video" })).body.type).toBe("video");
  expect((await anna.post("/user-campaigns", { ...settings, type: "foo" })).status).toBe(422);
  expect((await anna.post("/user-campaigns", { ...settings, strategy: "foo" })).status).toBe(422);
});

test("[RULE-006, RULE-007] names of letters and digits are accepted, other characters rejected", async () => {
  for (const name of ["Sommer2024", "Bäckerei Bern 2"]) {
    expect((await anna.post("/user-campaigns", { name })).status, name).toBe(201);
  }
  for (const name of ["###", "<b>"]) expect((await anna.post("/user-campaigns", { name })).status, name).toBe(422);
});

test("rejects an end before the start, unknown fields, languages and categories", async () => {
  const id = await draft();
  const put = (body: object) => anna.put(`/user-campaigns/${id}`, body);
  expect((await put({ start_on: "2026-03-10", end_on: "2026-03-09" })).body.errors.end_on).toHaveLength(1);
  expect((await put({ end_on: "2026-03-01" })).body.errors.end_on).toHaveLength(1);
  expect((await put({ owner: "ben-12" })).status).toBe(422);
  expect((await put({ language: ["de", "fr"] })).status).toBe(422);
  expect((await put({ language: "xx" })).body.errors.language).toHaveLength(1);
  expect((await put({ categories: ["IAB99"] })).body.errors.categories).toHaveLength(1);
});

test("[RULE-CUS-002] a destination that is not a URL returns 422 with the fixed text", async () => {
  const id = await draft();
  const { status, body } = await anna.put(`/user-campaigns/${id}`, { destination_url: "abc" });
  expect([status, body.errors.destination_url]).toEqual([422, ["This value must be a valid URL"]]);
});

test("[API-CAMP-003, API-CAMP-004] the owner reads and changes; another customer gets 403, an unknown id 404", async () => {
  const id = await draft();
  expect((await anna.get(`/user-campaigns/${id}`)).status).toBe(200);
  expect((await ben.get(`/user-campaigns/${id}`)).status).toBe(403);
  expect((await anna.get("/user-campaigns/999999")).status).toBe(404);
  expect((await anna.put(`/user-campaigns/${id}`, { name: "Neuer Name" })).body.name).toBe("Neuer Name");
  expect((await ben.put(`/user-campaigns/${id}`, { name: "Fremd" })).status).toBe(403);
  expect((await sales.get(`/user-campaigns/${id}`)).status).toBe(200);
});

test("[API-CAMP-001] customers list their own, admins all, visitors nothing", async () => {
  await draft();
  await ben.post("/user-campaigns", { name: "Bens" });
  const owners = async (client: TestClient) =>
    new Set((await client.get("/user-campaigns?per_page=100")).body.data.map((row: { owner: string }) => row.owner));
  expect(await owners(ben)).toEqual(new Set(["ben-12"]));
  expect(await owners(admin)).toEqual(new Set(["anna-1", "ben-12"]));
  expect(await owners(sales)).toEqual(new Set(["anna-1"]));
  expect((await stack.visitor().get("/user-campaigns")).status).toBe(401);
});

test("[FIELD-CAMP-030, FIELD-CAMP-031] pages carry their meta; 15 to a page, 50 on request", async () => {
  for (let count = 0; count < 17; count += 1) await ben.post("/user-campaigns", { name: `Liste ${count}` });
  const second = (await ben.get("/user-campaigns?page=2&search=Liste")).body;
  expect(second.meta).toEqual({ current_page: 2, per_page: 15, from: 16, to: 17, last_page: 2, total: 17 });
  expect(second.data).toHaveLength(2);
  expect((await ben.get("/user-campaigns?per_page=50")).body.meta.per_page).toBe(50);
  const sorted = (await ben.get("/user-campaigns?search=Liste&sort=name&direction=desc")).body.data;
  expect(sorted[0].name).toBe("Liste 9");
});

test("[API-CAMP-006, STATE-009] can-activate lists each readiness issue with the step that resolves it", async () => {
  const id = (await anna.post("/user-campaigns", { name: "Leer" })).body.id;
  const { body } = await anna.get(`/user-campaigns/${id}/can-activate`);
  expect(body.can_activate).toBe(false);
  expect(body.missing.map((point: { step: string }) => point.step)).toEqual([
    "basic",
    "basic",
    "targeting",
    "budget",
    "budget",
    "template",
    "link",
  ]);
  const german = await anna.get(`/user-campaigns/${id}/can-activate`, { "accept-language": "de" });
  expect(german.body.missing[0].message).toBe("Wählen Sie mindestens eine Kategorie.");
  expect((await anna.get(`/user-campaigns/${await readyDraft()}/can-activate`)).body).toEqual({
    can_activate: true,
    missing: [],
  });
});

test("[FIELD-CAMP-029] a campaign without a link cannot start; the saved link is returned", async () => {
  const id = await readyDraft({ destination_url: null });
  const codes = (await anna.get(`/user-campaigns/${id}/can-activate`)).body.missing.map(
    (p: { code: string }) => p.code,
  );
  expect(codes).toEqual(["destination_missing"]);
  const { body } = await anna.put(`/user-campaigns/${id}`, { destination_url: "https://a.example/x" });
  expect(body.destination_url).toBe("https://a.example/x");
});

test("[CONST-009, CONST-020] a month with 300 can start, a budget of 0 cannot", async () => {
  const small = await readyDraft({ total_budget: 300 });
  expect((await anna.get(`/user-campaigns/${small}/can-activate`)).body.can_activate).toBe(true);
  const none = await readyDraft({ total_budget: 0 });
  expect((await anna.post(`/user-campaigns/${none}/activate`)).status).toBe(422);
});

test("[API-CAMP-007, PAY-002] starting reserves the budget once and publishes to delivery; other users get 403", async () => {
  const before = await reserved();
  const id = await readyDraft();
  expect((await ben.post(`/user-campaigns/${id}/activate`)).status).toBe(403);
  expect((await anna.post(`/user-campaigns/${await draft()}/activate`)).status).toBe(422);
  const answers = await Promise.all([1, 2, 3].map(() => anna.post(`/user-campaigns/${id}/activate`)));
  expect(answers.map((answer) => [answer.status, answer.body.status])).toEqual(Array(3).fill([200, "ACTIVE"]));
  expect(await reserved()).toBe(before + 500);
  expect(await live(id)).toBe(true);
});

test("[STATE-007] pausing withdraws the campaign from delivery, resuming publishes it again", async () => {
  const id = await readyDraft({ total_budget: 100 });
  await anna.post(`/user-campaigns/${id}/activate`);
  expect((await anna.put(`/user-campaigns/${id}`, { status: "PAUSED" })).body.status).toBe("PAUSED");
  expect(await live(id)).toBe(false);
  expect((await anna.put(`/user-campaigns/${id}`, { status: "ACTIVE" })).body.status).toBe("ACTIVE");
  expect(await live(id)).toBe(true);
});

test("[STATE-006] a change outside the table returns 409 and names the allowed statuses; the end releases the reservation", async () => {
  const before = await reserved();
  const id = await readyDraft({ total_budget: 100 });
  await anna.post(`/user-campaigns/${id}/activate`);
  expect((await anna.put(`/user-campaigns/${id}`, { status: "ENDED" })).body.status).toBe("ENDED");
  const refused = await anna.put(`/user-campaigns/${id}`, { status: "ACTIVE" });
  expect(refused.status).toBe(409);
  expect(refused.body.message).toBe("A campaign with the status Ended can only change to: Archived");
  await closeCampaigns(stack.app.services);
  expect(await reserved()).toBe(before);
});

test("[STATE-005, API-CAMP-013] statuses are listed for all and for one campaign", async () => {
  const values = async (path: string) => (await anna.get(path)).body.map((each: { value: string }) => each.value);
  expect(await values("/user-campaigns/settings/entity-statuses")).toEqual([
    "DRAFT",
    "ACTIVE",
    "PAUSED",
    "ARCHIVED",
    "ENDED",
  ]);
  const id = await draft();
  expect(await values(`/user-campaigns/settings/entity-statuses/${id}`)).toEqual(["DRAFT", "ACTIVE", "ARCHIVED"]);
});

test("[STATE-012, API-CAMP-005] a draft is removed, an active campaign rejected, an ended one archived", async () => {
  const id = await draft();
  expect((await ben.delete(`/user-campaigns/${id}`)).status).toBe(403);
  expect((await anna.delete(`/user-campaigns/${id}`)).body).toEqual({ removed: true, campaign: null });
  expect((await anna.get(`/user-campaigns/${id}`)).status).toBe(404);
  const running = await readyDraft({ total_budget: 100 });
  await anna.post(`/user-campaigns/${running}/activate`);
  expect((await anna.delete(`/user-campaigns/${running}`)).status).toBe(422);
  await anna.put(`/user-campaigns/${running}`, { status: "ENDED" });
  expect((await anna.delete(`/user-campaigns/${running}`)).body.campaign.status).toBe("ARCHIVED");
});

test("[STATE-010, API-CAMP-008] a copy is a new draft with equal settings and banners", async () => {
  const id = await readyDraft();
  const original = (await anna.get(`/user-campaigns/${id}`)).body;
  const { status, body: copy } = await anna.post(`/user-campaigns/${id}/copy`);
  expect([status, copy.status]).toEqual([201, "DRAFT"]);
  expect(copy.id).not.toBe(id);
  const same = ["name", "categories", "targeting", "total_budget", "start_on", "destination_url", "creative_ids"];
  for (const field of same) expect(copy[field], field).toEqual(original[field]);
  expect((await anna.get(`/user-campaigns/${copy.id}/can-activate`)).body.can_activate).toBe(true);
  expect((await ben.post(`/user-campaigns/${id}/copy`)).status).toBe(403);
});

test("repeated create and copy calls with the same key make one campaign", async () => {
  const { id } = (await anna.post("/user-campaigns", settings)).body;
  for (const [path, body] of [
    ["/user-campaigns", { name: "Made once" }],
    [`/user-campaigns/${id}/copy`, undefined],
  ] as const) {
    const key = { "idempotency-key": `once ${path}`.replaceAll(" ", "-") };
    const total = async () => (await anna.get("/user-campaigns")).body.meta.total;
    const before = await total();
    const answers = await Promise.all([1, 2, 3].map(() => anna.post(path, body, key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((each) => each.body.id)).size).toBe(1);
    expect(await total()).toBe(before + 1);
  }
});

test("a renamed copy gets a free name in the language of the call", async () => {
  const id = await draft({ name: "Bakery_50 in May" });
  const copyOf = async (which: number, headers = {}) =>
    (await anna.post(`/user-campaigns/${which}/copy?rename=true`, undefined, headers)).body;
  const first = await copyOf(id);
  expect(first.name).toBe("Bakery_50 in May copy");
  expect((await copyOf(id)).name).toBe("Bakery_50 in May copy 2");
  expect((await copyOf(first.id)).name).toBe("Bakery_50 in May copy 3");
  expect((await copyOf(id, { "accept-language": "de" })).name).toBe("Bakery_50 in May Kopie");
  expect((await copyOf(first.id, { "accept-language": "de" })).name).toBe("Bakery_50 in May Kopie 2");
  const long = await copyOf(await draft({ name: `${"Spring ".repeat(14)}x` }));
  expect(long.name).toBe(`${"Spring ".repeat(13)}Spri copy`);
  expect((await anna.put(`/user-campaigns/${long.id}`, { name: long.name })).status).toBe(200);
});

test("[CLAIM-006] a standard template is free: budget, invoices and the reservation are unchanged", async () => {
  const facts = async (id: number) => {
    const { total_budget } = (await anna.get(`/user-campaigns/${id}`)).body;
    const budget = (await anna.get("/billing/budget")).body;
    return { total_budget, budget, invoices: (await anna.get("/billing/invoices")).body };
  };
  const id = await draft({ total_budget: 100 });
  const before = await facts(id);
  await addSampleBanners(stack, id);
  expect(await facts(id)).toEqual(before);
  const reservedBefore = await reserved();
  expect((await anna.post(`/user-campaigns/${id}/activate`)).status).toBe(200);
  expect((await reserved()) - reservedBefore).toBe(100);
});

test("[API-CAMP-009, FIELD-CAMP-027] returns chosen creatives with the campaign; unknown ones return 422", async () => {
  const id = await draft();
  const [group] = (await anna.get("/user-creatives")).body;
  const ids = group.creatives.map(({ uuid }: { uuid: string }) => uuid);
  const { body } = await anna.put(`/user-campaigns/${id}/creative-ids`, { creative_ids: ids });
  expect([...body.creative_ids].sort()).toEqual([...ids].sort());
  const unknown = { creative_ids: ["00000000-0000-4000-8000-000000000000"] };
  expect((await anna.put(`/user-campaigns/${id}/creative-ids`, unknown)).status).toBe(422);
  const over = await readyDraft({ total_budget: 100 });
  await anna.post(`/user-campaigns/${over}/activate`);
  await anna.put(`/user-campaigns/${over}`, { status: "ENDED" });
  const german = { "accept-language": "de" };
  const late = await anna.put(`/user-campaigns/${over}/creative-ids`, { creative_ids: ids }, german);
  expect([late.status, late.body.code]).toEqual([409, "campaign_over"]);
  expect(late.body.message).toBe("Die Kampagne ist beendet und lässt sich nicht mehr ändern");
});

test("rejects settings that a started campaign can no longer change by name, in the language of the call", async () => {
  const id = await readyDraft({ total_budget: 100 });
  await anna.post(`/user-campaigns/${id}/activate`);
  const refused = await anna.put(
    `/user-campaigns/${id}`,
    { type: "video", start_on: "2026-03-03" },
    { "accept-language": "de" },
  );
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    "campaign_started",
    "Diese Einstellungen lassen sich nicht mehr ändern: Typ, Startdatum",
  ]);
});

test("a campaign ends automatically after its last day in its own time zone", async () => {
  const id = await readyDraft({ total_budget: 100, end_on: "2026-03-02" });
  await anna.post(`/user-campaigns/${id}/activate`);
  const before = stack.clock.now();
  stack.clock.set(new Date("2026-03-02T22:59:00Z"));
  await closeCampaigns(stack.app.services);
  expect((await anna.get(`/user-campaigns/${id}`)).body.status).toBe("ACTIVE");
  stack.clock.set(new Date("2026-03-02T23:01:00Z"));
  await closeCampaigns(stack.app.services);
  stack.clock.set(before);
  const { body } = await anna.get(`/user-campaigns/${id}`);
  expect([body.status, body.delivery.reason]).toEqual(["ENDED", "finished 02.03.2026"]);
});
