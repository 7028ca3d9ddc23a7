import { findSnapshot, readSeenRates, readTraffic } from "@litfass/adserver/index";
import { parseBidRequest } from "@litfass/adserver/openrtb/request/parse-bid-request";
import { applyPlacements } from "@litfass/adserver/serving/placements/placements";
import { saveTraffic } from "@litfass/adserver/sync/traffic-sql";
import { someAgent, testAdServer, testRequest } from "@litfass/adserver/testing/testing-ad-server";
import type { PlacementSnapshot } from "@litfass/contract/adserver/placement-snapshot";
import type { SnapshotDeal } from "@litfass/contract/adserver/snapshot";
import { usualCurrencyRates } from "@litfass/contract/kernel/currency-rates";
import { roles } from "@litfass/contract/kernel/roles";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listReservedDeals } from "../../../../../adserver/src/sync/deals/reserved-deal-sql.ts";
import { createDraft, creditCustomer, startCampaign, switzerland } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { forecastCampaign } from "../../campaigns/forecast/forecast-campaign.ts";
import type { SourceSample } from "../../campaigns/forecast/traffic-source.ts";

let stack: Stack;
let boss: TestClient;
let anna: TestClient;
let ben: TestClient;
let manager: TestClient;
beforeAll(async () => {
  stack = await startStack({
    env: { EXCHANGES: "one,two", EXCHANGE_SECRETS: `one=${"o".repeat(24)},two=${"t".repeat(24)}` },
    now: new Date("2026-03-02T09:00:00.000Z"),
  });
  boss = await stack.signIn("super_admin");
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  ben = await stack.signIn({ uid: "ben-12", role: "advanced_advertiser" });
  manager = await stack.signIn({ uid: "mia-12", role: "sales" });
  await stack.platform.db.execute(
    sql`insert into customer_assignments (customer_uid, sales_uid, created_at) values ('anna-1', 'mia-12', now())`,
  );
  await creditCustomer(stack, "anna-1");
});
afterAll(() => stack.close());

const settings = {
  deal_id: "PMP-1",
  name: "Front page",
  exchange: "one",
  placement_ids: [],
  price_kind: "fixed",
  price: 12.5,
  currency: "USD",
  start_on: null,
  end_on: null,
  account_uids: [],
  note: "",
};
const add = (changes: object) => boss.post("/deals", { ...settings, ...changes });
async function dealOf(changes: object): Promise<{ id: number; version: number }> {
  const { status, body } = await add(changes);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
}
const places = { locations: [switzerland] };
const dealsOf = async (campaign: number): Promise<SnapshotDeal[] | undefined> =>
  (await findSnapshot(stack.platform.db, campaign))?.targeting.deals;

async function placementOf(name: string, owner = "ben-12", host = "zeitung.example"): Promise<number> {
  const { db } = stack.platform;
  const { rows } = await db.execute<{ id: string }>(sql`
    with p as (insert into publishers (owner_uid, name, state, currency, seller_id, created_at)
        values (${owner}, 'Zeitung AG', 'active', 'CHF', ${host}, now()) returning id),
      s as (insert into publisher_sites (publisher_id, kind, name, domain, state, next_check_at, created_at)
        select id, 'site', ${host}, ${host}, 'verified', now(), now() from p returning id, publisher_id)
    insert into placements (publisher_id, site_id, name, sizes, floor_minor, allowed_categories, blocked_categories,
      blocked_advertisers, state, created_at, updated_at)
    select publisher_id, id, ${name}, '{300x250}', 0, '{}', '{}', '{}', 'active', now(), now() from s returning id`);
  return Number(rows[0]?.id);
}

test("a deal is added, listed by search, state and order, changed, ended, and audited field by field", async () => {
  const { id } = await dealOf({ deal_id: "LIST-1", name: "Morning paper", end_on: "2026-03-01", price: 8 });
  await dealOf({ deal_id: "LIST-2", name: "Evening paper", start_on: "2026-04-01", exchange: "two", price: 9 });
  const names = async (query: string) =>
    (await boss.get(`/deals?${query}`)).body.data.map(({ name }: { name: string }) => name);
  expect(await names("search=paper&sort=name")).toEqual(["Evening paper", "Morning paper"]);
  expect(await names("search=paper&sort=price&direction=desc&per_page=1")).toEqual(["Evening paper"]);
  expect(await names("search=list-1")).toEqual(["Morning paper"]);
  expect(await names("search=paper&state=past")).toEqual(["Morning paper"]);
  expect(await names("search=paper&state=upcoming")).toEqual(["Evening paper"]);
  expect((await boss.get("/deals?search=paper&per_page=1")).body.meta).toMatchObject({ total: 2, last_page: 2 });

  const changed = await boss.put(`/deals/${id}`, { ...settings, version: 1, deal_id: "LIST-1", name: "Daily" });
  expect(changed.body).toMatchObject({ version: 2, name: "Daily", price: 12.5, end_on: null, state: "active" });
  const ended = await boss.post(`/deals/${id}/status`, { version: 2, status: "ended" });
  expect(ended.body).toMatchObject({ version: 3, status: "ended", state: "ended", name: "Daily" });
  const late = await boss.post(`/deals/${id}/status`, { version: 2, status: "active" });
  expect([late.status, late.body.code]).toEqual([409, "deal_changed"]);
  const { rows } = await stack.platform.db.execute<{ command: string; changes: object[] }>(sql`
    select command, changes from audit_entries where subject_type = 'deal' and subject_id = ${String(id)} order by id`);
  expect(rows.map(({ command }) => command)).toEqual([
    "supply.create_deal",
    "supply.update_deal",
    "supply.set_deal_status",
  ]);
  expect(rows[1]?.changes).toEqual([
    { field: "name", before: "Morning paper", after: "Daily" },
    { field: "price", before: 800, after: 1250 },
    { field: "end_on", before: "2026-03-01", after: null },
  ]);
});

test.each([
  [{ deal_id: "with space" }, "deal_id"],
  [{ exchange: "unknown" }, "exchange"],
  [{ exchange: null }, "placement_ids"],
  [{ placement_ids: [1] }, "placement_ids"],
  [{ exchange: null, placement_ids: [999_999] }, "placement_ids"],
  [{ price: 0 }, "price"],
  [{ price: 1.005 }, "price"],
  [{ currency: "XXX" }, "currency"],
  [{ start_on: "2026-03-02", end_on: "2026-03-01" }, "end_on"],
  [{ account_uids: ["nobody-1"] }, "account_uids"],
  [{ account_uids: ["mia-12"] }, "account_uids"],
])("wrong input %j is a problem of %s", async (changes, field) => {
  const { status, body } = await add(changes);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test("an ID is unique per exchange", async () => {
  const { id } = await dealOf({ deal_id: "SAME" });
  await dealOf({ deal_id: "SAME", exchange: "two" });
  const second = await add({ deal_id: "SAME" });
  expect([second.status, second.body.code]).toEqual([409, "deal_exists"]);
  const other = await dealOf({ deal_id: "OTHER" });
  expect((await boss.put(`/deals/${other.id}`, { ...settings, deal_id: "SAME", version: 1 })).status).toBe(409);
  expect((await boss.put(`/deals/${id}`, { ...settings, deal_id: "SAME", version: 1, note: "x" })).status).toBe(200);
});

test("only a super_admin changes deals; admins, campaign and account managers read them", async () => {
  const { id } = await dealOf({ deal_id: "ROLES" });
  for (const role of roles.filter((each) => each !== "super_admin")) {
    const other = await stack.signIn(role);
    const changes = [
      other.post("/deals", { ...settings, deal_id: "NEW" }),
      other.put(`/deals/${id}`, { ...settings, version: 1 }),
      other.post(`/deals/${id}/status`, { version: 1, status: "ended" }),
      other.get("/deals/placements"),
    ];
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    const reads = [other.get("/deals"), other.get(`/deals/${id}`), other.get(`/deals/${id}/report`)];
    const read = ["admin", "campaign_manager", "sales"].includes(role) ? 200 : 403;
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([read, read, read]);
  }
});

test("account managers see deals that are open to all or to a customer of theirs, and of those only such accounts", async () => {
  const both = await dealOf({ deal_id: "BOTH", account_uids: ["anna-1", "ben-12"] });
  const others = await dealOf({ deal_id: "BEN", account_uids: ["ben-12"] });
  expect((await manager.get(`/deals/${others.id}`)).status).toBe(404);
  expect((await manager.get("/deals?search=ben")).body.data).toEqual([]);
  const { accounts, account_uids } = (await manager.get(`/deals/${both.id}`)).body;
  expect([accounts.map(({ uid }: { uid: string }) => uid), account_uids]).toEqual([["anna-1"], ["anna-1"]]);
});

test("advertisers see the deals that are open to them, without price and note", async () => {
  const open = await dealOf({ deal_id: "OPEN", name: "Open", note: "secret", account_uids: ["anna-1"] });
  await dealOf({ deal_id: "PAST", name: "Past", end_on: "2026-03-01" });
  const listed = (await anna.get("/user-campaigns/settings/deals/anna-1")).body;
  expect(listed).toContainEqual({ id: open.id, name: "Open", deal_id: "OPEN", start_on: null, end_on: null });
  expect(listed.map(({ name }: { name: string }) => name)).not.toContain("Past");
  const ofBen = (await ben.get("/user-campaigns/settings/deals/ben-12")).body;
  expect(ofBen.map(({ name }: { name: string }) => name)).not.toContain("Open");
  expect((await anna.get("/user-campaigns/settings/deals/ben-12")).status).toBe(403);
});

test("a campaign chooses deals that are open to its account; what it has stays, and is kept, copied and undone", async () => {
  const own = await dealOf({ deal_id: "OWN", account_uids: ["anna-1"] });
  const foreign = await dealOf({ deal_id: "FOREIGN", account_uids: ["ben-12"] });
  const id = await createDraft(stack, anna);
  const choose = (client: TestClient, deal_ids: number[]) =>
    client.put(`/user-campaigns/${id}`, { targeting: { ...places, deal_ids } });
  for (const client of [anna, boss]) {
    const refused = await choose(client, [own.id, foreign.id]);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["targeting.deal_ids"]]);
  }
  expect(
    (
      await choose(
        anna,
        Array.from({ length: 21 }, (_, at) => at),
      )
    ).status,
  ).toBe(422);
  expect((await choose(anna, [own.id])).body.targeting.deal_ids).toEqual([own.id]);
  const copy = (await anna.post(`/user-campaigns/${id}/copy`)).body;
  expect(copy.targeting.deal_ids).toEqual([own.id]);
  const [entry] = (await anna.get(`/user-campaigns/${id}/changes`)).body.data;
  expect(entry.fields).toContainEqual({ field: "targeting.deal_ids", before: [], after: [own.id] });

  await boss.post(`/deals/${own.id}/status`, { version: 1, status: "ended" });
  // What was chosen before may stay, but does not let it start.
  expect((await anna.put(`/user-campaigns/${id}`, { targeting: { ...places, deal_ids: [own.id] } })).status).toBe(200);
  const { missing } = (await anna.get(`/user-campaigns/${id}/can-activate`)).body;
  expect(missing.map(({ code }: { code: string }) => code)).toContain("deals_closed");
  const undone = await anna.post(`/user-campaigns/${id}/changes/${entry.id}/undo`);
  expect([undone.status, undone.body.targeting.deal_ids]).toEqual([200, []]);
});

const shownOn = (placementId: number): PlacementSnapshot => ({
  placementId,
  publisherId: 1,
  siteKind: "site",
  site: "anzeiger.example",
  sizes: ["300x250"],
  floor: 0,
  currency: "CHF",
  allowedCategories: [],
  blockedCategories: [],
  blockedAdvertisers: [],
  refreshSeconds: null,
  shares: [],
  fallback: null,
});

test("a forecast knows deals on placements from the ad tag's requests, and each deal only from where it is offered", async () => {
  const placement = await placementOf("Sidebar", "anna-1", "anzeiger.example");
  const tag = await dealOf({ deal_id: "TAG", exchange: null, placement_ids: [placement] });
  const one = await dealOf({ deal_id: "ONE" });
  const { instance } = testAdServer([]);
  const request = testRequest();
  const [imp] = request.imp;
  const asked = { ...request, imp: [{ ...imp, pmp: { private_auction: 1, deals: [{ id: "ONE" }] } }] };
  const parsed = parseBidRequest(asked, instance.parseContext("one"), 1);
  if (typeof parsed === "string") throw new Error(parsed);
  const exchanges = { kind: "exchanges" as const, requests: [parsed], perDay: 50_000, bids: 10, wins: 5 };
  const caller = { uid: "anna-1", role: "customer", reach: "own", lang: "en" } as const;
  const forecast = (deal_ids: number[], samples: SourceSample[] = [exchanges]) => {
    const source = async () => samples;
    const targeting = targetingSchema.parse({ ...places, deal_ids });
    const { platform } = stack;
    return forecastCampaign(platform.db, caller, { targeting }, source, platform.clock.now(), usualCurrencyRates);
  };
  expect((await forecast([tag.id])).available).toBeNull();
  expect((await forecast([one.id])).available?.high).toBeGreaterThan(0);
  expect((await forecast([one.id])).funnel.map(({ setting }) => setting)).toContain("deals");

  const locate = () => ({ country: "CH", region: "CH-BE", city: "Bern" });
  const adServer = testAdServer([], { tagDomains: [], locate });
  applyPlacements(adServer.instance.placements, [{ placementId: placement, snapshot: shownOn(placement) }]);
  const headers = { "user-agent": someAgent, referer: "https://anzeiger.example/bern" };
  for (let visit = 0; visit < 40; visit += 1) {
    await adServer.call("GET", `/frame?placement=${placement}`, { headers });
    adServer.clock.advance(60_000);
  }
  await saveTraffic(stack.platform.db, "own-1", adServer.engine.ownTraffic, "own");
  const { db } = stack.platform;
  const read = await readTraffic(db, adServer.clock.now(), "own");
  const own = { ...read, kind: "own" as const, seen: await readSeenRates(db, read.requests) };
  expect(adServer.engine.traffic.seen).toBe(0);
  expect(Math.round(own.perDay)).toBe(960);
  const onPlacement = await forecast([tag.id], [exchanges, own]);
  expect(onPlacement.sample).toMatchObject({ matched: own.requests.length, per_day: 960 });
  expect(onPlacement.available?.high).toBeGreaterThan(0);
  const name = `anzeiger.example 300x250 placement-${placement}`;
  await db.execute(sql`insert into placement_visibility (placement, impressions, measured, viewable, changed_at)
    values (${name}, 1000, 1000, 300, now())`);
  const hidden = { ...own, seen: await readSeenRates(db, read.requests) };
  expect((await forecast([tag.id], [hidden])).available).toEqual({ low: 0, high: 0 });
  expect((await forecast([one.id], [exchanges, own])).sample.per_day).toBe(50_000);
  const [alone, both] = [await forecast([], [exchanges]), await forecast([], [exchanges, own])];
  expect(both.available!.high).toBeGreaterThan(alone.available!.high);
  expect(both.sample.per_day).toBe(50_960);
});

test("ad servers get the deals of a running campaign, follow their changes, and nothing is left open without one", async () => {
  const placement = await placementOf("Article top");
  const [found] = (await boss.get("/deals/placements?search=zeitung")).body;
  expect(found).toEqual({ id: placement, name: "Article top", site: "zeitung.example", publisher: "Zeitung AG" });
  const one = await dealOf({ deal_id: "RUN-1", end_on: "2026-03-20" });
  const tag = await dealOf({
    deal_id: "RUN-2",
    exchange: null,
    placement_ids: [placement],
    price_kind: "floor",
    currency: "CHF",
  });
  const id = await startCampaign(stack, anna, { targeting: { ...places, deal_ids: [one.id, tag.id] } });
  const fromOne = {
    exchange: "one",
    id: "RUN-1",
    placements: [],
    isFixed: true,
    priceMicros: "12500000",
    currency: "USD",
    startAt: null,
    endAt: "2026-03-20T23:00:00.000Z",
  };
  const fromTag = {
    ...fromOne,
    exchange: "tag",
    id: "RUN-2",
    placements: [placement],
    isFixed: false,
    currency: "CHF",
  };
  expect(await dealsOf(id)).toEqual([fromOne, { ...fromTag, endAt: null }]);
  expect((await boss.get(`/deals/${one.id}`)).body.campaigns).toBe(1);

  await boss.put(`/deals/${one.id}`, { ...settings, deal_id: "RUN-1", price: 14, version: 1 });
  expect((await dealsOf(id))?.[0]).toMatchObject({ priceMicros: "14000000", endAt: null });
  await boss.put(`/deals/${one.id}`, { ...settings, deal_id: "RUN-1", account_uids: ["ben-12"], version: 2 });
  expect((await dealsOf(id))?.map((deal) => deal.id)).toEqual(["RUN-2"]);
  expect((await listReservedDeals(stack.platform.db)).get("one")?.get("RUN-1")).toEqual(new Set(["ben-12"]));
  await boss.post(`/deals/${tag.id}/status`, { version: 1, status: "ended" });
  expect(await dealsOf(id)).toMatchObject([{ exchange: "", id: "" }]);
});
