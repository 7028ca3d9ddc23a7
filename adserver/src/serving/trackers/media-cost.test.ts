import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { expect, test } from "vitest";
import { exchangeTerms } from "../../auction/exchange-terms.ts";
import {
  addressesOf,
  someAgent,
  type TestAdServer,
  testAdServer,
  testRequest,
  testSnapshot,
} from "../../testing/testing-ad-server.ts";
import type { Append } from "./event-of.ts";
import { addRemainder, takeMicros } from "./media-cost.ts";

async function win(adServer: TestAdServer, changes: Record<string, unknown> = {}) {
  for (let request = 0; request < 100; request++) {
    const { status, body } = await adServer.bid(testRequest(changes));
    // Pacing and viewability let some requests pass.
    adServer.clock.advance(1_000);
    if (status !== 200) continue;
    const bid = body.seatbid[0].bid[0];
    return { ...bid, ...addressesOf(bid.adm) };
  }
  throw new Error("no bid");
}

const priced = (address: string, price: string): string => address.replace(`\${AUCTION_PRICE}`, price);
const costsOf = ({ events }: TestAdServer): NewAdEvent[] => events.filter(({ kind }) => kind === "cost");
const unknown = ({ instance }: TestAdServer, reason: "missing" | "unreadable" | "above_bid" | "zero" | "no_rate") =>
  instance.metrics.unknownPrices.of(reason).count;

test("a billing notice books its price once, whatever else reports the impression", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const ad = await win(adServer);
  await adServer.call("GET", priced(ad.nurl, "6.51"));
  expect(costsOf(adServer)).toEqual([]);
  for (let i = 0; i < 2; i++) await adServer.call("GET", priced(ad.burl, "6.51"));
  await adServer.call("GET", ad.impression);
  await adServer.call("GET", priced(ad.nurl, "6.51"));
  expect(costsOf(adServer)).toMatchObject([
    {
      exchange: "sandbox",
      campaign_id: 1,
      currency: "CHF",
      charge_micros: 0,
      media_cost_micros: 6_510,
      clearing_micros: 6_510_000,
      clearing_currency: "CHF",
    },
  ]);
});

test.each([
  ["before", ["nurl", "impression"]],
  ["after", ["impression", "nurl"]],
] as const)("without a billing notice, the win notice's price %s the pixel is booked", async (_, order) => {
  const adServer = testAdServer([testSnapshot()]);
  const ad = await win(adServer);
  for (const name of order) await adServer.call("GET", priced(ad[name], "4"));
  expect(costsOf(adServer)).toMatchObject([{ media_cost_micros: 4_000 }]);
  const unseen = await win(adServer);
  await adServer.call("GET", priced(unseen.nurl, "4"));
  expect(costsOf(adServer)).toHaveLength(1);
});

test("an impression that does not count for the customer costs all the same", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const ad = await win(adServer);
  await adServer.call("GET", ad.impression, { headers: { "user-agent": "curl/8.0" } });
  await adServer.call("GET", priced(ad.burl, "3"));
  expect(adServer.events).toMatchObject([
    { kind: "impression", invalid: "bot", charge_micros: 0 },
    { kind: "cost", invalid: "", media_cost_micros: 3_000 },
  ]);
});

test.each([
  ["6.5x", "unreadable"],
  ["25.01", "above_bid"],
  ["0", "zero"],
  [`\${AUCTION_PRICE}`, "missing"],
] as const)("the price %s is unknown (%s), never zero, and the impression is charged", async (price, reason) => {
  const adServer = testAdServer([testSnapshot()]);
  const ad = await win(adServer);
  await adServer.call("GET", priced(ad.burl, price));
  await adServer.countHeld();
  expect(adServer.events.map(({ kind, charge_micros }) => [kind, charge_micros])).toEqual([
    ["bill", 0],
    ["impression", 25_000],
  ]);
  expect(unknown(adServer, reason)).toBe(1);
  await adServer.call("GET", priced(ad.burl, "6"));
  expect(costsOf(adServer)).toMatchObject([{ media_cost_micros: 6_000 }]);
});

test("prices are converted by the day's rate and bear the exchange's fees", async () => {
  const adServer = testAdServer([testSnapshot()]);
  adServer.engine.rates = { asOfOn: "2026-03-02", perFranc: { CHF: 1, EUR: 1.1, USD: 1.25 } };
  const fees = { percent: 5, perThousand: 0.22, currency: "EUR" };
  adServer.engine.terms = exchangeTerms([{ name: "sandbox", fees }]);
  const ad = await win(adServer, { cur: ["USD"] });
  await adServer.call("GET", priced(ad.burl, "10"));
  // 10 USD and 5 % are 8.40 CHF, 0.22 EUR are 0.20 CHF.
  expect(costsOf(adServer)).toMatchObject([
    { media_cost_micros: 8_600, clearing_micros: 10_000_000, clearing_currency: "USD", currency: "CHF" },
  ]);
  const other = await win(adServer, { cur: ["USD"] });
  adServer.engine.rates = { asOfOn: "2026-03-02", perFranc: { CHF: 1, EUR: 1.1 } };
  await adServer.call("GET", priced(other.burl, "10"));
  expect([costsOf(adServer).length, unknown(adServer, "no_rate")]).toEqual([1, 1]);
});

test("a page cannot report a price, and an exchange only that of its own ads", async () => {
  const networks = ["203.0.113.0/24"];
  const adServer = testAdServer([testSnapshot()], { exchanges: [{ name: "sandbox", networks }] });
  const { body } = await adServer.bid(testRequest(), "sandbox", { ip: "203.0.113.5" });
  const bid = body.seatbid[0].bid[0];
  const { impression } = addressesOf(bid.adm);
  await adServer.call("GET", `${impression}&p=1`, { headers: { "user-agent": someAgent } });
  expect((await adServer.call("GET", priced(bid.burl, "1"), { ip: "198.51.100.1" })).status).toBe(403);
  const page = new URL(impression).searchParams.get("t");
  expect((await adServer.call("GET", `/bill?t=${page}&p=1`, { ip: "203.0.113.5" })).status).toBe(403);
  expect(costsOf(adServer)).toEqual([]);
});

test("a cost that cannot be saved may be reported again and keeps the sum exact", async () => {
  let isBroken = false;
  const saved: NewAdEvent[] = [];
  const adServer = testAdServer([testSnapshot({ budgetMicros: "50000000000" })], {
    append: async (event) => {
      if (isBroken) throw new Error("disk full");
      saved.push(event);
    },
  });
  const count = 20;
  for (let i = 0; i < count; i++) {
    const ad = await win(adServer);
    isBroken = true;
    await expect(adServer.call("GET", priced(ad.burl, "1.2346"))).rejects.toThrow("disk full");
    isBroken = false;
    await adServer.call("GET", priced(ad.burl, "1.2346"));
    await adServer.call("GET", ad.viewable, { headers: { "user-agent": someAgent } });
  }
  const costs = saved.filter(({ kind }) => kind === "cost").map((event) => event.media_cost_micros ?? 0);
  // 1234.6 micros each: rounded one by one they would be 8 too many.
  expect([costs.length, costs.reduce((sum, micros) => sum + micros, 0)]).toEqual([count, 24_692]);
});

test("fees are never more than the cost that they are a part of, and what is left comes with the next cost", () => {
  const remainders = new Map<string, number>();
  expect([takeMicros(remainders, "fee", 1_600, 1), takeMicros(remainders, "fee", 400, 9)]).toEqual([1, 1]);
  expect(remainders.get("fee")).toBe(0);
});

test("a process that is killed after each cost carries what rounding left to the next one", async () => {
  const carried = new Map<string, number>();
  const saved: NewAdEvent[] = [];
  const append: Append = async (event, _, changes = {}) => {
    saved.push(event);
    for (const [account, nanos] of Object.entries(changes)) addRemainder(carried, account, nanos);
  };
  const fees = { percent: 5.25, perThousand: 0.13, currency: "CHF" };
  const count = 40;
  for (let i = 0; i < count; i++) {
    const adServer = testAdServer([testSnapshot()], { append, carried });
    adServer.engine.terms = exchangeTerms([{ name: "sandbox", fees }]);
    const ad = await win(adServer);
    await adServer.call("GET", priced(ad.burl, "1.2346"));
  }
  const sum = (field: "media_cost_micros" | "exchange_fee_micros") =>
    saved.reduce((all, event) => all + (event[field] ?? 0), 0);
  // 1429.4165 micros each, 194.8165 of them fees.
  expect(Math.abs(sum("media_cost_micros") - count * 1_429.4165)).toBeLessThanOrEqual(0.5);
  expect(Math.abs(sum("exchange_fee_micros") - count * 194.8165)).toBeLessThanOrEqual(0.5);
});
