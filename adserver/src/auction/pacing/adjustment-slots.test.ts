import { fixedClock } from "@litfass/platform/clock";
import { seededRandom } from "@litfass/platform/random";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Stack, startStack } from "../../../../server/src/testing/stack.ts";
import { createLeaseKeeper, type LeaseKeeper } from "../../sync/lease-keeper.ts";
import { beat } from "../../sync/process-sql.ts";
import { rootDomain } from "../../sync/root-domain.ts";
import { createEngine } from "../engine.ts";
import { placesInTurn } from "./adjustment-slots.ts";
import { maxAdjustments, newPace, type Pace, type Plan, tick } from "./pacing.ts";

const minuteMs = 60_000;
const stepMs = 50;
const startMs = Date.parse("2026-03-02T09:00:00.000Z");
const plan: Plan = {
  ...{ dayOn: "d", shareMicros: 1e9, plannedMs: startMs + 1e8, untilMs: startMs + 1e8 },
  ...{ anchorMs: startMs, anchorMicros: 0 },
};

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

/** A process that would adjust a campaign at every tick if allowed. */
type Process = { name: string; keeper: LeaseKeeper; step(nowMs: number): void; made: number[] };

function startProcess(name: string, nowMs: number, seed: number, all: number[]): Process {
  const clock = fixedClock(new Date(nowMs));
  const random = seededRandom(seed);
  const engine = createEngine({ clock, random, rootDomain });
  const keeper = createLeaseKeeper({ db: stack.platform.db, engine, process: name });
  const pace: Pace = newPace(nowMs, 25_000);
  const made: number[] = [];
  return {
    name,
    keeper,
    made,
    step(atMs) {
      clock.set(new Date(atMs));
      pace.chances += 1 + Math.floor(random.number() * 9);
      pace.entries += Math.floor(random.number() * 5);
      pace.chargedMicros += 25_000 * Math.floor(random.number() * 3);
      const adjusted = tick(pace, {
        campaignId: 1,
        nowMs: atMs,
        priceMicros: 25_000,
        plan,
        // Alternates between behind and ahead of the plan, so that each tick has something to change.
        spentTodayMicros: made.length % 2 === 0 ? 1e9 : 0,
        part: 1 / engine.processes,
        slot: engine.adjustmentSlots.ownSlotAt(atMs),
      });
      if (adjusted === undefined) return;
      made.push(atMs);
      all.push(atMs);
    },
  };
}

const inMinuteFrom = (made: number[], start: number): number =>
  made.filter((at) => at >= start && at < start + minuteMs).length;

test("[CLAIM-005] all processes together adjust a campaign at most 150 times in any minute, whichever process starts, ends, dies or restarts", async () => {
  const seed = 20_261_122;
  console.log("seed", seed);
  const random = seededRandom(seed);
  const all: number[] = [];
  const running = new Map<string, Process>();
  const ended: Process[] = [];
  let starts = 0;
  const start = (name: string, nowMs: number): void => {
    running.set(name, startProcess(name, nowMs, seed + ++starts, all));
  };
  const kill = (name: string): void => {
    ended.push(running.get(name)!);
    running.delete(name);
  };
  /** Events by second. */
  const events: Record<number, (nowMs: number) => Promise<void> | void> = {
    150: (nowMs) => start("b", nowMs),
    230: () => kill("b"),
    231: (nowMs) => start("b", nowMs),
    300: (nowMs) => start("c", nowMs),
    340: async () => {
      const { keeper } = running.get("c")!;
      kill("c");
      await keeper.finishAll();
    },
    380: () => kill("a"),
    381: (nowMs) => start("a", nowMs),
    420: () => kill("b"),
  };
  start("a", startMs);
  for (let ms = 0; ms < 840_000; ms += stepMs) {
    const nowMs = startMs + ms;
    await events[ms / 1000]?.(nowMs);
    // In varying order, and sometimes late.
    const processes = [...running.values()].sort(() => random.number() - 0.5);
    for (const { keeper } of processes) if (ms % 1000 === 0 && random.number() < 0.9) await keeper.renew();
    for (const process of processes) process.step(nowMs);
  }
  const most = Math.max(...all.map((at) => inMinuteFrom(all, at)));
  const alone = all.filter((at) => at < startMs + 150_000);
  console.log(`${all.length} adjustments in 14 minutes, at most ${most} in any minute`);
  expect(most).toBeLessThanOrEqual(maxAdjustments);
  expect(Math.max(...alone.map((at) => inMinuteFrom(alone, at)))).toBeGreaterThanOrEqual(maxAdjustments - 1);
  // Two that live for a while share the minute.
  const b = ended.find(({ name }) => name === "b")!;
  expect(inMinuteFrom(b.made, startMs + 165_000)).toBeGreaterThan(60);
  expect(inMinuteFrom(all, startMs + 165_000)).toBeGreaterThan(140);
  // When the places of dead processes are free, the last one has the whole minute again.
  expect(inMinuteFrom(all, startMs + 760_000)).toBeGreaterThan(140);
});

test("a process gets a place only after the previous owner reported that it no longer uses it, whatever responses were lost", async () => {
  const { db } = stack.platform;
  await db.execute("DELETE FROM delivery_processes");
  const now = new Date(startMs);
  const { places: all } = await beat(db, "a", [], now);
  expect(all).toHaveLength(placesInTurn);
  expect((await beat(db, "b", [], now)).places).toEqual([]);
  // The responses with the smaller share of "a" never arrive.
  for (let i = 0; i < 3; i++) {
    await beat(db, "a", all, now);
    expect((await beat(db, "b", [], now)).places).toEqual([]);
  }
  const { places: kept } = await beat(db, "a", all, now);
  await beat(db, "a", kept, now);
  const { places } = await beat(db, "b", [], now);
  expect([...kept, ...places].sort((x, y) => x - y)).toEqual(all);
  // A dead process keeps its places until they are no longer in use.
  const later = new Date(startMs + 300_000);
  expect((await beat(db, "b", places, later)).places).toEqual(places);
  expect((await beat(db, "b", places, new Date(startMs + 311_000))).places).toEqual(all);
});

test("while nothing changes a report is one statement, and tells of processes that appear and stop", async () => {
  const { db } = stack.platform;
  await db.execute("DELETE FROM delivery_processes");
  const at = (seconds: number) => new Date(startMs + seconds * 1_000);
  const transaction = vi.spyOn(db, "transaction");
  const { places } = await beat(db, "a", [], at(0), "http://a");
  const first = transaction.mock.calls.length;
  expect(await beat(db, "a", places, at(1), "http://a")).toMatchObject({ processes: 1, places });
  expect(transaction.mock.calls.length).toBe(first);
  await beat(db, "b", [], at(1), "http://b");
  const shared = await beat(db, "a", places, at(2), "http://a");
  expect([shared.processes, shared.peers.get("b"), shared.places.length]).toEqual([2, "http://b", placesInTurn / 2]);
  const before = transaction.mock.calls.length;
  await beat(db, "a", shared.places, at(3), "http://a");
  expect(transaction.mock.calls.length).toBe(before + 1);
  expect(await beat(db, "a", shared.places, at(14), "http://a")).toMatchObject({ processes: 2 });
  expect(await beat(db, "a", shared.places, at(17), "http://a")).toMatchObject({ processes: 1, peers: new Map() });
  await beat(db, "a", shared.places, at(18), "http://moved");
  const moved = await db.execute("SELECT internal_url FROM delivery_processes WHERE process = 'a'");
  expect(moved.rows).toEqual([{ internal_url: "http://moved" }]);
  transaction.mockRestore();
});
