import { listChangedPlacements, listChangedSites } from "@litfass/adserver/index";
import { applyPlacements, applySites } from "@litfass/adserver/serving/placements/placements";
import { saveAdUnitTraffic } from "@litfass/adserver/sync/sync-placements";
import { addressesOf, someAgent, testAdServer, testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { batchContentType, batchToken, signBatch } from "@litfass/events/format/batch";
import { EventEncoder } from "@litfass/events/format/event-encoder";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAdUnitsShown } from "../modules/publishers/report/ad-unit-figures-sql.ts";
import { publisherFigures } from "../modules/publishers/report/publisher-figures.ts";
import { statementLines } from "../modules/publishers/statements/statement-lines.ts";
import { type Stack, startStack } from "../testing/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.close());

/** A batch of the journal as the ad server ships it. */
async function ship(events: NewAdEvent[], firstSequence: number): Promise<void> {
  const encoder = new EventEncoder();
  for (const event of events) encoder.add(event);
  const bytes = Buffer.from(encoder.take());
  const token = batchToken({ process: "delivery-test", firstSequence, events: events.length });
  const answer = await stack.app.inject({
    method: "POST",
    url: "/internal/events",
    payload: bytes,
    headers: {
      "content-type": batchContentType,
      "x-litfass-batch": token,
      "x-litfass-signature": signBatch(stack.platform.config.secrets.internal[0], token, bytes),
    },
  });
  expect(answer.statusCode).toBe(200);
}

/** A publisher with a verified site and two placements; returns its ID, seller ID and placements. */
async function publisherWith(uid: string, percent: number, site: string) {
  const admin = await stack.signIn("admin");
  await stack.signIn({ uid, role: "customer" });
  const body = { name: uid, email: `${uid}@test.example`, lang: "en", currency: "CHF", share_percent: percent };
  const { id, seller_id: sellerId } = (await admin.post("/publishers", body)).body;
  const { body: claimed } = await admin.post(`/publishers/${id}/sites`, { kind: "site", name: site });
  await stack.platform.db.execute(sql`update publisher_sites set state = 'verified' where id = ${claimed.id}`);
  const placements: number[] = [];
  for (const name of ["top", "side"]) {
    const created = await admin.post(`/publishers/${id}/placements`, {
      site: claimed.id,
      name,
      sizes: ["300x250"],
      floor: 0,
      allowed_categories: [],
      blocked_categories: [],
      blocked_advertisers: [],
      refresh_seconds: null,
      state: "active",
    });
    placements.push(created.body.id);
  }
  return { id: id as number, sellerId: sellerId as string, site, placements };
}

test("each publisher is owed its share of every charged impression exactly once, and its report says the same", async () => {
  const publishers = [
    await publisherWith("anna-1", 60, "anna.example"),
    await publisherWith("ben-01", 33.33, "ben.example"),
  ];
  const adServer = testAdServer([testSnapshot({ budgetMicros: "90000000000" })], { tagDomains: [] });
  const changed = await listChangedPlacements(stack.platform.db, new Date(0));
  applyPlacements(adServer.instance.placements, changed);
  const shown = new Map<number, number>();
  for (let visit = 0; visit < 120; visit += 1) {
    const publisher = publishers[visit % 2]!;
    const placement = publisher.placements[visit % 3 === 0 ? 0 : 1]!;
    adServer.clock.advance(60_000);
    const headers = { "user-agent": someAgent, referer: `https://${publisher.site}/` };
    const frame = String((await adServer.call("GET", `/frame?placement=${placement}`, { headers })).body);
    if (!frame.includes("data-litfass-ad")) continue;
    const { impression, viewable } = addressesOf(frame);
    await adServer.call("GET", impression, { ip: `192.0.2.${visit % 200}` });
    await adServer.call("GET", viewable);
    shown.set(placement, (shown.get(placement) ?? 0) + 1);
  }
  expect(shown.size).toBe(4);
  const charged = (placement: number): number =>
    adServer.events
      .filter(({ kind, imp_id }) => kind === "impression" && imp_id === `placement-${placement}`)
      .reduce((sum, { charge_micros }) => sum + charge_micros, 0);

  for (let first = 0; first < adServer.events.length; first += 150) {
    const events = adServer.events.slice(first, first + 150);
    await ship(events, first);
    await ship(events, first);
  }

  const { rows } = await stack.platform.db.execute<{ payee: string; micros: string }>(sql`
    select a.exchange as payee, sum(l.amount_micros)::bigint as micros
    from ledger_accounts a join ledger_movements l on l.account_id = a.id where a.kind = 'media_payable' group by 1`);
  const owed = new Map(rows.map(({ payee, micros }) => [payee, Number(micros)]));
  const shareOf = ({ placements }: (typeof publishers)[number], percent: number): number =>
    (placements.reduce((sum, placement) => sum + charged(placement), 0) * percent) / 100;
  const [anna, ben] = publishers as [(typeof publishers)[number], (typeof publishers)[number]];
  expect([...owed.keys()].sort()).toEqual(publishers.map(({ sellerId }) => `publisher:${sellerId}`).sort());
  expect(owed.get(`publisher:${anna.sellerId}`)).toBe(shareOf(anna, 60));
  // A third of 25,000 micros is no whole number; what rounding leaves is carried on, for each placement.
  expect(Math.abs(owed.get(`publisher:${ben.sellerId}`)! - shareOf(ben, 33.33))).toBeLessThanOrEqual(1);

  const owner = await stack.signIn({ uid: "anna-1", role: "customer" });
  const days = "from=2026-03-01&to=2026-03-03";
  const { body: report } = await owner.get(`/publishers/${anna.id}/report?group_by=placement&${days}`);
  expect(
    Object.fromEntries(report.data.map((row: { key: string; impressions: number }) => [row.key, row.impressions])),
  ).toEqual(Object.fromEntries(anna.placements.map((placement) => [placement, shown.get(placement)])));
  const minor = Math.round(owed.get(`publisher:${anna.sellerId}`)! / 10_000);
  expect(report.total).toMatchObject({ revenue: [{ currency: "CHF", amount: minor / 100 }] });
  expect((await owner.get(`/publishers/${ben.id}/report`)).status).toBe(404);
}, 240_000);

test("a report counts requests by day of Zurich, and its fill rate is that of campaigns' ads", async () => {
  const { id, placements } = await publisherWith("carla-1", 50, "carla.example");
  await stack.platform.db.execute(sql`insert into placement_traffic (hour_at, placement_id, requests, ads, fallback_ads)
    values ('2026-02-28T22:00:00Z', ${placements[0]}, 10, 1, 1), ('2026-02-28T23:00:00Z', ${placements[0]}, 40, 10, 5),
      ('2026-03-01T22:00:00Z', ${placements[1]}, 60, 15, 0), ('2026-03-01T23:00:00Z', ${placements[1]}, 7, 0, 0)`);
  const owner = await stack.signIn({ uid: "carla-1", role: "customer" });
  const report = async (query: string) => (await owner.get(`/publishers/${id}/report?${query}`)).body;
  const byDay = await report("from=2026-03-01&to=2026-03-02");
  expect(byDay.data).toMatchObject([
    { key: "2026-03-01", requests: 100, ads: 25, fallback_ads: 5, fill_rate: 0.25 },
    { key: "2026-03-02", requests: 7, ads: 0, fill_rate: 0 },
  ]);
  expect(byDay.total).toMatchObject({ requests: 107, fill_rate: 25 / 107, revenue: [] });
  const bySite = await report("group_by=site&from=2026-03-01&to=2026-03-01");
  expect(bySite.data).toMatchObject([{ text: "carla.example", requests: 100 }]);
  const { data } = await report("group_by=placement&from=2026-03-01&to=2026-03-01");
  expect(data.map(({ text, requests }: { text: string; requests: number }) => [text, requests])).toEqual([
    ["side", 60],
    ["top", 40],
  ]);
});

/** The cost of an ad that a page sold in its own auction. */
const shown: NewAdEvent = {
  kind: "cost",
  at: "2026-03-02T08:00:00.000Z",
  exchange: "prebid-js",
  auction_id: "",
  imp_id: "unit-1",
  campaign_id: 7,
  owner_uid: "owner-1",
  creative_uuid: "c-1",
  format: "300x250",
  site: "",
  site_kind: "site",
  country: "CH",
  region: "",
  city: "",
  device: "computer",
  browser: "Chrome",
  language: "de",
  visitor_key: "",
  charge_micros: 0,
  currency: "CHF",
  lease_id: "",
  invalid: "",
  clearing_micros: 1,
  clearing_currency: "CHF",
};

test("what pages sold in their own auctions is owed to the publisher of the site, or else to the auctions' name", async () => {
  const dora = await publisherWith("dora-01", 50, "dora.example");
  const emil = await publisherWith("emil-01", 50, "blog.dora.example");
  const fina = await publisherWith("fina-01", 50, "www.fina.example");
  const sold = (auction: string, site: string, micros: number): NewAdEvent => ({
    ...shown,
    auction_id: auction,
    site,
    media_cost_micros: micros,
  });
  await ship(
    [
      sold("p1", "dora.example", 1_000),
      sold("p2", "shop.dora.example", 200),
      sold("p3", "a.blog.dora.example", 30),
      sold("p4", "fina.example", 4),
      sold("p5", "listed.example", 50_000),
      sold("p6", "example", 600_000),
    ],
    50_000,
  );
  const owed = async (payee: string): Promise<number> => {
    const { rows } = await stack.platform.db.execute<{ micros: string }>(sql`
      select coalesce(sum(l.amount_micros), 0)::bigint as micros
      from ledger_accounts a join ledger_movements l on l.account_id = a.id
      where a.kind = 'media_payable' and a.exchange = ${payee}`);
    return Number(rows[0]?.micros);
  };
  expect(await owed(`publisher:${dora.sellerId}`)).toBe(1_200);
  expect(await owed(`publisher:${emil.sellerId}`)).toBe(30);
  expect(await owed(`publisher:${fina.sellerId}`)).toBe(4);
  expect(await owed("prebid-js")).toBe(650_000);
});

test("header bidding has a line for each placement and ad unit, exact with the ledger, in the report and the statement", async () => {
  const gina = await publisherWith("gina-01", 50, "gina.example");
  const adServer = testAdServer([testSnapshot({ budgetMicros: "90000000000" })], { tagDomains: [] });
  const { db } = stack.platform;
  applyPlacements(adServer.instance.placements, await listChangedPlacements(db, new Date(0)));
  applySites(adServer.instance.placements, await listChangedSites(db, new Date(0)));
  const units = ["TOP", String(gina.placements[1]), "leader|board", "never shown"];
  const visits = 90;
  for (let visit = 0; visit < visits; visit += 1) {
    adServer.clock.advance(60_000);
    const headers = { "user-agent": someAgent, origin: "https://www.gina.example" };
    const imp = units.map((tagid, n) => ({ id: `${visit}-${n}`, tagid, banner: { w: 300, h: 250 } }));
    const body = Buffer.from(JSON.stringify({ id: "1", imp, cur: ["CHF"], tmax: 1000 }));
    const answer = await adServer.call("POST", "/prebid/bid", { headers, body });
    if (answer.status !== 200) continue;
    for (const { impid, adm } of JSON.parse(String(answer.body)).seatbid[0].bid) {
      if (impid.endsWith("-3")) continue;
      const { impression, viewable, click } = addressesOf(adm);
      const ip = `192.0.2.${visit % 200}`;
      await adServer.call("GET", impression, { ip });
      await adServer.call("GET", viewable, { ip });
      if (impid === "7-0") await adServer.call("GET", click, { ip });
    }
  }
  await saveAdUnitTraffic(db, adServer.instance.adUnits, adServer.clock.now());
  for (let first = 0; first < adServer.events.length; first += 150) {
    const events = adServer.events.slice(first, first + 150);
    await ship(events, 90_000 + first);
    await ship(events, 90_000 + first);
  }
  const owner = await stack.signIn({ uid: "gina-01", role: "customer" });
  const days = "from=2026-03-01&to=2026-03-03";
  type Row = { text: string; site: string; source: string; requests: number; impressions: number; viewable: number };
  const { body: report } = await owner.get(`/publishers/${gina.id}/report?group_by=placement&${days}`);
  const rows: Row[] = report.data;
  expect(rows.map(({ text, site, source, requests }) => [text, site, source, requests]).sort()).toEqual([
    ["leader board", "gina.example", "header_bidding", visits],
    ["never shown", "gina.example", "header_bidding", visits],
    ["side", "gina.example", "header_bidding", visits],
    ["top", "gina.example", "header_bidding", visits],
  ]);
  const shownBy = new Map(rows.map(({ text, impressions }) => [text, impressions]));
  expect(shownBy.get("top")).toBeGreaterThan(0);
  expect(shownBy.get("never shown")).toBe(0);
  expect(report.total).toMatchObject({ viewable: report.total.impressions });
  const { rows: booked } = await db.execute<{ micros: string }>(sql`
    select sum(l.amount_micros)::bigint as micros from ledger_accounts a join ledger_movements l on l.account_id = a.id
    where a.kind = 'media_payable' and a.exchange = ${`publisher:${gina.sellerId}`}`);
  const sold = await listAdUnitsShown(db, gina.id, {
    fromAt: new Date("2026-03-01"),
    endAt: new Date("2026-04-01"),
    timeZone: "Europe/Zurich",
  });
  expect(sold.reduce((sum, { micros }) => sum + micros, 0n)).toBe(BigInt(booked[0]!.micros));
  const bySource = (await owner.get(`/publishers/${gina.id}/report?group_by=source&${days}`)).body;
  expect(bySource.data).toMatchObject([{ key: "header_bidding", ...report.total }]);
  const tagOnly = (await owner.get(`/publishers/${gina.id}/report?group_by=source&source=tag&${days}`)).body;
  expect(tagOnly.data).toEqual([]);
  const bySite = (await owner.get(`/publishers/${gina.id}/report?group_by=site&${days}`)).body;
  expect(bySite.data).toMatchObject([{ text: "gina.example", requests: visits * units.length }]);

  const figures = await publisherFigures(stack.platform, gina.id, {
    fromAt: new Date("2026-03-01"),
    endAt: new Date("2026-04-01"),
    timeZone: "Europe/Zurich",
  });
  const lines = statementLines(figures, "CHF");
  const earning = rows.filter(({ impressions }) => impressions > 0).map(({ text }) => ["gina.example", text, true]);
  expect(lines.map(({ site, placement, isHeaderBidding }) => [site, placement, isHeaderBidding]).sort()).toEqual(
    earning.sort(),
  );
  expect(lines.reduce((sum, { micros }) => sum + micros, 0n)).toBe(BigInt(booked[0]!.micros));
}, 240_000);
