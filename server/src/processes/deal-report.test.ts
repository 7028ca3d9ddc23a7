import { addressesOf, testAdServer, testRequest, testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { batchContentType, batchToken, signBatch } from "@litfass/events/format/batch";
import { EventEncoder } from "@litfass/events/format/event-encoder";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../testing/client.ts";
import { type Stack, startStack } from "../testing/stack.ts";

let stack: Stack;
let boss: TestClient;
let manager: TestClient;
beforeAll(async () => {
  stack = await startStack({
    env: { EXCHANGES: "one,two", EXCHANGE_SECRETS: `one=${"o".repeat(24)},two=${"t".repeat(24)}` },
    now: new Date("2026-03-02T12:00:00.000Z"),
  });
  boss = await stack.signIn("super_admin");
  manager = await stack.signIn({ uid: "mia-12", role: "sales" });
});
afterAll(() => stack?.close());

async function ship(events: NewAdEvent[]): Promise<void> {
  const encoder = new EventEncoder();
  for (const event of events) encoder.add(event);
  const bytes = Buffer.from(encoder.take());
  const token = batchToken({ process: "delivery-test", firstSequence: 0, events: events.length });
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

const deal = {
  name: "Front page",
  placement_ids: [],
  price_kind: "fixed",
  price: 10,
  currency: "CHF",
  start_on: null,
  end_on: null,
  account_uids: [],
  note: "",
};

test("events carry the deal of their bid, and its report adds up what was bought through it, within reach", async () => {
  const anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  const ben = await stack.signIn({ uid: "ben-12", role: "customer" });
  const mine = (await anna.post("/user-campaigns", { name: "Zopf" })).body.id;
  const other = (await ben.post("/user-campaigns", { name: "Brot" })).body.id;
  await stack.platform.db.execute(
    sql`insert into customer_assignments (customer_uid, sales_uid, created_at) values ('anna-1', 'mia-12', now())`,
  );
  const sold = (await boss.post("/deals", { ...deal, deal_id: "PMP~1", exchange: "one" })).body;
  // The same ID at another exchange is another deal.
  const same = (await boss.post("/deals", { ...deal, deal_id: sold.deal_id, exchange: "two" })).body;

  const fixed = { placements: [], isFixed: true, priceMicros: "10000000", currency: "CHF", startAt: null, endAt: null };
  const deals = [{ ...fixed, exchange: "one", id: sold.deal_id }];
  const snapshots = [mine, other].map((campaignId: number) => testSnapshot({ campaignId, targeting: { deals } }));
  const adServer = testAdServer(snapshots, { exchanges: [{ name: "one" }, { name: "two" }] });
  const counted = { [mine]: 0, [other]: 0 };
  for (let visit = 0; visit < 40; visit++) {
    adServer.clock.advance(30_000);
    const request = testRequest({ user: { id: `visitor-${visit}` } });
    const [imp] = request.imp;
    const pmp = { private_auction: 1, deals: [{ id: sold.deal_id }] };
    const { status, body } = await adServer.bid({ ...request, imp: [{ ...imp, pmp }] }, "one");
    if (status !== 200) continue;
    const bid = body.seatbid[0].bid[0];
    expect([bid.dealid, bid.price]).toEqual([sold.deal_id, 10]);
    const { impression, click } = addressesOf(bid.adm);
    const ip = `192.0.2.${visit}`;
    await adServer.call("GET", impression, { ip });
    await adServer.call("GET", bid.burl.replace(`\${AUCTION_PRICE}`, "10"));
    if (counted[Number(bid.cid)] === 0) await adServer.call("GET", click, { ip });
    counted[Number(bid.cid)] = (counted[Number(bid.cid)] ?? 0) + 1;
  }
  expect(Math.min(...Object.values(counted))).toBeGreaterThan(0);
  expect(new Set(adServer.events.map((event) => event.deal))).toEqual(new Set([sold.deal_id]));
  await ship(adServer.events);

  const amount = (micros: number) => [{ currency: "CHF", amount: Math.round(micros / 10_000) / 100 }];
  const figuresOf = (impressions: number, clicks: number) => ({
    impressions,
    clicks,
    spend: amount(impressions * 25_000),
    media_cost: amount(impressions * 10_000),
  });
  const total = counted[mine]! + counted[other]!;
  const listed = (await boss.get("/deals?sort=exchange")).body.data;
  expect(listed.map(({ figures }: { figures: object }) => figures)).toEqual([
    figuresOf(total, 2),
    { impressions: 0, clicks: 0, spend: [], media_cost: [] },
  ]);
  const period = "from=2026-03-01&to=2026-03-03";
  const report = (await boss.get(`/deals/${sold.id}/report?${period}`)).body;
  expect(report.total).toEqual(figuresOf(total, 2));
  expect(report.days.map(({ day, impressions }: { day: string; impressions: number }) => [day, impressions])).toEqual([
    ["2026-03-01", 0],
    ["2026-03-02", total],
    ["2026-03-03", 0],
  ]);
  expect(report.campaigns).toHaveLength(2);
  expect((await boss.get(`/deals/${same.id}/report?${period}`)).body.total.impressions).toBe(0);
  const limited = (await manager.get(`/deals/${sold.id}/report?${period}`)).body;
  expect(limited.total).toEqual(figuresOf(counted[mine]!, 1));
  expect(limited.campaigns).toMatchObject([{ id: mine, name: "Zopf" }]);
});
