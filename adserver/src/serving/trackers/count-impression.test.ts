import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { expect, test } from "vitest";
import { adKey } from "../../auction/frequency-cap/seen-ads.ts";
import {
  addressesOf,
  someAgent,
  type TestAdServer,
  testAdServer,
  testRequest,
  testSnapshot,
} from "../../testing/testing-ad-server.ts";
import { hasOpenAds } from "../open-ads.ts";
import { countHeld, heldMs } from "./count-impression.ts";
import { replayJournal } from "./replay-journal.ts";

const bot = { headers: { "user-agent": "Googlebot/2.1" } };
const prefetch = { headers: { "user-agent": someAgent, "sec-purpose": "prefetch" } };
const person = { headers: { "user-agent": someAgent } };
const price = 25_000;

async function win(adServer: TestAdServer) {
  const { body } = await adServer.bid(testRequest());
  const bid = body.seatbid[0].bid[0];
  return { ...addressesOf(bid.adm), nurl: bid.nurl, burl: bid.burl.replace(`\${AUCTION_PRICE}`, "6") };
}

const consumed = ({ engine }: TestAdServer): number => engine.leases.current.get(1)!.consumedMicros;
const told = ({ events }: TestAdServer) =>
  events.map(({ kind, invalid, charge_micros: charge }) => `${kind} ${invalid || "valid"} ${charge}`);
const learned = ({ engine }: TestAdServer) => [
  engine.frequency.takeChanges().length,
  engine.states.get(1)!.viewability.impressions,
  engine.states.get(1)!.pace.chargedMicros,
];
/** Passes the time for which impressions are held, as the running ad server does. */
async function passTime(adServer: TestAdServer, ms = heldMs): Promise<void> {
  adServer.clock.advance(ms);
  await countHeld(adServer.instance.counting);
}

/** Another process with the journal of one that was killed, of which the first `shipped` events were shipped. */
async function restart(
  killed: TestAdServer,
  {
    shipped = 0,
    knowsSinceMs = 0,
    journal = killed.events,
  }: Partial<Record<"shipped" | "knowsSinceMs", number>> & {
    journal?: NewAdEvent[];
  } = {},
): Promise<TestAdServer> {
  const adServer = testAdServer([testSnapshot()]);
  adServer.clock.set(killed.clock.now());
  async function* before() {
    yield* journal.slice(0, shipped);
  }
  const history = { shipped: before, knowsSinceMs: () => knowsSinceMs };
  await replayJournal(adServer.instance.counting, journal.slice(shipped), history);
  const { leases } = adServer.engine;
  leases.current.get(1)!.consumedMicros = leases.held.get("lease-1") ?? 0;
  adServer.events.push(...journal);
  return adServer;
}

test("a bot's pixel costs the customer nothing, whether it comes before or after the notice", async () => {
  const results = [];
  for (const order of [
    ["impression", "burl"],
    ["burl", "impression"],
  ] as const) {
    const adServer = testAdServer([testSnapshot()]);
    const ad = await win(adServer);
    for (const name of order) await adServer.call("GET", ad[name], name === "impression" ? bot : {});
    await passTime(adServer);
    results.push([told(adServer).sort(), consumed(adServer), learned(adServer)]);
    // The exchange bills it all the same.
    expect(adServer.events.find(({ kind }) => kind === "cost")).toMatchObject({ media_cost_micros: 6_000 });
  }
  expect(results[0]).toEqual([["cost valid 0", "impression bot 0"], 0, [0, 0, 0]]);
  expect(results[1]).toEqual(results[0]);
});

test("a person's pixel after the notice is charged at once, with as many events as in the other order", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const ad = await win(adServer);
  await adServer.call("GET", ad.burl);
  expect([told(adServer), consumed(adServer), adServer.engine.leases.held.size]).toEqual([["cost valid 0"], price, 1]);
  const noticeAt = adServer.clock.now().toISOString();
  adServer.clock.advance(500);
  await adServer.call("GET", ad.impression, person);
  expect(told(adServer)).toEqual(["cost valid 0", `impression valid ${price}`]);
  expect(adServer.events[1]).toMatchObject({ at: noticeAt, lease_id: "lease-1" });
  await passTime(adServer);
  expect([told(adServer).length, consumed(adServer), adServer.engine.leases.held.size]).toEqual([2, price, 0]);
  expect(learned(adServer)).toEqual([1, 1, price]);
});

test("without a pixel a notice counts after the time, not before, and a later bot changes nothing", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const ad = await win(adServer);
  await adServer.call("GET", ad.burl);
  await passTime(adServer, heldMs - 1);
  expect([told(adServer).length, hasOpenAds(adServer.instance.counting)]).toEqual([1, true]);
  await passTime(adServer, 1);
  const counted = ["cost valid 0", `impression valid ${price}`];
  expect(told(adServer)).toEqual(counted);
  await adServer.call("GET", ad.impression, bot);
  await passTime(adServer);
  expect([told(adServer), consumed(adServer), learned(adServer)]).toEqual([counted, price, [1, 1, price]]);
});

test("a prefetch, a repeated notice and a pixel after the billing window neither charge nor undo a notice", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const ad = await win(adServer);
  await adServer.call("GET", ad.burl);
  await adServer.call("GET", ad.impression, prefetch);
  await adServer.call("GET", ad.burl);
  const rows = ["cost valid 0", "impression prefetch 0", "impression duplicate 0"];
  expect([told(adServer), consumed(adServer)]).toEqual([rows, price]);
  await passTime(adServer);
  expect([told(adServer), consumed(adServer)]).toEqual([[...rows, `impression valid ${price}`], price]);

  const other = testAdServer([testSnapshot()]);
  const late = await win(other);
  other.clock.advance(599_000);
  await other.call("GET", late.burl);
  other.clock.advance(2_000);
  await other.call("GET", late.impression, bot);
  expect([told(other), consumed(other)]).toEqual([["cost valid 0"], price]);
  await passTime(other);
  expect(told(other)).toEqual(["cost valid 0", `impression valid ${price}`]);
});

test("after a prefetch of a held ad a bot's pixel still undoes it, and the second pixel is a duplicate", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const ad = await win(adServer);
  await adServer.call("GET", ad.burl);
  for (const visit of [prefetch, bot, person]) await adServer.call("GET", ad.impression, visit);
  await passTime(adServer);
  expect(told(adServer)).toEqual([
    "cost valid 0",
    "impression prefetch 0",
    "impression bot 0",
    "impression duplicate 0",
  ]);
  expect(consumed(adServer)).toBe(0);
});

test("a person's view or click shows that a held ad was seen, a bot's does not", async () => {
  for (const [name, rest] of [
    ["viewable", ["measured valid 0", "viewable valid 0"]],
    ["click", ["click valid 0"]],
  ] as const) {
    const adServer = testAdServer([testSnapshot()]);
    const ad = await win(adServer);
    await adServer.call("GET", ad.burl);
    await adServer.call("GET", ad[name], person);
    expect(told(adServer)).toEqual(["cost valid 0", `impression valid ${price}`, ...rest]);
    expect([consumed(adServer), adServer.engine.leases.held.size]).toEqual([price, 0]);
  }
  const adServer = testAdServer([testSnapshot()]);
  const ad = await win(adServer);
  await adServer.call("GET", ad.burl);
  for (const address of [ad.viewable, ad.click, ad.impression]) await adServer.call("GET", address, bot);
  expect(told(adServer)).toEqual(["cost valid 0", "click bot 0", "impression bot 0"]);
  expect(consumed(adServer)).toBe(0);
});

test("a held impression is not charged beyond the lease, and neither is what cannot be charged shown to bots", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const [first, second, third] = [await win(adServer), await win(adServer), await win(adServer)];
  adServer.engine.leases.current.get(1)!.grantedMicros = price;
  for (const { burl } of [first, second, third]) await adServer.call("GET", burl);
  await adServer.call("GET", third.impression, bot);
  await passTime(adServer);
  expect(told(adServer).slice(3)).toEqual(["impression bot 0", `impression valid ${price}`, "impression valid 0"]);
  expect(adServer.instance.metrics.uncharged.of("no_budget").count).toBe(1);
  expect(consumed(adServer)).toBe(price);
});

test("without a readable price the notice itself is written, and a later win notice books its price", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const ad = await win(adServer);
  await adServer.call("GET", ad.burl.replace("=6", "=x"));
  expect(adServer.events).toMatchObject([{ kind: "bill", charge_micros: 0, held_micros: price, lease_id: "lease-1" }]);
  await adServer.call("GET", ad.nurl.replace(`\${AUCTION_PRICE}`, "5"));
  await adServer.call("GET", ad.impression, bot);
  expect(told(adServer)).toEqual(["bill valid 0", "win valid 0", "cost valid 0", "impression bot 0"]);
});

test.each([0, 1])("a restart between notice and pixel changes nothing (%i event shipped)", async (shipped) => {
  for (const [visit, row, charged] of [
    [person, `impression valid ${price}`, price],
    [bot, "impression bot 0", 0],
    [undefined, `impression valid ${price}`, price],
  ] as const) {
    const killed = testAdServer([testSnapshot()]);
    const ad = await win(killed);
    await killed.call("GET", ad.burl);
    killed.clock.advance(60_000);
    const adServer = await restart(killed, { shipped });
    // The pixel may have been sent while it was down: it waits in the database.
    await passTime(adServer, heldMs - 1);
    // The exchange repeats what was not acknowledged.
    await adServer.call("GET", ad.burl);
    expect([told(adServer), consumed(adServer)]).toEqual([["cost valid 0"], price]);
    if (visit) await adServer.call("GET", ad.impression, visit);
    await passTime(adServer, 1);
    expect(told(adServer)).toEqual(["cost valid 0", row]);
    expect([consumed(adServer), adServer.engine.leases.held.size]).toEqual([charged, 0]);
    const { visitor_key: key } = adServer.events[0]!;
    if (charged > 0)
      expect(adServer.events[1]).toMatchObject({ ...eventOfAd(killed), visitor_key: key, deal: undefined });
    const again = await restart(adServer, { shipped: 2 });
    await passTime(again);
    expect(told(again)).toHaveLength(2);
  }
});

test.each([0, 1])(
  "the price of a win notice before a restart is booked with the pixel after it (%i shipped)",
  async (shipped) => {
    const killed = testAdServer([testSnapshot()]);
    const ad = await win(killed);
    await killed.call("GET", ad.nurl.replace(`\${AUCTION_PRICE}`, "4"));
    const adServer = await restart(killed, { shipped });
    for (let i = 0; i < 2; i++) await adServer.call("GET", ad.impression, person);
    expect(adServer.events.filter(({ kind }) => kind === "cost")).toMatchObject([{ media_cost_micros: 4_000 }]);
    const again = await restart(adServer, { shipped: shipped + 2 });
    expect(
      again.instance.counting.costs.won.get(
        adKey({ exchange: "sandbox", auctionId: killed.events[0]!.auction_id, impId: killed.events[0]!.imp_id }),
      ),
    ).toBeUndefined();
    await again.call("GET", ad.nurl.replace(`\${AUCTION_PRICE}`, "4"));
    expect(again.events.filter(({ kind }) => kind === "cost")).toHaveLength(1);
  },
);

/** What says which ad was shown to whom. */
function eventOfAd({ events: [event] }: TestAdServer): Partial<NewAdEvent> {
  const { exchange, auction_id, imp_id, campaign_id, owner_uid, creative_uuid, format, site, lease_id, at } = event!;
  return { exchange, auction_id, imp_id, campaign_id, owner_uid, creative_uuid, format, site, lease_id, at };
}

test("what was held before a gap in the journal is not charged: it may have been already", async () => {
  const killed = testAdServer([testSnapshot()]);
  await killed.call("GET", (await win(killed)).burl);
  const knowsSinceMs = killed.clock.now().getTime() + 1;
  const adServer = await restart(killed, { shipped: 1, knowsSinceMs });
  await passTime(adServer);
  expect([told(adServer), consumed(adServer)]).toEqual([["cost valid 0"], 0]);
  const unshipped = await restart(killed, { knowsSinceMs });
  await passTime(unshipped);
  expect(told(unshipped)).toEqual(["cost valid 0", `impression valid ${price}`]);
});

test("while the disk is full nothing is decided: the pixel, the notice and the time may come again", async () => {
  let isFull = false;
  const adServer = testAdServer([testSnapshot()], {
    append: async (event) => {
      if (isFull) throw new Error("disk full");
      adServer.events.push(event);
    },
  });
  const fail = async (call: () => Promise<unknown>): Promise<void> => {
    isFull = true;
    await expect(call()).rejects.toThrow("disk full");
    isFull = false;
  };
  const [one, two, three] = [await win(adServer), await win(adServer), await win(adServer)];
  await fail(async () => adServer.call("GET", one.burl));
  expect([consumed(adServer), adServer.engine.leases.held.size]).toEqual([0, 0]);
  for (const { burl } of [one, two, three]) await adServer.call("GET", burl);
  await fail(async () => adServer.call("GET", one.impression, bot));
  await fail(async () => adServer.call("GET", two.impression, person));
  adServer.clock.advance(heldMs);
  await fail(() => countHeld(adServer.instance.counting));
  expect([consumed(adServer), adServer.events.length]).toEqual([3 * price, 3]);
  await adServer.call("GET", one.impression, bot);
  await adServer.call("GET", two.impression, person);
  await passTime(adServer);
  expect(told(adServer).slice(3)).toEqual([
    "impression bot 0",
    `impression valid ${price}`,
    `impression valid ${price}`,
  ]);
  expect([consumed(adServer), adServer.engine.leases.held.size, learned(adServer)]).toEqual([
    2 * price,
    0,
    [1, 2, 2 * price],
  ]);
});

test("a pixel that decides while the notice is being written is not undone when that fails", async () => {
  let failBill: (error: Error) => void = () => {};
  const adServer = testAdServer([testSnapshot()], {
    append: (event) => {
      if (event.kind !== "cost") return Promise.resolve(adServer.events.push(event));
      return new Promise((_, reject) => {
        failBill = reject;
      });
    },
  });
  const ad = await win(adServer);
  const notice = Promise.resolve(adServer.call("GET", ad.burl));
  await adServer.call("GET", ad.impression, person);
  failBill(new Error("disk full"));
  await expect(notice).rejects.toThrow("disk full");
  expect([told(adServer), consumed(adServer)]).toEqual([[`impression valid ${price}`], price]);
  expect(adServer.engine.leases.held.size).toBe(0);
});

test("the rate of a visitor is judged once per impression, also if its notice comes first", async () => {
  const adServer = testAdServer([testSnapshot({ budgetMicros: "50000000000" })]);
  const ads = [];
  while (ads.length < 125) {
    adServer.clock.advance(1_000);
    const { status, body } = await adServer.bid(testRequest());
    if (status === 200) ads.push(body.seatbid[0].bid[0]);
  }
  for (const { burl, adm } of ads) {
    await adServer.call("GET", burl);
    await adServer.call("GET", addressesOf(adm).impression, person);
  }
  await adServer.countHeld();
  const impressions = adServer.events.filter(({ kind }) => kind === "impression");
  expect(impressions.filter(({ charge_micros: charge }) => charge > 0)).toHaveLength(120);
  expect(impressions.filter(({ invalid }) => invalid === "impossible_rate")).toHaveLength(5);
  expect(consumed(adServer)).toBe(120 * price);
});
