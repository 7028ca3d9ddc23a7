import { createServer } from "node:http";
import { type AddressInfo, connect, Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { createLog } from "@litfass/platform/log/log";
import { seededRandom } from "@litfass/platform/random";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newBufferWriter, writeBytes, writtenBytes } from "../openrtb/response/buffer-writer.ts";
import type { HttpRequest, HttpResponse } from "../serving/http-message.ts";
import { maxConnectionsPerPeer, stalledMs, unsentAnswers } from "./connection-limits.ts";
import { installHttpFastPath } from "./fast-path.ts";
import { type RunningServer, serve } from "./server.ts";
import { answerReader, exchange, getRequest, postRequest } from "./testing-connection.ts";

const fileBytes = 80_000;
const headers = { "content-type": "text/plain" };
const writer = newBufferWriter(1024);
let filesFor = new Map<string, number>();
let bidsFor = new Map<string, number>();

/** Like bids: written at once, each at the place of the previous one. */
const post = ({ path, query }: HttpRequest): HttpResponse => {
  bidsFor.set(path, (bidsFor.get(path) ?? 0) + 1);
  const [letter, bytes] = query.split("-") as [string, string];
  writer.end = 0;
  writeBytes(writer, Buffer.alloc(Number(bytes), letter));
  return { status: 200, headers, body: writtenBytes(writer), isBorrowed: true };
};
/** Like ad files: each response is written separately, after a look-up of the file. */
const other = async ({ path, query }: HttpRequest): Promise<HttpResponse> => {
  filesFor.set(path, (filesFor.get(path) ?? 0) + 1);
  const [letter, bytes] = query.split("-") as [string, string];
  return { status: 200, headers, body: Buffer.alloc(Number(bytes), letter).toString() };
};

const log = createLog({ level: "silent", process: "test" });
const start = (isProxy: (address: string) => boolean): Promise<RunningServer> =>
  serve({ post, other }, { host: "127.0.0.1", port: 0, isProxy, log });

const opened = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => resolve(socket)).once("error", reject);
  });

/** A header that only node:http supports. */
const ways = [
  ["the plain lane", []],
  ["node:http", ["Connection: keep-alive, x"]],
] as [way: string, more: string[]][];

describe("a client that does not read", () => {
  let ads: RunningServer;
  beforeAll(async () => {
    ads = await start(() => false);
  });
  afterAll(() => ads.stop());

  test.each(ways)("gets no more responses than fit into buffers while others are served: %s", async (_way, more) => {
    filesFor = new Map();
    const before = process.memoryUsage.rss();
    const stuck = await opened(ads.port);
    stuck.pause();
    stuck.write(
      getRequest(`/stuck?s-${fileBytes}`, ...more)
        .toString()
        .repeat(60_000),
    );
    const rounds = 60;
    for (let round = 0; round < rounds; round++) {
      const answers = await exchange(ads.port, Array(50).fill(getRequest("/other?o-10")), 50);
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    }
    stuck.destroy();
    expect(filesFor.get("/other")).toBe(rounds * 50);
    // The kernel buffers some megabytes for one connection.
    expect(filesFor.get("/stuck")).toBeGreaterThan(0);
    expect(filesFor.get("/stuck")).toBeLessThan(300);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });

  test("gets no more of the responses that are written at once, such as bids, than fit into buffers", async () => {
    bidsFor = new Map();
    const stuck = await opened(ads.port);
    stuck.pause();
    stuck.write(postRequest(`/stuck?s-${fileBytes}`, "").toString().repeat(20_000));
    const answers = await exchange(ads.port, Array(50).fill(postRequest("/other?o-10", "")), 50);
    expect(answers).toHaveLength(50);
    stuck.destroy();
    expect(bidsFor.get("/stuck")).toBeGreaterThan(0);
    expect(bidsFor.get("/stuck")).toBeLessThan(300);
  });

  test.each(ways)("is not read from either: %s", async (_way, more) => {
    const stuck = await opened(ads.port);
    stuck.pause();
    const request = postRequest(`/stuck?s-${fileBytes}`, "x".repeat(200_000), ...more);
    const count = 300;
    let sent = 0;
    const sendNext = (): void => {
      if (sent === count || stuck.destroyed) return;
      stuck.write(request, () => {
        sent += 1;
        sendNext();
      });
    };
    sendNext();
    for (let before = -1; before !== sent; ) {
      before = sent;
      await exchange(ads.port, Array(200).fill(getRequest("/other?o-10")), 200);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    stuck.destroy();
    // The kernel buffers some megabytes for one connection.
    expect(sent).toBeLessThan(count / 2);
  });

  test.each(ways)("gets all responses in order once it reads: %s", async (_way, more) => {
    const count = 1_500;
    const socket = await opened(ads.port);
    socket.pause();
    const letter = (at: number): string => String.fromCharCode(97 + (at % 26));
    for (let at = 0; at < count; at++) socket.write(getRequest(`/late?${letter(at)}-${fileBytes + at}`, ...more));
    for (let i = 0; i < 200; i++) await turn();
    const wrong: number[] = [];
    let at = 0;
    await new Promise<void>((resolve, reject) => {
      const read = answerReader(({ body }) => {
        if (!body.equals(Buffer.alloc(fileBytes + at, letter(at)))) wrong.push(at);
        if (++at === count) resolve();
      });
      socket.on("data", read).on("close", () => reject(new Error(`closed after ${at} answers`)));
      socket.resume();
    });
    socket.destroy();
    expect(wrong).toEqual([]);
  });

  test.each([1, 2, 3, 4, 5, 6])("and one that reads slowly gets all responses (seed %i)", async (seed) => {
    const random = seededRandom(seed);
    const below = (most: number): number => Math.floor(random.number() * most);
    const wanted = Array.from({ length: 250 }, () => {
      const letter = String.fromCharCode(97 + below(26));
      return `${letter}-${[1, 500, 30_000, 32 * 1024 + below(3), 90_000, 300_000][below(6)]}`;
    });
    // Some connections are handed over to node:http on the way.
    const oddFrom = seed % 2 === 0 ? below(wanted.length) : wanted.length;
    const sent = Buffer.concat(
      wanted.map((query, at) => {
        const more = at === oddFrom ? ["Connection: keep-alive, x"] : [];
        return below(2) === 0
          ? getRequest(`/slow?${query}`, ...more)
          : postRequest(`/slow?${query}`, "x".repeat(below(3_000)), ...more);
      }),
    );
    const socket = await opened(ads.port);
    const received: string[] = [];
    const read = answerReader(({ body }) => {
      const isWhole = body.equals(Buffer.alloc(body.length, body[0]));
      received.push(`${isWhole ? String.fromCharCode(body[0]!) : "mixed"}-${body.length}`);
    });
    const ended = new Promise<void>((resolve, reject) => {
      socket.on("close", () => reject(new Error(`closed after ${received.length} answers`)));
      socket.on("data", async (chunk) => {
        read(chunk);
        if (received.length === wanted.length) resolve();
        socket.pause();
        for (let turns = below(4); turns > 0; turns--) await turn();
        socket.resume();
      });
    });
    for (let from = 0; from < sent.length; ) {
      const to = Math.min(sent.length, from + 1 + below(20_000));
      socket.write(sent.subarray(from, to));
      from = to;
      if (below(3) === 0) await turn();
    }
    await ended;
    socket.destroy();
    expect(received).toEqual(wanted);
  });
});

test("a connection with unread responses is closed when it stalls, and stays open when it reads", async () => {
  const server = createServer();
  let ours: Socket | undefined;
  const fastPath = installHttpFastPath(server, {
    answer: async () => ({ status: 200, headers, body: Buffer.alloc(20_000_000) }),
    failed: () => ({ status: 503, headers, body: "" }),
    maxBodyBytes: 1_000,
    requestTimeoutMs: 10_000,
    keepAliveMs: 65_000,
    admits: (socket) => {
      ours = socket;
      return true;
    },
    unsent: unsentAnswers(),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = await opened(port);
  client.pause();
  client.write(getRequest("/"));
  while (ours?.timeout !== stalledMs) await turn();
  client.resume();
  while (ours.timeout === stalledMs) await turn();
  expect(ours.timeout).toBe(65_000);
  client.pause();
  client.write(getRequest("/"));
  while (ours.timeout !== stalledMs) await turn();
  ours.emit("timeout");
  expect(ours.destroyed).toBe(true);
  client.destroy();
  fastPath.stop();
  await new Promise((resolve) => server.close(resolve));
});

test("a connection through node:http with more than 10,000 waiting requests is closed", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const answer = async (): Promise<HttpResponse> => {
    await held;
    return { status: 200, headers, body: "x" };
  };
  const ads = await serve({ post, other: answer }, { host: "127.0.0.1", port: 0, isProxy: () => false, log });
  const many = await opened(ads.port);
  const since = performance.now();
  many.write(getRequest("/?x-1", "Connection: keep-alive, x").toString().repeat(10_100));
  await new Promise((resolve) => many.once("close", resolve));
  // Otherwise the time limit of silent connections ends it.
  expect(performance.now() - since).toBeLessThan(stalledMs - 5_000);
  release();
  await ads.stop();
});

test.each([
  ["closed at once", false],
  ["served where the peer is a proxy", true],
])("a connection above the limit of one peer is %s", async (_outcome, isProxy) => {
  const ads = await start(() => isProxy);
  const sockets: Socket[] = [];
  for (let i = 0; i < maxConnectionsPerPeer; i++) sockets.push(await opened(ads.port));
  const status = async (): Promise<number> => (await exchange(ads.port, [getRequest("/?x-1")], 1))[0]!.status;
  expect(await status()).toBe(isProxy ? 200 : 429);
  const closed = new Promise((resolve) => sockets[0]!.once("close", resolve));
  sockets[0]!.destroy();
  await closed;
  while ((await status()) !== 200) await turn();
  for (const socket of sockets) socket.destroy();
  await ads.stop();
});

test("bounds unsent responses by closing the connection that is behind longest", () => {
  const { hold } = unsentAnswers(1_000);
  const sockets = [new Socket(), new Socket(), new Socket()] as const;
  const shared = { byteLength: 600 };
  hold(sockets[0], [shared]);
  // The same file for two of them is in memory once.
  const release = hold(sockets[1], [shared]);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  hold(sockets[2], [{ byteLength: 500 }]);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  release();
  const fresh = new Socket();
  // Clients that have read their responses stay connected.
  hold(fresh, [{ byteLength: 100 }]);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, true]);
});
