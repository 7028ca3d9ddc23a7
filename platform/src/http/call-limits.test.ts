import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RedisServer, startRedisServer } from "../../../server/src/testing/redis-server.ts";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { needs } from "../../../tests/support/needs.ts";
import { connectRedis, type Redis, redisScript } from "../redis/redis.ts";
import { createCallCounter } from "./call-counter.ts";
import { type CallLimits, createCallLimits } from "./call-limits.ts";

const windowMs = 60_000;
const lifetimesOfCounts = redisScript(`local all = {}
for at, key in ipairs(redis.call('KEYS', 'litfass:calls:*')) do all[at] = redis.call('PTTL', key) end
return all`);

describe("counting calls", () => {
  test("admits the limit per key and window, and names the seconds until the next one", () => {
    let now = 0;
    const counter = createCallCounter({ name: "x", limit: 3, windowMs, nowMs: () => now });
    const calls = (key: string, times: number) => Array.from({ length: times }, () => counter.count(key));
    expect(calls("a", 4)).toEqual([null, null, null, 60]);
    expect(calls("b", 1)).toEqual([null]);
    now = 45_000;
    expect(calls("a", 1)).toEqual([15]);
    now = 60_000;
    expect(calls("a", 4)).toEqual([null, null, null, 60]);
  });

  test("a new shared window forgets what was counted in the last one", async () => {
    let now = 0;
    const answers = [
      { calls: 300, leftMs: 10_000 },
      { calls: 1, leftMs: 60_000 },
    ];
    const shared = async () => answers.shift() ?? { calls: 2, leftMs: 60_000 };
    const counter = createCallCounter({ name: "x", limit: 301, windowMs: 60_000, nowMs: () => now, shared });
    const threeCalls = async () => {
      const waits = [1, 2, 3].map(() => counter.count("a"));
      await new Promise(setImmediate);
      return waits;
    };
    expect(await threeCalls()).toEqual([null, null, null]);
    now = 9_999;
    expect(counter.count("a")).toBe(null);
    expect(counter.count("a")).toBe(0.001);
    now = 10_000;
    expect(await threeCalls()).toEqual([null, null, null]);
    expect(await threeCalls()).toEqual([null, null, null]);
  });

  test("remembers no more keys than its bound: a further one replaces the oldest, and is not locked out", () => {
    let now = 0;
    const counter = createCallCounter({ name: "x", limit: 1, windowMs, nowMs: () => now, maxKeys: 2 });
    const waits = (...keys: string[]) => keys.map((key) => counter.count(key));
    expect(waits("a", "b", "a", "b")).toEqual([null, null, 60, 60]);
    // c replaces a, and a replaces b.
    expect(waits("c", "b", "a", "c")).toEqual([null, 60, null, 60]);
    now = 30_000;
    expect(waits("d", "c", "a")).toEqual([null, null, null]);
  });

  test("the oldest key is the one whose window began first", () => {
    let now = 0;
    const counter = createCallCounter({ name: "x", limit: 1, windowMs, nowMs: () => now, maxKeys: 2 });
    const waits = (...keys: string[]) => keys.map((key) => counter.count(key));
    now = 10_000;
    expect(waits("a")).toEqual([null]);
    now = 20_000;
    expect(waits("b")).toEqual([null]);
    now = 60_000;
    expect(waits("a", "b")).toEqual([10, 20]);
    now = 75_000;
    // a begins its second window before c comes, so c replaces b.
    expect(waits("a", "c", "a", "b")).toEqual([null, null, 60, null]);
  });

  test("every counter has a bound, also one that states none", () => {
    const counter = createCallCounter({ name: "x", limit: 1, windowMs, nowMs: () => 0 });
    const first = counter.count("first");
    const again = counter.count("first");
    for (let at = 0; at < 100_000; at++) counter.count(`address ${at}`);
    expect([first, again, counter.count("first")]).toEqual([null, 60, null]);
    expect([counter.count("address 99999"), counter.count("address 0")]).toEqual([60, null]);
  });

  test("counts alone without an answer", async () => {
    const shared = () => Promise.reject(new Error("away"));
    const counter = createCallCounter({ name: "x", limit: 5, windowMs, nowMs: () => 0, shared });
    const waits: (number | null)[] = [];
    for (let at = 0; at < 6; at++) {
      waits.push(counter.count("a"));
      await new Promise(setImmediate);
    }
    expect(waits).toEqual([null, null, null, null, null, 60]);
  });
});

describe("the limit of two API processes with one Redis", needs("redis-server"), () => {
  const limit = 40;
  let server: RedisServer;
  let api: Stack;
  let redis: Redis;
  let other: CallLimits;
  beforeAll(async () => {
    server = await startRedisServer();
    api = await startStack({ env: { REDIS_URL: server.url, REQUESTS_PER_MINUTE: String(limit) } });
    redis = await connectRedis(server.url, { answerMs: 20_000 });
    // The event store inside a process allows one API in it: of the other one there are the limits.
    other = createCallLimits(limit, redis);
  });
  afterAll(async () => {
    redis.close();
    await api.close();
    await server.kill();
  });

  /** Calls both in turn, more often than both would admit alone. */
  async function admitted(remoteAddress: string): Promise<number> {
    let count = 0;
    for (let at = 0; at < 3 * limit; at++) {
      const { statusCode } = await api.app.inject({ url: "/api/v1/csrf-cookie", remoteAddress });
      if (statusCode !== 429) count++;
      count += await other.countCaller(null, remoteAddress).then(
        () => 1,
        () => 0,
      );
      // A report arrives between two calls.
      await wait(5);
    }
    return count;
  }

  test("holds over both, and per process while Redis is away", async () => {
    const one = redisScript("return 1");
    await expect.poll(() => redis.run(one, [], []).catch(String), { timeout: 20_000 }).toBe(1);
    const both = await admitted("203.0.113.20");
    expect(both).toBeGreaterThanOrEqual(limit);
    // Alone they would admit twice the limit. On a busy machine reports arrive late.
    expect(both).toBeLessThan(1.5 * limit);
    const lifetimes = (await redis.run(lifetimesOfCounts, [], [])) as number[];
    expect(lifetimes.length).toBeGreaterThan(0);
    // None stays for ever (-1), and none longer than its window.
    expect(lifetimes.filter((ms) => ms < 0 || ms > windowMs)).toEqual([]);
    await server.kill();
    expect(await admitted("203.0.113.21")).toBe(2 * limit);
  });
});
