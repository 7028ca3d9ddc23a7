import type { Readable } from "node:stream";
import { liveWaits } from "@litfass/contract/kernel/live-waits";
import { createEventNews } from "@litfass/events/index";
import { afterEach, expect, test, vi } from "vitest";
import { createLiveFigures, type LiveFigures, maxStreamsPerUser } from "./live-figures.ts";

const times = { gatherMs: 5, heartbeatMs: 20 };
let live: LiveFigures;
let signedIn = true;
afterEach(() => {
  live.close();
  signedIn = true;
});

const open = (uid: string, scope: number[] | null = [1]): Promise<Readable> =>
  live.open({ uid, readScope: async () => scope && new Set(scope), isSignedIn: async () => signedIn });

/** Reads the stream until it contains `part` or ends. */
async function until(stream: Readable, part: string): Promise<string> {
  let said = "";
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (said.includes(part)) break;
  }
  return said;
}

test("a stream reports new events of its own campaigns only", async () => {
  const news = createEventNews();
  live = createLiveFigures(news, { ...times, heartbeatMs: 60_000 });
  const own = await open("ada");
  const all = await open("admin", null);
  expect(await until(own, "ready")).toContain("event: ready");
  news.publish(new Set([2]));
  expect(await until(all, "figures")).toContain("event: figures");
  await new Promise((resolve) => setTimeout(resolve, 3 * times.gatherMs));
  expect(own.readableLength).toBe(0);
  news.publish(new Set([1, 2]));
  expect(await until(own, "figures")).toBe("event: figures\ndata: {}\n\n");
});

test("news of any campaigns reach every stream", async () => {
  const news = createEventNews();
  live = createLiveFigures(news, { ...times, heartbeatMs: 60_000 });
  const own = await open("ada");
  await until(own, "ready");
  news.publish(null);
  expect(await until(own, "figures")).toContain("event: figures");
});

test("reports a campaign created after the stream was opened at once, and looks up others' only once", async () => {
  const news = createEventNews();
  let asked = 0;
  const own = new Set([1]);
  live = createLiveFigures(news, { ...times, heartbeatMs: 60_000 });
  const readScope = async () => {
    asked += 1;
    return new Set(own);
  };
  const stream = await live.open({ uid: "ada", readScope, isSignedIn: async () => true });
  await until(stream, "ready");
  for (let batch = 0; batch < 3; batch++) news.publish(new Set([4, 5]));
  expect(asked).toBe(2);
  own.add(6);
  news.publish(new Set([6]));
  expect(await until(stream, "figures")).toBe("event: figures\ndata: {}\n\n");
  expect(asked).toBe(3);
});

test("batches news into one message after a short wait, even while more arrive", async () => {
  vi.useFakeTimers();
  try {
    const news = createEventNews();
    live = createLiveFigures(news);
    const stream = await open("ada");
    expect(String(stream.read())).toContain("ready");
    for (let waited = 0; waited < liveWaits.gatherMs; waited += 10) {
      expect(stream.read()).toBeNull();
      news.publish(new Set([1]));
      vi.advanceTimersByTime(10);
    }
    expect(String(stream.read())).toBe("event: figures\ndata: {}\n\n");
  } finally {
    vi.useRealTimers();
  }
});

test("a stream ends with its session and sends heartbeats until then", async () => {
  live = createLiveFigures(createEventNews(), times);
  const stream = await open("ada");
  expect(await until(stream, "still here")).toContain(": still here");
  signedIn = false;
  await until(stream, "never said");
  expect(stream.readableEnded).toBe(true);
});

test("limits the streams per user; closing one makes room", async () => {
  live = createLiveFigures(createEventNews(), { ...times, heartbeatMs: 60_000 });
  const streams = await Promise.all(Array.from({ length: maxStreamsPerUser }, () => open("ada")));
  await expect(open("ada")).rejects.toMatchObject({ status: 429 });
  await open("ben");
  streams[0]!.destroy();
  await new Promise((resolve) => streams[0]!.once("close", resolve));
  await open("ada");
});
