import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCampaign } from "../../testing/campaigns.ts";
import type { TestClient } from "../../testing/client.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { creditManually } from "../billing/index.ts";

let stack: Stack;
let plain: TestClient;
let advanced: TestClient;
let stranger: TestClient;
let admin: TestClient;
let sales: TestClient;
const place = { kind: "country", id: "country:CH", name: "Switzerland", country: "CH" };

beforeAll(async () => {
  stack = await startStack();
  plain = await stack.signIn({ uid: "plain-1", role: "customer" });
  advanced = await stack.signIn({ uid: "advanced-1", role: "advanced_advertiser" });
  stranger = await stack.signIn({ uid: "advanced-2", role: "advanced_advertiser" });
  admin = await stack.signIn("admin");
  sales = await stack.signIn({ uid: "sales-1", role: "sales" });
  await admin.post("/users/sales-1/customers", { customerIds: ["advanced-1"] });
  await stack.platform.db.transaction((tx) =>
    creditManually(tx, { ownerUid: "advanced-1", currency: "CHF", amountMicros: 2_000_000_000n, key: "test:credit" }),
  );
});
afterAll(() => stack?.close());

const newList = async (kind: string, name: string, domains: string[]): Promise<number> =>
  (await advanced.post("/channels/advanced-1", { kind, name, domains })).body.id;
const newDraft = async (client: TestClient, targeting: Record<string, unknown> = {}, more = {}) =>
  client.post("/user-campaigns", { name: "Herbst", targeting: { locations: [place], ...targeting }, ...more });

/** A running campaign of the advanced advertiser. */
const running = (targeting: Record<string, unknown>): Promise<number> =>
  startCampaign(stack, advanced, {
    name: "Herbst",
    destination_url: "https://shop.example/",
    targeting: { locations: [place], ...targeting },
  });
async function snapshotTargeting(id: number): Promise<CampaignSnapshot["targeting"]> {
  const { rows } = await stack.platform.db.execute<{ payload: CampaignSnapshot }>(
    sql`select payload from campaign_snapshots where campaign_id = ${id}`,
  );
  return rows[0]?.payload.targeting as CampaignSnapshot["targeting"];
}

test("[ROLE-007] [API-CAMP-014] [FIELD-CAMP-019] advanced settings are empty for a plain customer, filled for an advanced advertiser", async () => {
  const none = (await plain.get("/user-campaigns/settings/advanced/plain-1")).body;
  expect(Object.values(none)).toEqual([[], [], [], [], [], null]);
  const { status, body } = await advanced.get("/user-campaigns/settings/advanced/advanced-1");
  expect(status).toBe(200);
  const texts = (options: { text: string }[]) => options.map(({ text }) => text);
  expect(texts(body.browsers)).toEqual(["Chrome", "Safari", "Firefox", "Edge", "Samsung Internet", "Opera", "Other"]);
  expect(body.householdIncomes.map(({ value }: { value: string }) => value)).toEqual([
    "top_10",
    "11_20",
    "21_30",
    "31_40",
    "41_50",
    "lower_50",
    "unknown",
  ]);
  expect(body.remarketing_tag).toMatch(/^<img src="http/);
  expect((await stranger.get("/user-campaigns/settings/advanced/advanced-1")).status).toBe(403);
});

test("[ROLE-007] every role of the staff that works on campaigns gets the advanced settings of its customers", async () => {
  for (const role of ["super_admin", "admin", "tech_admin", "campaign_manager"] as const) {
    const client = await stack.signIn(role);
    for (const uid of [client.uid, "advanced-1"]) {
      const { status, body } = await client.get(`/user-campaigns/settings/advanced/${uid}`);
      expect([role, uid, status, body.browsers?.length]).toEqual([role, uid, 200, 7]);
    }
    expect((await client.get("/channels/advanced-1")).status).toBe(200);
  }
  expect((await sales.get("/user-campaigns/settings/advanced/advanced-1")).body.browsers).toHaveLength(7);
  expect((await sales.get("/user-campaigns/settings/advanced/advanced-2")).status).toBe(403);
});

test("[ROLE-007] a plain customer cannot change advanced settings, and saving keeps those made by staff", async () => {
  for (const field of [{ browsers: ["chrome"] }, { household_incomes: ["top_10"] }, { remarketing: true }]) {
    const answer = await newDraft(plain, field);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [`targeting.${Object.keys(field)[0]}`]]);
  }
  expect((await newDraft(plain, {}, { feed_url: "https://shop.example/feed.xml" })).status).toBe(422);
  const { id, targeting } = (await newDraft(plain)).body;
  const byStaff = { ...targeting, browsers: ["safari"] };
  expect((await admin.put(`/user-campaigns/${id}`, { targeting: byStaff })).status).toBe(200);
  const change = { ...byStaff, genders: ["female"] };
  expect((await plain.put(`/user-campaigns/${id}`, { targeting: change })).body.targeting).toMatchObject(change);
  expect((await plain.put(`/user-campaigns/${id}`, { targeting: { ...change, browsers: [] } })).status).toBe(422);
});

test("[FIELD-CAMP-017] [FIELD-CAMP-018] [FIELD-CAMP-020] [FIELD-CAMP-021] [FIELD-SET-003] returns saved advanced settings", async () => {
  const targeting = {
    household_incomes: ["top_10", "unknown"],
    browsers: ["chrome", "safari"],
    remarketing: true,
    parental_statuses: ["parent", "unknown"],
    hours: [8, 9, 10],
  };
  const more = { pacing: "ahead", feed_url: "https://shop.example/feed.xml" };
  const { id } = (await newDraft(advanced, targeting, more)).body;
  const { body } = await advanced.get(`/user-campaigns/${id}`);
  expect(body).toMatchObject(more);
  expect(body.targeting).toMatchObject(targeting);
});

test("[FIELD-CAMP-014] [API-USER-029] [API-USER-031] domain lists are saved per user, selected, and published to delivery", async () => {
  const allow = await newList("whitelist", "Regional press", ["a.example", "news.b.example", "a.example"]);
  const block = await newList("blocklist", "Never", ["bad.example"]);
  const lists = (await advanced.get("/channels/advanced-1")).body;
  expect(lists.map(({ name, domains }: { name: string; domains: string[] }) => [name, domains])).toEqual([
    ["Never", ["bad.example"]],
    ["Regional press", ["a.example", "news.b.example"]],
  ]);
  const id = await running({ whitelists: [allow], blocklists: [block] });
  expect((await advanced.get(`/user-campaigns/${id}`)).body.targeting).toMatchObject({
    whitelists: [allow],
    blocklists: [block],
  });
  expect(await snapshotTargeting(id)).toMatchObject({
    siteAllow: ["a.example", "news.b.example"],
    siteBlock: ["bad.example"],
  });
  await advanced.put(`/channels/advanced-1/${allow}`, { name: "Regional press", domains: ["c.example"] });
  expect((await snapshotTargeting(id)).siteAllow).toEqual(["c.example"]);
  expect((await advanced.delete(`/channels/advanced-1/${allow}`)).status).toBe(409);
  expect((await sales.get("/channels/advanced-1")).body).toHaveLength(2);
  for (const path of ["/channels/advanced-1", "/audiences/advanced-1"]) {
    expect([(await admin.get(path)).status, (await plain.get(path)).status]).toEqual([200, 403]);
  }
  expect((await plain.get("/channels/plain-1")).body).toEqual([]);
  const refused = await plain.post("/channels/plain-1", { kind: "whitelist", name: "x", domains: ["a.example"] });
  expect(refused.status).toBe(403);
});

test("a list needs a unique name and valid domains; another user's cannot be selected", async () => {
  const id = await newList("whitelist", "Mine", ["a.example"]);
  const again = await advanced.post("/channels/advanced-1", {
    kind: "whitelist",
    name: "mine",
    domains: ["b.example"],
  });
  expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ["name"]]);
  const wrong = await advanced.post("/channels/advanced-1", {
    kind: "whitelist",
    name: "y",
    domains: ["not a domain"],
  });
  expect(wrong.status).toBe(422);
  const foreign = await newDraft(stranger, { whitelists: [id] });
  expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ["targeting.whitelists"]]);
  expect((await newDraft(advanced, { blocklists: [id] })).status).toBe(422);
  expect((await advanced.delete(`/channels/advanced-1/${id}`)).status).toBe(204);
});

test("[AGENCY-003] [AGENCY-004] [API-CAMP-010] [API-USER-030] [FIELD-CAMP-015] audiences are imported, found, selected, and published as segment ids", async () => {
  const rows = [
    { name: "Garden lovers", size: 420_000, segment_ids: ["1145", "1146"] },
    { name: "New parents", size: 90_000, segment_ids: ["p-77"] },
  ];
  const body = { provider: "Datenhof", audiences: rows };
  expect((await advanced.post("/audiences", body)).status).toBe(403);
  expect((await admin.post("/audiences", body)).body).toEqual({ added: 2, changed: 0 });
  const found = (await advanced.post("/user-campaigns/audiences/search", { q: "garden" })).body;
  expect(found).toEqual([
    { id: expect.any(Number), name: "Garden lovers", provider: "Datenhof", size: 420_000, fee: null },
  ]);
  expect((await plain.post("/user-campaigns/audiences/search", { q: "garden" })).body).toEqual([]);
  expect((await advanced.get("/audiences/advanced-1")).body).toHaveLength(2);
  const id = await running({ audiences: [found[0].id] });
  expect((await advanced.get(`/user-campaigns/${id}`)).body.targeting.audiences).toEqual([found[0].id]);
  expect((await snapshotTargeting(id)).audiences).toEqual(["1145", "1146"]);
  const renewed = { provider: "Datenhof", audiences: [{ ...rows[0], segment_ids: ["2000"] }] };
  expect((await admin.post("/audiences", renewed)).body).toEqual({ added: 0, changed: 1 });
  expect((await snapshotTargeting(id)).audiences).toEqual(["2000"]);
  expect((await newDraft(advanced, { audiences: [999_999] })).status).toBe(422);
});

test("a provider's fee reaches running campaigns, stays where an import has none, and is seen by who imports", async () => {
  const fee = { percent: 12.5, per_thousand: 0.8, currency: "EUR" };
  const shared = { name: "Free birds", size: 10, segment_ids: ["f1", "both"] };
  const priced = { name: "Birds", size: 20, segment_ids: ["b1", "both"], fee };
  const take = async (...audiences: object[]) =>
    expect((await admin.post("/audiences", { provider: "Vogelwarte", audiences })).status).toBe(200);
  await take(shared, priced);
  const search = async (client: TestClient) =>
    (await client.post("/user-campaigns/audiences/search", { q: "birds" })).body;
  const byName = (rows: { name: string; fee: unknown }[]) => Object.fromEntries(rows.map((row) => [row.name, row.fee]));
  expect(byName(await search(admin))).toEqual({ "Free birds": null, Birds: fee });
  expect(byName(await search(advanced))).toEqual({ "Free birds": null, Birds: null });
  const ids = Object.fromEntries((await search(admin)).map(({ name, id }: { name: string; id: number }) => [name, id]));
  const id = await running({ audiences: [ids["Free birds"], ids.Birds] });
  const dataFees = [{ audience: ids.Birds, segments: ["b1"], percent: 12.5, perThousand: 0.8, currency: "EUR" }];
  expect((await snapshotTargeting(id)).dataFees).toEqual(dataFees);
  await take({ name: "Birds", size: 21, segment_ids: ["b1"] });
  expect((await snapshotTargeting(id)).dataFees).toEqual(dataFees);
  await take({ ...priced, fee: { ...fee, percent: 0, per_thousand: 0 } });
  expect((await snapshotTargeting(id)).dataFees).toBeUndefined();
  const wrong = { ...priced, fee: { ...fee, percent: 101, currency: "euro" } };
  const { status, body } = await admin.post("/audiences", { provider: "Vogelwarte", audiences: [wrong] });
  expect([status, Object.keys(body.errors)]).toEqual([422, ["audiences.0.fee.percent", "audiences.0.fee.currency"]]);
});

test("[FIELD-SET-001] each settings list has entries", async () => {
  const lists = ["entity-statuses", "categories", "languages", "pacing", "performance-goals"];
  for (const list of lists) {
    expect((await advanced.get(`/user-campaigns/settings/${list}`)).body.length, list).toBeGreaterThan(0);
  }
  for (const list of ["demographic", "advanced/advanced-1"]) {
    const { body } = await advanced.get(`/user-campaigns/settings/${list}`);
    for (const [name, options] of Object.entries(body)) expect(options, `${list} ${name}`).not.toHaveLength(0);
  }
});

test("[API-CAMP-026] fixed path segments take precedence over a campaign id, which is a number", async () => {
  expect((await admin.get("/user-campaigns/templates")).body).toMatchObject({ data: [], meta: { total: 0 } });
  expect((await admin.get("/user-campaigns/settings/pacing")).status).toBe(200);
  expect((await admin.post("/user-campaigns/audiences/search", { q: "x" })).status).toBe(200);
  expect((await admin.get("/user-campaigns/not-a-number")).status).toBeGreaterThanOrEqual(404);
});

test("[FIELD-CAMP-004] [FIELD-CAMP-007] returns the type; a campaign has one language", async () => {
  const { id } = (await newDraft(plain, {}, { type: "display", language: "de" })).body;
  expect((await plain.get(`/user-campaigns/${id}`)).body).toMatchObject({ type: "display", language: "de" });
  expect((await newDraft(plain, {}, { language: ["de", "fr"] })).status).toBe(422);
});

test("a site rule of one campaign can block, allow and be undone, and delivery follows", async () => {
  const shared = await newList("blocklist", "Ueberall", ["shared.example"]);
  const id = await running({ blocklists: [shared] });
  const other = await running({});
  const rule = (site: string, to: string) => advanced.put(`/user-campaigns/${id}/site-rules`, { site, rule: to });
  expect((await rule("bad.example", "block")).body).toEqual({ site: "bad.example", rule: "block", before: "none" });
  await rule("worse.example", "block");
  expect((await snapshotTargeting(id)).siteBlock.sort()).toEqual(["bad.example", "shared.example", "worse.example"]);
  expect((await snapshotTargeting(other)).siteBlock).toEqual([]);
  const sites = ["bad.example", "news.bad.example", "shared.example", "good.example"].map((site) => `sites=${site}`);
  expect((await advanced.get(`/user-campaigns/${id}/site-rules?${sites.join("&")}`)).body).toEqual({
    has_whitelist: false,
    editable: true,
    rules: [
      { site: "bad.example", rule: "block" },
      { site: "news.bad.example", rule: "block" },
      { site: "shared.example", rule: "block" },
      { site: "good.example", rule: "none" },
    ],
  });
  expect((await rule("bad.example", "allow")).body).toMatchObject({ before: "block" });
  expect(await snapshotTargeting(id)).toMatchObject({ siteAllow: ["bad.example"] });
  // Removing the last site removes the restriction.
  expect((await rule("bad.example", "none")).body).toMatchObject({ before: "allow" });
  expect(await snapshotTargeting(id)).toMatchObject({ siteAllow: [] });
  expect((await snapshotTargeting(id)).siteBlock.sort()).toEqual(["shared.example", "worse.example"]);
  const refused = await rule("shared.example", "allow");
  expect([refused.status, refused.body.code]).toEqual([409, "site_on_shared_list"]);
  expect(await snapshotTargeting(id)).toMatchObject({ siteAllow: [] });
});

test("site rules are for advertisers and staff with access to the campaign", async () => {
  const { body } = await newDraft(advanced);
  const put = (client: TestClient) =>
    client.put(`/user-campaigns/${body.id}/site-rules`, { site: "a.example", rule: "block" });
  expect((await put(plain)).status).toBe(403);
  expect([403, 404]).toContain((await put(stranger)).status);
  expect((await put(sales)).status).toBe(200);
});

test("[ROLE-007] a plain customer blocks sites, alone and as a list, and has no whitelists", async () => {
  const channels = "/channels/plain-1";
  const list = (kind: string) => plain.post(channels, { kind, name: `My ${kind}`, domains: ["a.example"] });
  expect((await list("whitelist")).status).toBe(403);
  const blocked = (await list("blocklist")).body.id;
  const { body } = await newDraft(plain, { blocklists: [blocked] });
  const path = `/user-campaigns/${body.id}`;
  const rule = (site: string, to: string) => plain.put(`${path}/site-rules`, { site, rule: to });
  expect((await rule("b.example", "block")).body).toMatchObject({ before: "none", rule: "block" });
  expect((await rule("b.example", "none")).body).toMatchObject({ before: "block", rule: "none" });
  const refused = await rule("b.example", "allow");
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["rule"]]);

  // A whitelist that staff selected stays, and its sites too.
  expect((await admin.put(`${path}/site-rules`, { site: "c.example", rule: "allow" })).status).toBe(200);
  expect((await rule("c.example", "none")).status).toBe(422);
  expect((await rule("c.example", "block")).status).toBe(422);
  const kinds = (await plain.get(channels)).body.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(["blocklist"]);
  const { targeting } = (await plain.get(path)).body;
  expect((await plain.put(path, { targeting: { ...targeting, whitelists: [] } })).status).toBe(422);
});
