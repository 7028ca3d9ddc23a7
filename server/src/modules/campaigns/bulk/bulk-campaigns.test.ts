import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { fillWithSample } from "../../creatives/index.ts";

let stack: Stack;
let admin: TestClient;
let sales: TestClient;
let bakery: TestClient;
let cyclist: TestClient;
let groups: { uuid: string; template: string; creatives: { uuid: string; format: string }[] }[];

const bern = {
  kind: "city",
  id: "city:2661552",
  name: "Bern, Switzerland",
  country: "CH",
  region: "BE",
  latitude: 46.948,
  longitude: 7.447,
};
const switzerland = { kind: "country", id: "country:CH", name: "Switzerland", country: "CH" };
const settings = {
  name: "Spring",
  categories: ["IAB8"],
  language: "de",
  strategy: "performance",
  pacing: "ahead",
  start_on: "2026-03-02",
  end_on: "2026-03-31",
  destination_url: "https://www.union.example/spring",
  targeting: { locations: [switzerland], devices: ["smartphone"] },
};

beforeAll(async () => {
  stack = await startStack();
  admin = await stack.signIn("admin");
  sales = await stack.signIn({ uid: "sales-of-bulk", role: "sales" });
  bakery = await stack.signIn({ uid: "bakery-of-bulk", role: "customer" });
  cyclist = await stack.signIn({ uid: "cyclist-of-bulk", role: "advanced_advertiser" });
  await admin.post(`/users/${sales.uid}/customers`, { customerIds: [bakery.uid] });
  for (const { uid } of [bakery, cyclist]) {
    await admin.post("/billing/make-transaction", { user: uid, amount: 4000 });
  }
  groups = (await admin.get("/user-creatives")).body;
});
afterAll(() => stack?.close());

const groupOf = (template: string) => groups.find((group) => group.template === template)!;
const balanceOf = async (client: TestClient): Promise<number> => (await client.get("/users/me")).body.balance.balance;
const campaignsOf = async (client: TestClient) => (await client.get("/user-campaigns")).body.data;

/** A bulk campaign without issues, for these customers. */
async function readyBulk(customers: object[], client = admin): Promise<{ id: number; pattern: number }> {
  const body = { ...settings, creative_groups: [groupOf("poster").uuid, groupOf("split").uuid], customers };
  const made = await client.post("/bulk-campaigns", body);
  expect(made.status, made.text).toBe(201);
  const { db, clock, random } = stack.platform;
  const sample = { campaignId: made.body.pattern, template: "split", lang: "de" } as const;
  await db.transaction((tx) => fillWithSample(tx, sample, { clock, random }));
  return made.body;
}

test("[API-BULK-001] [API-BULK-002] [API-BULK-003] [FIELD-BULK-001] [FIELD-BULK-002] staff create and read back shared settings and settings of each customer", async () => {
  const poster = groupOf("poster").uuid;
  const split = groupOf("split").uuid;
  const own = {
    budget: 600,
    location: bern,
    destination_url: "https://www.union.example/bern",
    creative_group: split,
  };
  const made = await admin.post("/bulk-campaigns", {
    ...settings,
    creative_groups: [poster, split],
    customers: [{ customer: bakery.uid, branch: "Bern", ...own }, { customer: cyclist.uid }],
  });
  expect(made.status, made.text).toBe(201);
  const { body } = await admin.get(`/bulk-campaigns/${made.body.id}`);
  expect(body).toMatchObject({
    id: made.body.id,
    ...settings,
    targeting: { locations: [switzerland], devices: ["smartphone"] },
    owner: admin.uid,
    status: "DRAFT",
    creative_groups: [poster, split],
    customers: [
      { customer: bakery.uid, branch: "Bern", ...own, currency: "CHF", campaign: null },
      { customer: cyclist.uid, branch: "", budget: null, location: null, destination_url: null, creative_group: null },
    ],
    budgets: [{ currency: "CHF", amount: 600 }],
    launched_count: 0,
  });
  const list = (await admin.get("/bulk-campaigns?search=pri&sort=name&status=DRAFT")).body;
  expect(list.data).toMatchObject([{ id: made.body.id, customers_count: 2, budgets: [{ amount: 600 }] }]);
  expect((await admin.get("/bulk-campaigns?search=100%25")).body.meta.total).toBe(0);
  const having = async (uid: string | null) => (await admin.get(`/bulk-campaigns?customer=${uid}`)).body.data;
  expect(await having(cyclist.uid)).toMatchObject([{ id: made.body.id }]);
  expect(await having(admin.uid)).toEqual([]);
  expect((await admin.get("/bulk-campaigns/999999")).status).toBe(404);
  for (const client of [bakery, cyclist]) {
    expect((await client.get("/bulk-campaigns")).status).toBe(403);
    expect((await client.get(`/bulk-campaigns/${made.body.id}`)).status).toBe(403);
    expect((await client.post("/bulk-campaigns", settings)).status).toBe(403);
  }
  // Its template is not listed and cannot be changed directly.
  expect((await admin.get("/user-campaigns?search=Spring")).body.data).toEqual([]);
  expect((await admin.post(`/user-campaigns/${made.body.pattern}/activate`)).status).toBe(409);
  expect((await admin.put(`/user-campaigns/${made.body.pattern}`, { status: "ARCHIVED" })).status).toBe(409);
  expect((await admin.delete(`/user-campaigns/${made.body.pattern}`)).status).toBe(409);
});

test("[API-BULK-007] PUT saves the given fields, rejects invalid ones, and archives", async () => {
  const { id } = (await admin.post("/bulk-campaigns", { name: "Union", creative_groups: [groupOf("poster").uuid] }))
    .body;
  const path = `/bulk-campaigns/${id}`;
  const saved = await admin.put(path, {
    name: "Union Bern",
    customers: [
      { customer: bakery.uid, branch: "Matte", budget: 1 },
      { customer: bakery.uid, branch: "Länggasse" },
    ],
  });
  expect(saved.status, saved.text).toBe(200);
  const [matte, laenggasse] = saved.body.customers;
  const swapped = await admin.put(path, {
    customers: [
      { id: laenggasse.id, customer: bakery.uid, branch: "Matte" },
      { id: matte.id, customer: bakery.uid, branch: "Länggasse" },
    ],
  });
  expect(swapped.body).toMatchObject({
    name: "Union Bern",
    customers: [
      { id: laenggasse.id, branch: "Matte", budget: null },
      { id: matte.id, branch: "Länggasse", budget: 1 },
    ],
  });
  const refused = async (body: object) => Object.keys((await admin.put(path, body)).body.errors ?? {});
  expect(await refused({ customers: [{ customer: "nobody-at-all" }] })).toEqual(["customers.0.customer"]);
  expect(await refused({ customers: [{ customer: admin.uid }] })).toEqual(["customers.0.customer"]);
  const twice = [
    { customer: bakery.uid, branch: "Matte" },
    { customer: bakery.uid, branch: "matte" },
  ];
  expect(await refused({ customers: twice })).toEqual(["customers.1.branch"]);
  expect(await refused({ customers: [{ customer: bakery.uid, creative_group: groupOf("split").uuid }] })).toEqual([
    "customers.0.creative_group",
  ]);
  expect(await refused({ creative_groups: ["00000000-0000-4000-8000-000000000000"] })).toEqual(["creative_groups"]);
  expect(await refused({ categories: ["IAB999"] })).toEqual(["categories"]);
  expect(await refused({ owner: bakery.uid })).toEqual(["owner"]);
  expect(await refused({ start_on: "2026-03-20", end_on: "2026-03-02" })).toEqual(["end_on"]);
  expect((await bakery.put(path, { name: "Mine" })).status).toBe(403);

  expect((await admin.put(path, { archived: true })).body.status).toBe("ARCHIVED");
  expect((await admin.get("/bulk-campaigns?search=Union")).body.data).toEqual([]);
  expect((await admin.get("/bulk-campaigns?search=Union&status=ARCHIVED")).body.data).toHaveLength(1);
  expect((await admin.post(path, {})).status).toBe(409);
  expect((await admin.put(path, { archived: false })).body.status).toBe("DRAFT");
});

test("[API-BULK-004] filled-validation lists shared issues and each customer's until all are resolved", async () => {
  const body = { name: "Bare", customers: [{ customer: bakery.uid }] };
  const { id, pattern } = (await admin.post("/bulk-campaigns", body)).body;
  const check = async () => (await admin.get(`/bulk-campaigns/${id}/filled-validation`)).body;
  const bare = await check();
  expect(bare.filled).toBe(false);
  expect(bare.missing.map(({ code, section }: { code: string; section: string }) => `${section} ${code}`)).toEqual([
    "basic categories_missing",
    "basic language_missing",
    "period period_missing",
    "creatives creatives_missing",
  ]);
  const codes = (points: { code: string }[]) => points.map(({ code }) => code);
  expect(codes(bare.customers[0].missing)).toEqual(["locations_missing", "budget_missing", "destination_missing"]);
  const poster = groupOf("poster").uuid;
  await admin.put(`/bulk-campaigns/${id}`, { ...settings, creative_groups: [poster], customers: [] });
  const empty = await check();
  expect(codes(empty.missing)).toEqual(["creatives_unfilled", "customers_missing"]);
  expect(empty.missing[0].message).toContain("Title");
  const { db, clock, random } = stack.platform;
  await db.transaction((tx) =>
    fillWithSample(tx, { campaignId: pattern, template: "poster", lang: "de" }, { clock, random }),
  );
  const row = { customer: bakery.uid, budget: 3000 };
  await admin.put(`/bulk-campaigns/${id}`, { customers: [row, { ...row, branch: "Matte" }] });
  const full = await check();
  expect(full).toMatchObject({ filled: true, missing: [] });
  // 4000 francs cover the first branch of 3000 but not the second.
  expect(full.customers.map((each: { obstacles: { code: string }[] }) => codes(each.obstacles))).toEqual([
    [],
    ["balance_short"],
  ]);
});

test("[API-BULK-005] [API-BULK-009] creatives are listed by group, and filled-in texts are in the preview", async () => {
  const poster = groupOf("poster");
  const { id } = (await admin.post("/bulk-campaigns", { ...settings, creative_groups: [poster.uuid] })).body;
  const creative = poster.creatives[0]!;
  const path = `/bulk-campaigns/${id}/${poster.uuid}/${creative.uuid}`;
  const filled = await admin.post(path, { title: "Fresh for all", button_text: "Come in" });
  expect(filled.status, filled.text).toBe(200);
  expect(filled.body.values).toMatchObject({ title: "Fresh for all", button_text: "Come in" });
  const { body } = await admin.get(`/bulk-campaigns/${id}/creatives`);
  expect(body.groups).toMatchObject([{ group: { uuid: poster.uuid }, values: { title: "Fresh for all" } }]);
  expect(body.groups[0].forms.map((form: { format: string }) => form.format)).toHaveLength(poster.creatives.length);
  const preview = body.groups[0].forms[0].preview_url;
  expect(preview).toBe(`/creatives/iframe-bulk/${id}/${poster.uuid}/${creative.uuid}`);
  const page = await admin.get(`/${preview}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Fresh for all");
  expect((await bakery.get(`/${preview}`)).status).toBe(403);
  expect((await stack.visitor().get(`/${preview}`)).status).toBe(401);
  expect((await bakery.post(path, { title: "Mine" })).status).toBe(403);
  const split = groupOf("split");
  const unchosen = `/bulk-campaigns/${id}/${split.uuid}/${split.creatives[0]!.uuid}`;
  expect((await admin.post(unchosen, { title: "Nowhere" })).status).toBe(404);
});

test("[API-BULK-006] [API-BULK-008] repeated and concurrent launches create one campaign per customer", async () => {
  const { id } = await readyBulk([
    { customer: bakery.uid, branch: "Bern", budget: 500, location: bern, creative_group: groupOf("split").uuid },
    { customer: cyclist.uid, budget: 400, destination_url: "https://www.velo.example/spring" },
  ]);
  const path = `/bulk-campaigns/${id}`;
  expect((await bakery.post(path, {})).status).toBe(403);
  const before = { bakery: await balanceOf(bakery), cyclist: await balanceOf(cyclist) };
  const first = await Promise.all(Array.from({ length: 5 }, () => admin.post(path, {})));
  expect(first.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const again = await admin.post(path, {});
  expect(again.body.results.map((each: { outcome: string }) => each.outcome)).toEqual([
    "launched_before",
    "launched_before",
  ]);
  expect(again.body.bulk_campaign).toMatchObject({ status: "LAUNCHED", launched_count: 2 });
  expect(await campaignsOf(bakery)).toMatchObject([
    {
      name: "Spring Bern",
      status: "ACTIVE",
      total_budget: 500,
      targeting: { locations: [bern], devices: ["smartphone"] },
      destination_url: settings.destination_url,
      creative_group: groupOf("split").uuid,
      creative_ids: groupOf("split").creatives.map(({ uuid }) => uuid),
      start_on: "2026-03-02",
      pacing: "ahead",
    },
  ]);
  expect(await campaignsOf(cyclist)).toMatchObject([
    {
      name: "Spring",
      total_budget: 400,
      targeting: { locations: [switzerland] },
      destination_url: "https://www.velo.example/spring",
      creative_group: groupOf("poster").uuid,
    },
  ]);
  expect(await balanceOf(bakery)).toBe(before.bakery - 500);
  expect(await balanceOf(cyclist)).toBe(before.cyclist - 400);
  const [{ id: campaign }] = await campaignsOf(bakery);
  expect((await bakery.get(`/user-creatives/${campaign}/filled-validation`)).body.filled).toBe(true);
  const history = (await bakery.get(`/user-campaigns/${campaign}/changes`)).body.data;
  expect(history.map((entry: { action: string }) => entry.action)).toEqual(["activated", "from_bulk"]);
  const [audited] = (await admin.get(`/admin/users/${bakery.uid}/audit?kind=campaigns`)).body.data;
  expect(audited).toMatchObject({ action: "campaign_status_changed", details: { campaign: { name: "Spring Bern" } } });

  const saved = await admin.put(path, { customers: [{ customer: cyclist.uid, branch: "Zurich", budget: 1 }] });
  expect(saved.body).toMatchObject({ status: "PARTLY_LAUNCHED", customers_count: 3, launched_count: 2 });
});

test("stores a customer that cannot launch with the reasons, and launches it once they are resolved", async () => {
  const poor = await stack.signIn({ uid: "poor-of-bulk", role: "customer" });
  const { id } = await readyBulk([
    { customer: poor.uid, budget: 200 },
    { customer: cyclist.uid, branch: "Basel", budget: 100 },
    { customer: cyclist.uid, branch: "Olten" },
  ]);
  const path = `/bulk-campaigns/${id}`;
  const { results, bulk_campaign } = (await admin.post(path, {})).body;
  expect(results).toMatchObject([
    { outcome: "refused", campaign: null, reasons: ["The customer's balance does not cover the budget."] },
    { outcome: "launched" },
    { outcome: "refused", reasons: ["Set a budget above 0."] },
  ]);
  expect(bulk_campaign.status).toBe("PARTLY_LAUNCHED");
  expect(bulk_campaign.customers[0].refused).toEqual(results[0].reasons);
  expect(await campaignsOf(poor)).toEqual([]);
  await admin.post("/billing/make-transaction", { user: poor.uid, amount: 200 });
  const retried = await admin.post(path, { customers: [results[0].id] });
  expect(retried.body.results).toMatchObject([{ id: results[0].id, outcome: "launched" }]);
  expect(retried.body.bulk_campaign.customers[0].refused).toEqual([]);
  expect((await admin.post(path, { customers: [999_999] })).status).toBe(422);
});

test("a repeated launch with the same key returns the first results; a different selection with the key is rejected", async () => {
  const poor = await stack.signIn({ uid: "keyed-of-bulk", role: "customer" });
  const { id } = await readyBulk([
    { customer: cyclist.uid, branch: "Chur", budget: 1_000 },
    { customer: poor.uid, budget: 2_000 },
  ]);
  const key = { "idempotency-key": "launch-once" };
  const send = (body: object) => admin.post(`/bulk-campaigns/${id}`, body, key);
  const first = await send({});
  expect(first.headers["idempotency-replayed"]).toBeUndefined();
  expect(first.body.results).toMatchObject([{ outcome: "launched" }, { outcome: "refused" }]);
  await admin.post("/billing/make-transaction", { user: poor.uid, amount: 2_000 });
  const again = await send({});
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect(again.body.results).toEqual([first.body.results[0], { ...again.body.results[1], outcome: "launched" }]);
  const other = await send({ customers: [first.body.results[0].id] });
  expect([other.status, other.body.code]).toEqual([409, "idempotency_conflict"]);
});

test("an account manager accesses only own bulk campaigns and assigned customers", async () => {
  const { id: foreign } = await readyBulk([{ customer: bakery.uid, budget: 10 }]);
  expect((await sales.get(`/bulk-campaigns/${foreign}`)).status).toBe(403);
  expect((await sales.post(`/bulk-campaigns/${foreign}`, {})).status).toBe(403);
  expect((await sales.get("/bulk-campaigns")).body.meta.total).toBe(0);
  const refused = await sales.post("/bulk-campaigns", { name: "Mine", customers: [{ customer: cyclist.uid }] });
  expect(refused.body.errors).toHaveProperty(["customers.0.customer"]);
  const own = await readyBulk([{ customer: bakery.uid, branch: "Own", budget: 10 }], sales);
  expect((await sales.get("/bulk-campaigns")).body.data).toMatchObject([{ id: own.id }]);
  await admin.post(`/users/${sales.uid}/customers`, { customerIds: [] });
  const check = (await sales.get(`/bulk-campaigns/${own.id}/filled-validation`)).body;
  expect(check.customers[0].obstacles).toMatchObject([{ code: "not_assigned" }]);
  const launched = (await sales.post(`/bulk-campaigns/${own.id}`, {})).body;
  expect(launched.results).toMatchObject([{ outcome: "refused", reasons: ["The customer is not assigned to you."] }]);
  const manager = await stack.signIn("campaign_manager");
  expect((await manager.get(`/bulk-campaigns/${own.id}`)).status).toBe(200);
});

test("each customer's campaign starts with the line of business of its account, unless the bulk campaign names one", async () => {
  const lineOf = async (client: TestClient, id: number) => (await client.get(`/user-campaigns/${id}`)).body;
  await admin.patch(`/admin/users/${bakery.uid}`, { line_of_business: "family" });
  await admin.patch(`/admin/users/${cyclist.uid}`, { line_of_business: "gambling" });
  await admin.put("/creative-reviews/policy", { first_campaigns: 0, own_files: false, refused_lines: ["gambling"] });
  const both = [
    { customer: bakery.uid, budget: 100 },
    { customer: cyclist.uid, budget: 100 },
  ];
  const { id } = await readyBulk(both);
  const { results } = (await admin.post(`/bulk-campaigns/${id}`, {})).body;
  expect(results).toMatchObject([
    { outcome: "launched", reasons: [] },
    { outcome: "refused", reasons: ["Line of business not allowed"] },
  ]);
  expect(await lineOf(bakery, results[0].campaign)).toMatchObject({ line_of_business: "family" });
  await admin.put(`/bulk-campaigns/${id}`, { line_of_business: "sports" });
  const again = (await admin.post(`/bulk-campaigns/${id}`, {})).body.results;
  expect(again[1]).toMatchObject({ outcome: "launched" });
  expect(await lineOf(cyclist, again[1].campaign)).toMatchObject({ line_of_business: "sports" });
  await admin.put("/creative-reviews/policy", { first_campaigns: 0, own_files: false, refused_lines: [] });
});
