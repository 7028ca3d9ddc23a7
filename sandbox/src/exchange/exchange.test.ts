import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { startTestSandbox } from "../testing/start-test-sandbox.ts";
import type { BidRequest } from "./bid-request.ts";
import { createExchange, type Exchange, type ExchangeState } from "./exchange.ts";

type Seen = { url: string; headers: IncomingMessage["headers"] };
type Bidder = {
  url: string;
  seen: Seen[];
  requests: BidRequest[];
  mode: "bid" | "broken" | "none" | "silent";
  price: number;
};

const open: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

/** A delivery process that records its requests. */
async function startBidder(): Promise<Bidder> {
  const bidder: Bidder = { url: "", seen: [], requests: [], mode: "bid", price: 500 };
  const server: Server = createServer(async (request, response) => {
    bidder.seen.push({ url: request.url ?? "", headers: request.headers });
    if (request.url !== "/openrtb2/sandbox/bid") {
      response.writeHead(request.url?.startsWith("/c") ? 302 : 200, { location: "http://127.0.0.1:9/" }).end("ok");
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as BidRequest;
    bidder.requests.push(asked);
    if (bidder.mode === "silent") return;
    if (bidder.mode !== "bid") return void response.writeHead(bidder.mode === "none" ? 204 : 500).end();
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answerTo(asked, bidder)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  bidder.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  open.push({
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
  return bidder;
}

function answerTo(asked: BidRequest, { url, price }: Bidder) {
  const imp = asked.imp[0]!;
  const size = (imp.banner as { w: number; h: number } | undefined) ?? { w: 640, h: 360 };
  const track = (name: string): string => `${url}/${name}?id=${asked.id}`;
  const bid = {
    id: "b",
    impid: imp.id,
    price,
    w: size.w,
    h: size.h,
    nurl: `${track("win")}&p=\${AUCTION_PRICE}`,
    burl: track("bill"),
    lurl: `${track("loss")}&r=\${AUCTION_LOSS}`,
    adm: `<div data-impression="${track("i")}" data-measured="${track("m")}" data-viewable="${track("v")}" data-click="${track("c")}"><iframe src="${track("ad")}"></iframe></div>`,
  };
  return { id: asked.id, cur: asked.cur[0], seatbid: [{ seat: "s", bid: [bid] }] };
}

function startExchange(
  adsUrl: string,
  changes: {
    now?: () => Date;
    seed?: number;
    run?: number;
    secret?: string;
    auction?: "first";
    feePercent?: number;
  } = {},
): Exchange {
  const clock = { now: changes.now ?? (() => new Date()) };
  const { seed = 1, run = 1, secret = "" } = changes;
  const exchange = createExchange({
    seed,
    run,
    adsUrl,
    secret,
    requestsPerSecond: 0,
    auction: changes.auction,
    feePercent: changes.feePercent,
    clock,
    pause: async () => undefined,
  });
  open.push(exchange);
  return exchange;
}

const countOf = (bidder: Bidder, path: string): number => bidder.seen.filter(({ url }) => url.startsWith(path)).length;
const settled = (exchange: Exchange, check: (state: ExchangeState) => void) =>
  vi.waitFor(() => check(exchange.state()), { timeout: 5000, interval: 20 });

test.each(["", "a-key-of-the-sandbox"])(
  "bid requests contain the exchange's secret if configured: %j",
  async (secret) => {
    const bidder = await startBidder();
    await startExchange(bidder.url, { secret }).turn();
    const [asked] = bidder.seen.filter(({ url }) => url === "/openrtb2/sandbox/bid");
    expect(asked?.headers["x-exchange-key"] ?? "").toBe(secret);
  },
);

test("a won ad is loaded, counted, billed once, usually viewable, and requested like by the visitor's browser", async () => {
  const bidder = await startBidder();
  const exchange = startExchange(bidder.url);
  for (let at = 0; at < 200; at++) await exchange.turn();
  await settled(exchange, (state) => expect(state.impressions).toBe(200));
  await settled(exchange, (state) => expect(state.viewable).toBeGreaterThan(100));
  // Most pages can tell whether an ad is seen, not all.
  expect(exchange.state().measured).toBeGreaterThan(180);
  expect(exchange.state().measured).toBeLessThan(200);
  expect(exchange.state()).toMatchObject({
    requests: 200,
    bids: 200,
    wins: 200,
    losses: 0,
    failures: 0,
    failedLoads: 0,
  });
  for (const path of ["/win", "/i", "/bill", "/ad"]) expect(countOf(bidder, path)).toBe(200);
  const asked = bidder.requests[0]!;
  const pixel = bidder.seen.find(({ url }) => url === `/i?id=${asked.id}`)!;
  expect(pixel.headers["user-agent"]).toBe(asked.device.ua);
  expect(String(pixel.headers["x-forwarded-for"])).toMatch(/^198\.1[89]\./);
  expect(pixel.headers["accept-language"]).toMatch(/^(de|en|fr|it)-/);
  expect(bidder.seen.find(({ url }) => url.startsWith("/win"))!.url).toMatch(/&p=\d+(\.\d+)?$/);
  expect(exchange.state().auctions).toHaveLength(30);
});

test("clicks do not follow the redirect, at a realistic rate", async () => {
  const bidder = await startBidder();
  const exchange = startExchange(bidder.url);
  const { shelves } = exchange.market;
  for (const shelf of shelves)
    for (const placement of shelf.placements) {
      expect(placement.clickRate).toBeGreaterThanOrEqual(0.001);
      expect(placement.clickRate).toBeLessThanOrEqual(0.005);
      placement.clickRate = 0.5;
    }
  for (let at = 0; at < 100; at++) await exchange.turn();
  await settled(exchange, (state) => expect(state.clicks).toBeGreaterThan(25));
  expect(exchange.state().failedLoads).toBe(0);
});

test("a low bid gets a loss notice with the reason and is not shown", async () => {
  const bidder = await startBidder();
  bidder.price = 0.01;
  const exchange = startExchange(bidder.url);
  for (let at = 0; at < 20; at++) await exchange.turn();
  await vi.waitFor(() => expect(countOf(bidder, "/loss")).toBe(20));
  expect(bidder.seen.find(({ url }) => url.startsWith("/loss"))!.url).toMatch(/&r=100$/);
  expect(countOf(bidder, "/i")).toBe(0);
});

test("the same seed and run send the same requests; another run uses different ids", async () => {
  const bidder = await startBidder();
  bidder.mode = "none";
  for (const run of [1, 1, 2]) {
    const exchange = startExchange(bidder.url, { run });
    for (let at = 0; at < 5; at++) await exchange.turn();
  }
  const ids = bidder.requests.map(({ id }) => id);
  expect(ids.slice(5, 10)).toEqual(ids.slice(0, 5));
  expect(new Set([...ids.slice(0, 5), ...ids.slice(10)]).size).toBe(10);
  expect(bidder.requests[5]).toEqual(bidder.requests[0]);
});

test("a late, broken or unavailable bidder causes no errors and is retried after increasing pauses", async () => {
  let nowMs = Date.parse("2026-11-21T10:00:00Z");
  const bidder = await startBidder();
  const exchange = startExchange(bidder.url, { now: () => new Date(nowMs) });
  bidder.mode = "silent";
  await exchange.turn();
  expect(exchange.state()).toMatchObject({ delivery: "unknown", timeouts: 1 });
  bidder.mode = "broken";
  await exchange.turn();
  expect(exchange.state()).toMatchObject({ delivery: "away", failures: 1 });
  nowMs += 1000;
  bidder.mode = "none";
  await exchange.turn();
  expect(exchange.state()).toMatchObject({ delivery: "answering", noBids: 1 });
  const nobody = startExchange("http://127.0.0.1:9");
  await nobody.turn();
  expect(nobody.state()).toMatchObject({ delivery: "away", failures: 1 });
});

test("the speed can be set within bounds; samples are the same for a seed", async () => {
  const bidder = await startBidder();
  bidder.mode = "none";
  const sandbox = await startTestSandbox({ adsUrl: bidder.url });
  open.push(sandbox);
  const setSpeed = (requestsPerSecond: unknown) =>
    fetch(`${sandbox.url}/exchange/speed`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ requestsPerSecond }),
    });
  expect(((await (await setSpeed(200)).json()) as ExchangeState).requestsPerSecond).toBe(200);
  await vi.waitFor(() => expect(bidder.requests.length).toBeGreaterThan(20), { timeout: 5000 });
  expect((await setSpeed(-1)).status).toBe(400);
  expect((await setSpeed(1e9)).status).toBe(400);
  expect((await setSpeed(0)).status).toBe(200);
  const sample = async (query: string): Promise<unknown> =>
    (await fetch(`${sandbox.url}/exchange/sample?${query}`)).json();
  expect(await sample("count=3&seed=5")).toHaveLength(3);
  expect(await sample("count=3&seed=5")).toEqual(await sample("count=3&seed=5"));
  expect((await fetch(`${sandbox.url}/exchange/sample?count=100000`)).status).toBe(400);
  const page = await (await fetch(`${sandbox.url}/exchange?locale=de`)).text();
  expect(page).toContain("Berner Tagblatt");
  expect(page).toContain('type="range"');
  expect(await (await fetch(sandbox.url)).text()).toContain('href="/exchange?locale=en"');
});

test("first-price: the winner pays its bid, floors follow the bids, and the invoice is the sum of the notices", async () => {
  const bidder = await startBidder();
  bidder.price = 12.34;
  const exchange = startExchange(bidder.url, {
    auction: "first",
    feePercent: 10,
    now: () => new Date("2026-11-05T12:00:00Z"),
  });
  for (let turn = 0; turn < 400; turn++) await exchange.turn();
  await exchange.stop();
  expect(new Set(bidder.requests.map(({ at }) => at))).toEqual(new Set([1]));
  const floors = bidder.requests.map(({ imp }) => imp[0]!.bidfloor);
  const mean = (part: number[]): number => part.reduce((sum, floor) => sum + floor, 0) / part.length;
  expect(mean(floors.slice(-100))).toBeGreaterThan(mean(floors.slice(0, 100)));
  const bills = bidder.seen.filter(({ url }) => url.startsWith("/bill")).length;
  const wins = bidder.seen.filter(({ url }) => url.startsWith("/win"));
  expect(bills).toBeGreaterThan(20);
  expect(wins.every(({ url }) => url.endsWith("p=12.34"))).toBe(true);
  const { lines } = exchange.invoice("2026-11");
  expect(lines.reduce((sum, { impressions }) => sum + impressions, 0)).toBe(bills);
  for (const { day, impressions, media, fee, total } of lines) {
    expect(day).toBe("2026-11-05");
    const nanos = BigInt(impressions) * 12_340_000n;
    const read = (text: string): bigint => {
      const [whole = "0", part = ""] = text.split(".");
      return BigInt(`${whole}${part.padEnd(9, "0").slice(0, 9)}`);
    };
    expect([read(media), read(fee), read(total)]).toEqual([nanos, nanos / 10n, nanos + nanos / 10n]);
  }
  expect(exchange.invoice("2026-10").lines).toEqual([]);
});
