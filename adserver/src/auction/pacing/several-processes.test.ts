import { seededRandom } from "@litfass/platform/random";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishCampaign } from "../../../../server/src/modules/spend/publish-budget-sql.ts";
import { type Stack, startStack } from "../../../../server/src/testing/stack.ts";
import { listCampaignMoney } from "../../testing/campaign-money.ts";
import { addressesOf, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";
import { rivals, testTerms, withPrice } from "../../testing/testing-market.ts";
import { ship, startProcess, type TestProcess } from "../../testing/testing-process.ts";
import { pace } from "./pacing-loop.ts";

const seed = Number(process.env.FAULT_SEED ?? 20_261_126);
const midnight = new Date("2026-03-03T00:00:00.000Z");
const minuteMs = 60_000;
const priceMicros = 25_000;
const perDay = 480;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ now: midnight });
});
afterAll(() => stack.close());

/**
 * The impressions that were spent on by the end of each of the first hours of a day, in first-price auctions with a margin
 * and shaded bids.
 */
async function spentByHour(processes: number, hours: number): Promise<number[]> {
  const { db } = stack.platform;
  const campaignId = 100 + processes;
  const terms = testTerms("sandbox");
  const rival = rivals(seed, 12);
  const snapshot = testSnapshot({
    campaignId,
    priceMicros: String(priceMicros),
    budgetMicros: String(priceMicros * perDay),
    startAt: midnight.toISOString(),
    endAt: new Date(midnight.getTime() + 24 * 60 * minuteMs).toISOString(),
    timeZone: "UTC",
  });
  await db.transaction((tx) => publishCampaign(tx, snapshot, midnight));
  const running: TestProcess[] = [];
  for (let i = 0; i < processes; i++) {
    const parts = { db, snapshots: [snapshot], nowMs: midnight.getTime(), seed: seed + i, terms };
    running.push(await startProcess(`p${processes}-${i}`, parts));
  }
  const random = seededRandom(seed);
  const spent: number[] = [];
  for (let minute = 1; minute <= hours * 60; minute++) {
    const now = new Date(midnight.getTime() + minute * minuteMs);
    for (const each of running) {
      each.adServer.clock.set(now);
      await each.keeper.renew();
      pace(each.adServer.engine);
    }
    for (let auction = 0; auction < 24; auction++) {
      const { adServer } = running[Math.floor(random.number() * processes)]!;
      const { status, body } = await adServer.bid(testRequest({ user: {}, at: 1 }));
      if (status !== 200) continue;
      const { adm, burl, lurl, price } = body.seatbid[0].bid[0];
      if (price <= rival()) {
        await adServer.call("GET", lurl);
        continue;
      }
      const { impression, viewable } = addressesOf(adm);
      await adServer.call("GET", impression);
      await adServer.call("GET", withPrice(burl, price));
      await adServer.call("GET", viewable);
    }
    for (const [i, each] of running.entries()) await ship(db, each, `${processes}:${i}:${minute}`);
    if (minute % 60 > 0) continue;
    const money = (await listCampaignMoney(db)).find((one) => one.campaignId === campaignId);
    spent.push(Number(money?.spentMicros ?? 0n) / priceMicros);
  }
  for (const each of running) await each.keeper.finishAll();
  return spent;
}

test.each([1, 8])("%i processes spend a small budget evenly from the first hour on", async (processes) => {
  const spent = await spentByHour(processes, 2);
  console.log(`seed ${seed}: ${processes} processes spent ${spent.join(", ")} impressions by hour`);
  for (const [hour, impressions] of spent.entries()) {
    const planned = ((hour + 1) * perDay) / 24;
    expect(impressions).toBeGreaterThanOrEqual(planned * 0.85);
    // Each process may be one impression ahead before it knows what the others do.
    expect(impressions).toBeLessThan(planned * 1.05 + processes);
  }
});
