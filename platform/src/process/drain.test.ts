import { expect, test } from "vitest";
import { type DrainOptions, drain, proxyNoticeMs } from "./drain.ts";

/** A drain on a clock of its own. `pendingMs`: how long something is pending; `hurryMs`: when a second signal comes. */
async function drained({ maxMs, pendingMs = 0, hurryMs = Number.POSITIVE_INFINITY }: Record<string, number>) {
  let nowMs = 0;
  const hurry = new AbortController();
  const options: DrainOptions = {
    maxMs: maxMs ?? 0,
    isPending: () => nowMs < pendingMs,
    hurry: hurry.signal,
    time: {
      nowMs: () => nowMs,
      async pause(ms) {
        nowMs += ms;
        if (nowMs >= hurryMs) hurry.abort();
      },
    },
  };
  return { end: await drain(options), tookMs: nowMs };
}

test("a drain ends when nothing is pending, but not before proxies have noticed it", async () => {
  expect(await drained({ maxMs: 30_000 })).toEqual({ end: "settled", tookMs: proxyNoticeMs });
  expect(await drained({ maxMs: 30_000, pendingMs: 12_000 })).toEqual({ end: "settled", tookMs: 12_000 });
});

test("a drain ends after its time, whatever is left", async () => {
  expect(await drained({ maxMs: 30_000, pendingMs: 60_000 })).toEqual({ end: "timed_out", tookMs: 30_000 });
  expect(await drained({ maxMs: 2_050, pendingMs: 1_000 })).toEqual({ end: "settled", tookMs: 2_050 });
  expect(await drained({ maxMs: 0, pendingMs: 1_000 })).toEqual({ end: "timed_out", tookMs: 0 });
});

test("a second signal ends a drain at once", async () => {
  expect(await drained({ maxMs: 30_000, pendingMs: 60_000, hurryMs: 7_000 })).toEqual({
    end: "hurried",
    tookMs: 7_000,
  });
});
