import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { campaignSettings, createDraft, creditCustomer, switzerland } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { type AccountLineJob, accountLineJob, reviewAccountLine } from "./account-line.ts";

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
  refused_countries: [{ line: "tobacco", countries: ["FR", "IT"] }],
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

const radius = (latitude: number, longitude: number, radius_km: number) => ({
  ...{ kind: "radius", id: `radius:${latitude}`, name: "Here", country: "CH" },
  ...{ latitude, longitude, radius_km },
});
const inItaly = { kind: "country", id: "country:IT", name: "Italy", country: "IT" };

test.each([
  ["a country", { kind: "country", id: "country:FR", name: "France", country: "FR" }, "France"],
  ["a region", { kind: "region", id: "region:IT-25", name: "Lombardy", country: "IT" }, "Italy"],
  ["a radius that reaches into a country", radius(46.2044, 6.1432, 15), "France"],
])("a line of business that is refused in some countries cannot start with %s", async (_kind, place, name) => {
  const id = await readyDraft({ line_of_business: "tobacco", targeting: { locations: [switzerland, place] } });
  const { body } = await anna.get(`/user-campaigns/${id}/can-activate`);
  const message = `This line of business cannot be advertised in these countries: ${name}. Choose other places.`;
  expect(body.missing).toEqual([{ code: "line_refused_in", step: "targeting", message }]);
});

test("a line of business that is refused in some countries runs in others, and stays out of them", async () => {
  await reviewer.put("/creative-reviews/policy", { ...policy, reviewed_lines: [] });
  const places = [switzerland, radius(46.948, 7.447, 10)];
  const id = await started({ line_of_business: "tobacco", targeting: { locations: places } });
  const move = (locations: object[]) => anna.put(`/user-campaigns/${id}`, { targeting: { locations } });
  const refused = await move([...places, inItaly]);
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { "targeting.locations": [expect.stringContaining("countries: Italy.")] },
  ]);
  expect((await move([switzerland])).status).toBe(200);
});

test("a line of business must be a known one", async () => {
  const unknown = await anna.post("/user-campaigns", { ...settings, name: "Zopf", line_of_business: "magic" });
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ["line_of_business"]]);
});

test("staff change the lists; leaving them out changes nothing, and customers may not read or change them", async () => {
  const { reviewed_lines, refused_lines, refused_countries, ...rest } = policy;
  expect((await reviewer.put("/creative-reviews/policy", { ...rest, first_campaigns: 1 })).body).toEqual({
    ...policy,
    first_campaigns: 1,
  });
  const cleared = { ...policy, reviewed_lines: [], refused_lines: [], refused_countries: [] };
  expect((await reviewer.put("/creative-reviews/policy", cleared)).body).toEqual(cleared);
  expect((await reviewer.get("/creative-reviews/policy")).body).toEqual(cleared);
  expect((await reviewer.put("/creative-reviews/policy", { ...policy, refused_lines: ["magic"] })).status).toBe(422);
  const rules = async (...refused_countries: object[]) =>
    (await reviewer.put("/creative-reviews/policy", { ...policy, refused_countries })).status;
  const rule = { line: "tobacco", countries: ["FR"] };
  expect([await rules(rule), await rules(rule, rule)]).toEqual([200, 422]);
  expect([await rules({ ...rule, countries: [] }), await rules({ ...rule, countries: ["ZZ"] })]).toEqual([422, 422]);
  expect((await anna.get("/creative-reviews/policy")).status).toBe(403);
  expect((await anna.put("/creative-reviews/policy", policy)).status).toBe(403);
  const admin = await stack.signIn({ uid: "admin-1", role: "super_admin" });
  expect((await admin.put("/creative-reviews/policy", policy)).status).toBe(200);
});

const profile = {
  ...{ first_name: "Emil", last_name: "Frei", company_name: "Tierladen Frei", country_code: "CH" },
  ...{ postal_code: "3011", city: "Bern", street: "Gerberngasse", house_number: "27", is_terms_accepted: true },
};
const accountLine = async (client: TestClient) => (await client.get("/users/me")).body.line_of_business;

test("the first campaign's line of business becomes the account's, new campaigns start with it and may differ", async () => {
  const nora = await stack.signIn({ uid: "nora-1", role: "customer", lang: "en" });
  await creditCustomer(stack, "nora-1");
  expect(await accountLine(nora)).toBeNull();
  const first = await createDraft(stack, nora, settings);
  expect((await nora.get(`/user-campaigns/${first}`)).body.line_of_business).toBeNull();
  expect((await nora.post(`/user-campaigns/${first}/activate`)).status).toBe(200);
  expect(await accountLine(nora)).toBe("food");
  const next = await nora.post("/user-campaigns", { ...settings, categories: ["IAB17"] });
  expect(next.body.line_of_business).toBe("food");
  const other = await nora.post("/user-campaigns", { ...settings, line_of_business: "sports" });
  expect(other.body.line_of_business).toBe("sports");
  const second = await createDraft(stack, nora, { ...settings, line_of_business: "travel" });
  expect((await nora.post(`/user-campaigns/${second}/activate`)).status).toBe(200);
  expect(await accountLine(nora)).toBe("food");
});

test("an account declares and changes its line of business, staff too; each change is audited, none removes it", async () => {
  const emil = await stack.signIn({ uid: "emil-1", role: "customer", lang: "en" });
  const admin = await stack.signIn({ uid: "admin-1", role: "super_admin" });
  const change = (client: TestClient, line: unknown) => client.put("/users/emil-1", { line_of_business: line });
  expect((await change(emil, "magic")).status).toBe(422);
  expect((await change(emil, "pets")).body.line_of_business).toBe("pets");
  expect((await change(emil, null)).body.line_of_business).toBe("pets");
  expect((await emil.post("/users/me", profile)).body.line_of_business).toBe("pets");
  expect((await emil.post("/users/me", { ...profile, line_of_business: "fashion" })).body.line_of_business).toBe(
    "fashion",
  );
  expect((await admin.patch("/admin/users/emil-1", { line_of_business: "home" })).body.line_of_business).toBe("home");
  const { rows } = await stack.platform.db.execute<{ actor: string; change: object }>(sql`
    select actor_uid as actor, change from audit_entries, jsonb_array_elements(changes) change
    where subject_uid = 'emil-1' and change->>'field' = 'line_of_business' order by audit_entries.id`);
  const field = "line_of_business";
  expect(rows).toEqual([
    { actor: "emil-1", change: { field, before: null, after: "pets" } },
    { actor: "emil-1", change: { field, before: "pets", after: "fashion" } },
    { actor: "admin-1", change: { field, before: "fashion", after: "home" } },
  ]);
});

test("an account that declares a reviewed line of business has its campaigns reviewed while they run", async () => {
  const iris = await stack.signIn({ uid: "iris-1", role: "customer", lang: "en" });
  await creditCustomer(stack, "iris-1");
  const start = async (line_of_business: string): Promise<number> => {
    const id = await createDraft(stack, iris, { ...settings, line_of_business });
    expect((await iris.post(`/user-campaigns/${id}/activate`)).status).toBe(200);
    return id;
  };
  const running = await start("food");
  const declare = async (line: "pets" | "alcohol") => {
    expect((await iris.put("/users/iris-1", { line_of_business: line })).status).toBe(200);
    return stack.platform.db.execute<{ data: AccountLineJob }>(
      sql`select data from pgboss.job where name = ${accountLineJob} and data->>'uid' = 'iris-1'`,
    );
  };
  expect((await declare("pets")).rows).toEqual([]);
  const [job] = (await declare("alcohol")).rows;
  expect(job?.data).toEqual({ uid: "iris-1", line: "alcohol" });
  const runner = { platform: stack.platform, execute: stack.app.services.execute };
  const review = () => reviewAccountLine(runner, { uid: "iris-1", line: "alcohol" });
  // A repeated job changes nothing.
  expect([await review(), await review()]).toEqual([1, 1]);
  expect(await snapshotOf(running)).not.toBeNull();
  const queue = (await reviewer.get("/creative-reviews")).body.data.filter(
    ({ owner }: { owner: string }) => owner === "iris-1",
  );
  expect(queue).toMatchObject([
    {
      campaign: running,
      line_of_business: "food",
      owner_line_of_business: "alcohol",
      cause: "The line of business of the account is now: Alcohol",
    },
  ]);
  // A new campaign of the account waits too, whatever it advertises.
  const fresh = await start("food");
  expect(await snapshotOf(fresh)).toBeNull();
});
