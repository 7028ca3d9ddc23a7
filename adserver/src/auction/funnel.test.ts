import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { funnelCounters } from "../index.ts";
import { addFunnel, findFunnel } from "../sync/funnel-sql.ts";
import { testAdServer, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { takeFunnel } from "./funnel.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.close());

test("each chance of a campaign ends at one step, and the store adds them up", async () => {
  const everywhere = testSnapshot();
  const { targeting } = everywhere;
  const elsewhere = testSnapshot({ campaignId: 2, targeting: { ...targeting, countries: [], regions: ["CH-GE"] } });
  const adServer = testAdServer([everywhere, elsewhere]);
  // Further apart than samples, so that each request is followed.
  for (const changes of [{}, {}, { bcat: ["IAB22"] }, { imp: [{ id: "1", banner: { w: 1, h: 1 } }] }]) {
    await adServer.bid(testRequest(changes));
    adServer.clock.advance(200);
  }
  const counts = takeFunnel(adServer.engine);
  const named = (id: number) =>
    Object.fromEntries(funnelCounters.map((name, at) => [name, counts.get(id)?.[at]]).filter(([, count]) => count));
  expect(named(1)).toEqual({
    seen: 4,
    technology: 4,
    place: 4,
    context: 4,
    site: 4,
    people: 4,
    format: 3,
    bid: 2,
    refused: 1,
  });
  expect(named(2)).toEqual({ seen: 4, technology: 4 });
  expect(takeFunnel(adServer.engine).size).toBe(0);

  const { db, clock } = stack.platform;
  await addFunnel(db, counts, clock.now());
  await addFunnel(db, counts, clock.now());
  const hour = new Date("2026-03-02T09:00:00.000Z");
  const nextHour = new Date(hour.getTime() + 3_600_000);
  expect(await findFunnel(db, 1, hour, nextHour)).toMatchObject({ seen: 8, format: 6, bid: 4, refused: 2, pacing: 0 });
  expect(await findFunnel(db, 1, nextHour, new Date(nextHour.getTime() + 3_600_000))).toMatchObject({
    seen: 0,
    bid: 0,
  });
});

test("a sample represents the requests since the last one", async () => {
  const adServer = testAdServer([testSnapshot()]);
  await adServer.bid(testRequest());
  for (let i = 0; i < 9; i++) await adServer.bid(testRequest());
  adServer.clock.advance(200);
  await adServer.bid(testRequest());
  const [seen = 0] = takeFunnel(adServer.engine).get(1) ?? [];
  expect(seen).toBe(11);
});
