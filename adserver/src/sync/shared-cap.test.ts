import { defaultCampaigns } from "@litfass/contract/settings/default-campaigns";
import { connectRedis, type Redis } from "@litfass/platform/redis/redis";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type RedisServer, startRedisServer } from "../../../server/src/testing/redis-server.ts";
import { needs } from "../../../tests/support/needs.ts";
import { bidWaitMs } from "../auction/frequency-cap/pending-bids.ts";
import {
  type BidAnswer,
  type TestAdServer,
  testAdServer,
  testRequest,
  testSnapshot,
} from "../testing/testing-ad-server.ts";
import { shareCap } from "./shared-cap.ts";

/** Longer than a busy machine keeps Redis waiting: a process that gives up decides alone. */
const answerMs = 20_000;
/** Where Redis is frozen, so that the test waits for the time limit. */
const shortAnswerMs = 1_000;
/** Redis is tried again a second after the connection was lost. */
const connectedWithinMs = 20_000;
const awarenessFrequencyCap = defaultCampaigns.frequency_cap.awareness;

describe("a cap over several processes", needs("redis-server"), () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.kill());

  const connections: Redis[] = [];
  let lines: { msg: string }[] = [];
  beforeEach(() => {
    lines = [];
  });
  afterEach(() => {
    for (const each of connections.splice(0)) each.close();
  });

  /** A process with its own connection. They share only Redis. */
  async function newProcess(
    name: string,
    { strategy = "awareness" as "awareness" | "performance", limitMs = answerMs } = {},
  ): Promise<TestAdServer> {
    const redis = await connectRedis(server.url, { answerMs: limitMs });
    connections.push(redis);
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const snapshot = testSnapshot({ strategy, pacing: "ahead" });
    const adServer = testAdServer([snapshot], { process: name, sharedCap: shareCap(redis, log) });
    adServer.clock.advance(3 * 3_600_000);
    await isConnected(redis);
    return adServer;
  }
  const isConnected = (redis: Redis) =>
    expect
      .poll(() => redis.run({ text: "return 1", sha: "none" }, [], []).catch(String), { timeout: connectedWithinMs })
      .toBe(1);

  const visitor = (id: string) => testRequest({ user: { id } });
  const show = async (adServer: TestAdServer, { status, body }: BidAnswer): Promise<void> => {
    expect(status).toBe(200);
    const pixel = /data-impression="([^"]+)"/.exec(body.seatbid[0].bid[0].adm)![1]!;
    expect((await adServer.call("GET", pixel)).status).toBe(200);
    // A campaign without views bids less.
    await adServer.call("GET", pixel.replace("/t/impression", "/t/viewable"));
  };
  const outcomes = ({ instance }: TestAdServer, outcome: "reserved" | "alone" | "refused"): number =>
    instance.metrics.sharedCap.of(outcome).count;

  test("concurrent bids in four processes reserve at most eight impressions of a visitor", async () => {
    const adServers = await Promise.all([1, 2, 3, 4].map((each) => newProcess(`one-${each}`)));
    for (const person of ["anna", "beat", "carla"]) {
      const asked = Array.from({ length: 60 }, (_, at) => adServers[at % adServers.length]!.bid(visitor(person)));
      const answers = await Promise.all(asked);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(awarenessFrequencyCap);
    }
    const refused = adServers.reduce((sum, each) => sum + outcomes(each, "refused"), 0);
    const reserved = adServers.reduce((sum, each) => sum + outcomes(each, "reserved"), 0);
    expect(reserved).toBe(3 * awarenessFrequencyCap);
    expect(refused).toBeGreaterThan(0);
    console.log(`180 bid requests of three visitors to four processes: ${reserved} bids, ${refused} taken back`);
  });

  test("impressions count for all processes permanently, lost bids for a minute", async () => {
    const [first, second] = [await newProcess("two-1"), await newProcess("two-2")];
    for (let i = 0; i < awarenessFrequencyCap; i++) {
      const adServer = i % 2 === 0 ? first : second;
      const answer = await adServer.bid(visitor("dario"));
      expect(answer.status).toBe(200);
      // The last two auctions were lost.
      if (i < awarenessFrequencyCap - 2) await show(adServer, answer);
    }
    const ask = async () => [(await first.bid(visitor("dario"))).status, (await second.bid(visitor("dario"))).status];
    expect(await ask()).toEqual([204, 204]);
    for (const { clock } of [first, second]) clock.advance(bidWaitMs + 1);
    expect(await ask()).toEqual([200, 200]);
    expect(await ask()).toEqual([204, 204]);
  });

  test("an undone bid leaves only its reason", async () => {
    const [first, second] = [await newProcess("three-1"), await newProcess("three-2")];
    for (let i = 0; i < awarenessFrequencyCap; i++) await first.bid(visitor("emil"));
    const answer = await second.bid({ ...visitor("emil"), test: 1 });
    expect(answer.body).toMatchObject({ nbr: 9, ext: { reasons: ["frequency_cap"] } });
    const state = second.engine.states.get(1)!;
    expect([state.inFlight.total, state.pace.bids]).toEqual([0, 0]);
    expect((await second.bid(visitor("flavia"))).status).toBe(200);
  });

  test("campaigns without a cap and visitors without consent do not call Redis", async () => {
    const performance = await newProcess("four-1", { strategy: "performance" });
    const awareness = await newProcess("four-2");
    for (let i = 0; i < 12; i++) {
      expect((await performance.bid(visitor("gian"))).status).toBe(200);
      expect((await awareness.bid({ ...visitor("gian"), regs: { gdpr: 1 } })).status).toBe(200);
    }
    for (const adServer of [performance, awareness])
      for (const outcome of ["reserved", "alone", "refused"] as const) expect(outcomes(adServer, outcome)).toBe(0);
  });

  test("without Redis each process applies the cap alone and logs it once; an empty Redis recovers", async () => {
    const adServer = await newProcess("five-1", { limitMs: shortAnswerMs });
    for (let i = 0; i < 3; i++) await show(adServer, await adServer.bid(visitor("hanna")));
    server.freeze();
    const startedMs = Date.now();
    expect((await adServer.bid(visitor("hanna"))).status).toBe(200);
    const waitedMs = Date.now() - startedMs;
    expect(waitedMs).toBeGreaterThanOrEqual(shortAnswerMs - 5);
    // Further bids do not wait.
    expect((await adServer.bid(visitor("hanna"))).status).toBe(200);
    expect(outcomes(adServer, "alone")).toBe(2);
    server.thaw();
    await server.kill();
    adServer.clock.advance(bidWaitMs + 2_000);
    for (let i = 0; i < 2; i++) await show(adServer, await adServer.bid(visitor("hanna")));
    expect(lines.filter(({ msg }) => msg.startsWith("Redis is away"))).toHaveLength(1);

    await server.start();
    await Promise.all(connections.map(isConnected));
    adServer.clock.advance(2_000);
    await show(adServer, await adServer.bid(visitor("hanna")));
    expect(lines.at(-1)!.msg).toContain("Redis answers again");
    // Six were shown although Redis saw one: two are left in all processes.
    const other = await newProcess("five-2");
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push((await other.bid(visitor("hanna"))).status);
    expect(answers.filter((each) => each === 200)).toHaveLength(2);
  });
});
