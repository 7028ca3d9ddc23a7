import { createLog } from "@litfass/platform/log/log";
import { seededRandom } from "@litfass/platform/random";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newFunnelSample } from "../auction/funnel.ts";
import { newTraffic } from "../auction/traffic-sample.ts";
import { newBufferWriter, writeBytes, writtenBytes } from "../openrtb/response/buffer-writer.ts";
import type { HttpRequest, HttpResponse } from "../serving/http-message.ts";
import { createRouter } from "../serving/router.ts";
import { readToken, tokenIn } from "../serving/tokens/ad-token.ts";
import { type TestAdServer, testAdServer, testNow, testSnapshot } from "../testing/testing-ad-server.ts";
import { maxBatchedBodyBytes } from "./fast-path-message.ts";
import { type RunningServer, serve } from "./server.ts";
import { exchange, postRequest, type ReceivedAnswer } from "./testing-connection.ts";

const log = createLog({ level: "silent", process: "test" });
const serveRouter = (router: Parameters<typeof serve>[0]): Promise<RunningServer> =>
  serve(router, { host: "127.0.0.1", port: 0, isProxy: () => false, log });

/** Sends each connection's requests at once, all connections concurrently. */
const exchangeAll = (port: number, connections: Buffer[][]): Promise<ReceivedAnswer[][]> =>
  Promise.all(connections.map((requests) => exchange(port, [Buffer.concat(requests)], requests.length)));

describe("a body in the shared buffer", () => {
  /** Every body is written at the place of the previous one, like bids. The query has the letter and the length. */
  const writer = newBufferWriter(1024);
  const post = ({ query }: HttpRequest): HttpResponse => {
    const [letter, bytes] = query.split("-") as [string, string];
    writer.end = 0;
    writeBytes(writer, Buffer.alloc(Number(bytes), letter));
    return { status: 200, headers: {}, body: writtenBytes(writer), isBorrowed: true };
  };
  let ads: RunningServer;
  beforeAll(async () => {
    ads = await serveRouter({ post, other: post });
  });
  afterAll(() => ads.stop());

  const around = (border: number): number[] => [border - 1, border, border + 1];
  const batchBytes = 256 * 1024;
  const sizes = [0, 1, ...[maxBatchedBodyBytes, batchBytes, 2 * batchBytes].flatMap(around)];
  const letters = "abcdefghijklmnopqrstuvwxyz";

  const describeAnswer = ({ body }: ReceivedAnswer): string =>
    body.length > 0 && body.equals(Buffer.alloc(body.length, body[0]))
      ? `${String.fromCharCode(body[0]!)}-${body.length}`
      : `mixed-${body.length}`;

  const check = async (wanted: string[][], ...headers: string[]): Promise<void> => {
    const requests = wanted.map((queries) => queries.map((query) => postRequest(`/bid?${query}`, "{}", ...headers)));
    const answers = await exchangeAll(ads.port, requests);
    expect(answers.map((received) => received.map(describeAnswer))).toEqual(
      wanted.map((queries) => queries.map((query) => (query.endsWith("-0") ? "mixed-0" : query))),
    );
  };

  test("arrives complete around each buffer boundary, among other responses", async () => {
    for (const size of sizes) {
      const queries = (from: number): string[] =>
        [size, 100, size, maxBatchedBodyBytes, size].map((bytes, at) => `${letters[from + at]}-${bytes}`);
      await check([queries(0), queries(6), queries(12), queries(18)]);
    }
  });

  test("arrives complete if a batch exceeds its buffer", async () => {
    const many = (from: number): string[] =>
      Array.from({ length: 80 }, (_, at) => `${letters[(from + at) % 26]}-${maxBatchedBodyBytes - (at % 3)}`);
    await check([many(0), many(1)]);
  });

  test("arrives complete through node:http", async () => {
    const queries = (from: number): string[] =>
      [40_000, 100, 300_000, 70_000].map((bytes, at) => `${letters[from + at]}-${bytes}`);
    await check([queries(0), queries(4), queries(8)], "Connection: keep-alive, x");
  });
});

const campaignCount = 30;
const formats = ["300x250", "728x90", "160x600", "320x50"];

const snapshots = Array.from({ length: campaignCount }, (_, at) =>
  testSnapshot({
    campaignId: at + 1,
    name: `Campaign ${at + 1} `.repeat(1 + (at % 5)),
    budgetMicros: "5000000000000",
    creatives: formats.map((format, place) => {
      const [width, height] = format.split("x").map(Number) as [number, number];
      const uuid = `7f0cfb4a-0000-4000-8000-${String(at * 10 + place).padStart(12, "0")}`;
      return { uuid, format, width, height, fileHash: "a".repeat(40), kind: "html" };
    }),
  }),
);

type WireBid = { impid: string; price: number; nurl: string; burl: string; lurl: string; adm: string };

describe("bids over a socket", () => {
  let ads: RunningServer;
  afterEach(() => ads.stop());

  const requestOf = (id: string, imps: number, changes: Record<string, unknown> = {}) => ({
    id,
    imp: Array.from({ length: imps }, (_, at) => ({
      id: `${id.slice(0, 14)}-imp-${at}`,
      banner: { w: 300, h: 250 },
      metric: [{ type: "viewability", value: 1 }],
    })),
    site: { domain: "news.example", page: "https://news.example/a" },
    device: { geo: { country: "CHE" }, language: "de" },
    cur: ["CHF"],
    ...changes,
  });

  const serveDelivery = async (process: TestAdServer, before?: (request: HttpRequest) => void): Promise<void> => {
    const router = createRouter(process.instance, { exchanges: [{ name: "sandbox" }] });
    ads = await serveRouter({
      ...router,
      post: (request) => {
        before?.(request);
        return router.post(request);
      },
    });
  };

  test("each response belongs to its request, however many are in flight", async () => {
    const process = testAdServer(snapshots);
    await serveDelivery(process);
    const { adSeal } = process.instance;
    const ids = Array.from({ length: 12 }, (_, connection) =>
      Array.from({ length: 8 }, (_, at) => `auction-${connection}-${at}-${"x".repeat((connection * 8 + at) * 2)}`),
    );
    const answers = await exchangeAll(
      ads.port,
      ids.map((own) =>
        own.map((id, at) => postRequest("/openrtb2/sandbox/bid", JSON.stringify(requestOf(id, at % 4 === 3 ? 2 : 25)))),
      ),
    );
    const lengths: number[] = [];
    for (const [connection, own] of ids.entries()) {
      for (const [at, id] of own.entries()) {
        const { status, body } = answers[connection]![at]!;
        lengths.push(body.length);
        expect(status).toBe(200);
        const answer = JSON.parse(body.toString());
        const bids: WireBid[] = answer.seatbid[0].bid;
        expect(answer.id).toBe(id);
        expect(new Set(bids.map(({ impid }) => impid)).size).toBe(bids.length);
        for (const bid of bids) {
          expect(bid.impid.startsWith(`${id.slice(0, 14)}-imp-`)).toBe(true);
          for (const address of [bid.nurl, bid.burl, bid.lurl]) {
            const token = readToken(adSeal, "notice", tokenIn(new URL(address).search.slice(1), "t"));
            expect([token?.auctionId, token?.impId]).toEqual([id, bid.impid]);
          }
        }
      }
    }
    // Otherwise the test says nothing about long responses.
    expect(lengths.filter((bytes) => bytes > maxBatchedBodyBytes).length).toBeGreaterThan(30);
    expect(lengths.some((bytes) => bytes <= maxBatchedBodyBytes)).toBe(true);
  });

  /** Resets all state that a decision leaves in its process. */
  const prepare = ({ engine, clock }: TestAdServer, number: number): void => {
    const now = new Date(testNow.getTime() + 60_000 + number);
    clock.set(now);
    engine.random = seededRandom(number);
    engine.traffic = newTraffic(now.getTime());
    engine.sample = newFunnelSample();
    engine.start.atMs = 0;
  };

  /** Unique white space, so that no part of the request is cached. */
  const indentOf = (number: number): string =>
    number.toString(2).padStart(10, "0").replaceAll("0", " ").replaceAll("1", "\t");

  /** The response with decrypted tokens, because each encryption differs. */
  const opened = ({ instance }: TestAdServer, body: unknown): string =>
    String(body).replace(
      /[\w-]{40,}\.[\w-]{21}/g,
      (token) => instance.adSeal.open("page", token) ?? `notice ${instance.adSeal.open("notice", token)}`,
    );

  test.each([1, 2, 3])("a busy process responds like a fresh one (seed %i)", async (seed) => {
    const busy = testAdServer(snapshots);
    await serveDelivery(busy, ({ query }) => prepare(busy, Number(query)));
    const random = seededRandom(seed);
    const pick = <Value>(values: Value[]): Value => values[Math.floor(random.number() * values.length)]!;
    const bodies = Array.from({ length: 96 }, (_, number) => {
      const imp = Array.from({ length: pick([1, 2, 12, 18, 20]) }, (_, at) => {
        const [w, h] = pick(formats).split("x").map(Number);
        const pmp = pick([
          undefined,
          { deals: [{ id: `deal-${number}`, bidfloor: pick([1, 5, 12.5]), at: pick([1, 3]) }] },
        ]);
        return {
          id: `imp-${number}-${at}`,
          banner: { w, h, battr: pick([undefined, [1], [3, 4]]) },
          bidfloor: pick([0, 1, 30]),
          pmp,
        };
      });
      const site = { domain: `site-${number}.example`, cat: pick([["IAB1"], ["IAB12", "IAB2"], undefined]) };
      const id = `auction-${number}-${pick(["", "é", "x".repeat(180)])}`;
      return requestOf(id, 1, {
        imp,
        site,
        cur: pick([["CHF"], ["EUR", "USD"], undefined]),
        bcat: pick([["IAB7"], ["IAB22"], undefined]),
      });
    });
    const connections: number[][] = Array.from({ length: 6 }, () => []);
    for (const number of bodies.keys()) pick(connections).push(number);
    const target = (number: number): string => `/openrtb2/sandbox/bid?${number}`;
    const received = await exchangeAll(
      ads.port,
      connections.map((numbers) =>
        numbers.map((number) => postRequest(target(number), JSON.stringify(bodies[number]))),
      ),
    );
    let long = 0;
    for (const [connection, numbers] of connections.entries()) {
      for (const [at, number] of numbers.entries()) {
        const fresh = testAdServer(snapshots);
        prepare(fresh, number);
        const body = Buffer.from(JSON.stringify(bodies[number], null, indentOf(number)));
        const wanted = await fresh.call("POST", target(number), { body, headers: {} });
        const answer = received[connection]![at]!;
        if (answer.body.length > maxBatchedBodyBytes) long++;
        expect(`${answer.status} ${opened(busy, answer.body)}`).toBe(`${wanted.status} ${opened(fresh, wanted.body)}`);
      }
    }
    expect(long).toBeGreaterThan(10);
  });
});
