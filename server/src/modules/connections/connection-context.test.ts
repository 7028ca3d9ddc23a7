import { fixedClock } from "@litfass/platform/clock";
import type { Platform } from "@litfass/platform/platform";
import { seededRandom } from "@litfass/platform/random";
import { expect, test } from "vitest";
import { openConnections } from "./connection-context.ts";
import { serviceWith } from "./testing-service.ts";

const minuteMs = 60_000;

function paused() {
  const clock = fixedClock(new Date("2026-11-20T10:00:00Z"));
  const { platform } = serviceWith(() => ({ body: {} }));
  const parts = { ...platform, clock, random: seededRandom(1) } as unknown as Platform;
  return { clock, pauses: openConnections(parts, async () => undefined as never).pauses };
}

test("a service is not called for as long as it asks, a minute if it does not say, and at most fifteen", () => {
  for (const [asked, lasts] of [
    [2_000, 2_000],
    [null, minuteMs],
    [24 * 60 * minuteMs, 15 * minuteMs],
  ] as const) {
    const { clock, pauses } = paused();
    expect(pauses.isPaused("a")).toBe(false);
    pauses.pause("a", asked);
    clock.advance(lasts - 1);
    expect([pauses.isPaused("a"), pauses.isPaused("b")]).toEqual([true, false]);
    clock.advance(1);
    expect(pauses.isPaused("a")).toBe(false);
  }
});

test("the latest thousand pauses are known", () => {
  const { pauses } = paused();
  for (let at = 0; at < 1_000; at++) pauses.pause(`${at}`, null);
  pauses.pause("0", null);
  expect([pauses.isPaused("0"), pauses.isPaused("1")]).toEqual([true, true]);
  pauses.pause("1000", null);
  expect([pauses.isPaused("0"), pauses.isPaused("1"), pauses.isPaused("1000")]).toEqual([true, false, true]);
});
