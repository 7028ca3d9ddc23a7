import { afterAll, beforeAll, expect, test } from "vitest";
import { publishCampaign } from "../../../server/src/modules/spend/publish-budget-sql.ts";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { loadCampaigns } from "../auction/engine.ts";
import { testNow, testSnapshot } from "../testing/testing-ad-server.ts";
import { startProcess } from "../testing/testing-process.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const dayMs = 86_400_000;

test("another budget and another end reach the daily share with the next renewal, not when the lease is old", async () => {
  const { db } = stack.platform;
  const startAt = testNow.toISOString();
  const snapshot = (version: number, budgetMicros: number, days: number) =>
    testSnapshot({
      version,
      budgetMicros: String(budgetMicros),
      startAt,
      endAt: new Date(testNow.getTime() + days * dayMs).toISOString(),
      timeZone: "UTC",
    });
  const publish = async (each: ReturnType<typeof snapshot>) => {
    await db.transaction((tx) => publishCampaign(tx, each, testNow));
    return each;
  };
  const first = await publish(snapshot(1, 100_000_000, 10));
  const process = await startProcess("p", { db, snapshots: [first], nowMs: testNow.getTime(), seed: 1 });
  const { engine } = process.adServer;
  const share = () => engine.states.get(first.campaignId)?.evenDayMicros;
  expect(share()).toBe(10_000_000);
  const load = async (each: ReturnType<typeof snapshot>) => {
    await loadCampaigns(engine, [await publish(each)], async () => {});
    await process.keeper.renew();
  };
  await load(snapshot(2, 200_000_000, 10));
  expect(share()).toBe(20_000_000);
  await load(snapshot(3, 200_000_000, 20));
  expect(share()).toBe(10_000_000);
  await process.keeper.finishAll();
});

test("eight processes together lease what is planned for two minutes, not eight times as much", async () => {
  const { db } = stack.platform;
  const perMinute = 1_000;
  const priceMicros = 25_000;
  const start = new Date("2026-03-03T00:00:00.000Z");
  const snapshot = testSnapshot({
    campaignId: 9_001,
    priceMicros: String(priceMicros),
    budgetMicros: String(priceMicros * perMinute * 1_440),
    startAt: start.toISOString(),
    endAt: new Date(start.getTime() + dayMs).toISOString(),
    timeZone: "UTC",
  });
  await db.transaction((tx) => publishCampaign(tx, snapshot, start));
  const processes = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      startProcess(`of-eight-${i}`, { db, snapshots: [snapshot], nowMs: start.getTime(), seed: i }),
    ),
  );
  for (const { keeper } of processes) await keeper.renew();
  const leased = processes.map(
    ({ adServer }) => adServer.engine.leases.current.get(snapshot.campaignId)?.grantedMicros ?? 0,
  );
  const impressions = leased.reduce((sum, micros) => sum + micros, 0) / priceMicros;
  expect(impressions).toBeGreaterThan(perMinute);
  expect(impressions).toBeLessThan(perMinute * 3);
  for (const { keeper } of processes) await keeper.finishAll();
});
