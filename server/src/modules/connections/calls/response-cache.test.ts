import { fixedClock } from "@litfass/platform/clock";
import { expect, test } from "vitest";
import { createResponseCache } from "./response-cache.ts";

const now = new Date("2026-11-20T10:00:00Z");
const minuteMs = 60_000;

function counted() {
  const clock = fixedClock(now);
  const cache = createResponseCache(clock);
  let calls = 0;
  const read = async (name: string) => (await cache.read(name, async () => ++calls)).value;
  return { clock, cache, read, calls: () => calls };
}

test("a response is fetched again after ten minutes, with its own time", async () => {
  const { clock, cache, read } = counted();
  expect(await read("a")).toBe(1);
  clock.advance(10 * minuteMs - 1);
  expect(await read("a")).toBe(1);
  clock.advance(1);
  expect(await read("a")).toBe(2);
  const { at } = await cache.read("a", async () => 9);
  expect(at.getTime()).toBe(now.getTime() + 10 * minuteMs);
});

test("concurrent callers share one fetch, other names have their own", async () => {
  const { read } = counted();
  expect(await Promise.all([read("a"), read("a"), read("b")])).toEqual([1, 1, 2]);
});

test("a failed fetch is not cached", async () => {
  const { cache, read } = counted();
  const failing = cache.read("a", async () => {
    throw new Error("down");
  });
  await expect(failing).rejects.toThrow("down");
  expect(await read("a")).toBe(1);
});

test("holds the latest 300 responses", async () => {
  const { read, calls } = counted();
  for (let at = 0; at < 301; at++) await read(`${at}`);
  expect(calls()).toBe(301);
  await read("1");
  expect(calls()).toBe(301);
  await read("0");
  expect(calls()).toBe(302);
});
