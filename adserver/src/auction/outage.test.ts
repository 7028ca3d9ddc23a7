import type { Database } from "@litfass/platform/postgres/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findCampaignBudget, publishCampaign } from "../../../server/src/modules/spend/publish-budget-sql.ts";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { testNow, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { ship, startProcess } from "../testing/testing-process.ts";
import { pace } from "./pacing/pacing-loop.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const secondMs = 1000;
/** The maximum time a lease is used without contact to PostgreSQL. */
const leaseSeconds = 300;

test("without PostgreSQL bidding continues from leases, stops within their term, and resumes afterwards", async () => {
  const { db } = stack.platform;
  let isGone = false;
  const breaking = new Proxy(db, {
    get(target, name) {
      if (isGone) throw new Error("connect ECONNREFUSED");
      return Reflect.get(target, name, target);
    },
  }) as Database;
  const budgetMicros = 400n * 25_000n;
  const snapshot = testSnapshot({
    budgetMicros: String(budgetMicros),
    startAt: testNow.toISOString(),
    endAt: new Date(testNow.getTime() + 3_600_000).toISOString(),
    timeZone: "UTC",
    pacing: "ahead",
  });
  await db.transaction((tx) => publishCampaign(tx, snapshot, testNow));
  const process = await startProcess("delivery-0", {
    db: breaking,
    snapshots: [snapshot],
    nowMs: testNow.getTime(),
    seed: 5,
  });
  const { clock, engine, bid, call } = process.adServer;
  /** Seconds between the start and an offered ad, and its counted impression. */
  const offered: number[] = [];
  const run = async (from: number, to: number, every: number): Promise<void> => {
    for (let second = from; second < to; second += every) {
      clock.set(new Date(testNow.getTime() + second * secondMs));
      await process.keeper.renew().catch(() => {});
      pace(engine);
      const { status, body } = await bid(testRequest({ user: {} }));
      if (status !== 200) continue;
      offered.push(second);
      const { burl, adm } = body.seatbid[0].bid[0];
      expect((await call("GET", burl)).status).toBe(204);
      await call("GET", /data-viewable="([^"]+)"/.exec(adm)![1]!);
    }
  };
  await run(1, 60, 1);
  const before = offered.length;
  expect(before).toBeGreaterThan(5);
  isGone = true;
  // So few chances that the lease expires before it is used up.
  await run(60, 60 + 2 * leaseSeconds, 20);
  const meanwhile = offered.filter((second) => second >= 60);
  expect(meanwhile.length).toBeGreaterThan(0);
  expect(Math.max(...meanwhile)).toBeGreaterThan(leaseSeconds / 2);
  expect(Math.max(...meanwhile)).toBeLessThanOrEqual(60 + leaseSeconds);
  isGone = false;
  await run(60 + 2 * leaseSeconds, 120 + 2 * leaseSeconds, 1);
  const after = offered.filter((second) => second >= 60 + 2 * leaseSeconds);
  expect(after.length).toBeGreaterThan(0);
  const charged = BigInt(process.journal.reduce((sum, each) => sum + each.charge_micros, 0));
  const { settledMicros, lostMicros } = await ship(db, process, "outage");
  console.log(
    `${before} bids before, ${meanwhile.length} without PostgreSQL (the last after ${Math.max(...meanwhile) - 60} s), ${after.length} after`,
  );
  expect([settledMicros, lostMicros]).toEqual([charged, 0n]);
  expect(charged).toBe(BigInt(offered.length) * 25_000n);
  await process.keeper.finishAll();
  expect(await findCampaignBudget(db, 1)).toEqual({ budgetMicros, spentMicros: charged, leasedMicros: 0n });
});
