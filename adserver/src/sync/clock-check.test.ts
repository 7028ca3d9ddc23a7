import { fixedClock } from "@litfass/platform/clock";
import type { Log } from "@litfass/platform/log/log";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishCampaign } from "../../../server/src/modules/spend/publish-budget-sql.ts";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { testNow, testSnapshot } from "../testing/testing-ad-server.ts";
import { startProcess } from "../testing/testing-process.ts";
import { checkClock } from "./clock-check.ts";
import { createLeaseKeeper } from "./lease-keeper.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const hourMs = 3_600_000;
const nowMs = testNow.getTime();

async function publish(campaignId: number) {
  const snapshot = testSnapshot({
    campaignId,
    budgetMicros: "100000000",
    startAt: testNow.toISOString(),
    endAt: new Date(nowMs + 240 * hourMs).toISOString(),
    timeZone: "UTC",
  });
  await stack.platform.db.transaction((tx) => publishCampaign(tx, snapshot, testNow));
  return snapshot;
}

async function budgetOf(campaignId: number) {
  const { rows } = await stack.platform.db.execute<{ day_on: string; day_granted: number }>(sql`
    SELECT day_on::text, day_granted_micros::int AS day_granted FROM campaign_budgets WHERE campaign_id = ${campaignId}`);
  return rows[0];
}

test("a process whose clock is wrong takes no lease and returns none, and continues once it is right", async () => {
  const { db } = stack.platform;
  const snapshots = [await publish(1)];
  const right = await startProcess("right", { db, snapshots, nowMs, seed: 1 });
  const before = await budgetOf(1);
  const clock = fixedClock(testNow);
  const lines: string[] = [];
  const note = (_: object, message: string) => void lines.push(message);
  const log = { info: note, error: note } as unknown as Log;
  const clockCheck = checkClock({ readTime: async () => nowMs, clock, log });
  const { engine } = (await startProcess("wrong", { db, snapshots: [], nowMs, seed: 2 })).adServer;
  engine.index = right.adServer.engine.index;
  engine.states = right.adServer.engine.states;
  const keeper = createLeaseKeeper({ db, engine: { ...engine, clock }, process: "wrong", clockCheck });

  clock.set(new Date(nowMs + 26 * hourMs));
  await keeper.renew();
  expect(clockCheck.isRight()).toBe(false);
  expect(clockCheck.skewMs()).toBe(26 * hourMs);
  expect(await budgetOf(1)).toEqual(before);
  clock.set(new Date(nowMs - 2_001));
  expect(await clockCheck.run()).toBe(false);
  clock.set(new Date(nowMs + 2_000));
  await keeper.renew();
  expect(clockCheck.isRight()).toBe(true);
  expect((await budgetOf(1))?.day_granted).toBeGreaterThan(before?.day_granted ?? 0);
  expect(lines).toEqual([
    "this machine's clock is wrong: bidding stops",
    "this machine's clock is right again: bidding continues",
  ]);
});

test("a budget's day in the future is corrected, and what was granted today still counts", async () => {
  const { db } = stack.platform;
  const snapshots = [await publish(2)];
  const first = await startProcess("first", { db, snapshots, nowMs, seed: 1 });
  const before = await budgetOf(2);
  expect(before?.day_granted).toBeGreaterThan(0);
  await db.execute(sql`
    UPDATE campaign_budgets SET day_on = day_on + 1, day_granted_micros = 0 WHERE campaign_id = 2`);
  const second = await startProcess("second", { db, snapshots, nowMs, seed: 2 });
  const lease = second.adServer.engine.leases.current.get(2);
  expect(lease?.grantedMicros).toBeGreaterThan(0);
  expect(await budgetOf(2)).toEqual({
    day_on: before?.day_on,
    day_granted: (before?.day_granted ?? 0) + (lease?.grantedMicros ?? 0),
  });
  await Promise.all([first.keeper.finishAll(), second.keeper.finishAll()]);
});

test("just before midnight another process may be on the next day already", async () => {
  const { db } = stack.platform;
  const snapshots = [await publish(3)];
  const midnightMs = Math.ceil(nowMs / (24 * hourMs)) * 24 * hourMs;
  const ahead = await startProcess("ahead", { db, snapshots, nowMs: midnightMs + 500, seed: 1 });
  const before = await budgetOf(3);
  const behind = await startProcess("behind", { db, snapshots, nowMs: midnightMs - 500, seed: 2 });
  expect(behind.adServer.engine.leases.current.get(3)).toBeUndefined();
  expect(await budgetOf(3)).toEqual(before);
  await Promise.all([ahead.keeper.finishAll(), behind.keeper.finishAll()]);
});
