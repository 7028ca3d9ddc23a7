import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishCampaign } from "../../../server/src/modules/spend/publish-budget-sql.ts";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { loadCampaigns } from "../auction/engine.ts";
import { heldMs } from "../serving/trackers/count-impression.ts";
import { addressesOf, testNow, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { startProcess, type TestProcess } from "../testing/testing-process.ts";
import { leaseDuration } from "./lease-keeper.ts";
import { grantLeases } from "./lease-sql.ts";

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

test("a lease that is extended leaves the budget's row alone, and knows what others hold as a grant does", async () => {
  const { db } = stack.platform;
  const snapshot = testSnapshot({ campaignId: 9_002, timeZone: "UTC" });
  await db.transaction((tx) => publishCampaign(tx, snapshot, testNow));
  const day = testNow.toISOString().slice(0, 10);
  const more = { campaignId: 9_002, dayOn: day, addMicros: 1_000_000, dayLimitMicros: 10_000_000 };
  const expiresAt = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000);
  const budget = async () =>
    (await db.execute(sql`select xmin::text, xmax::text from campaign_budgets where campaign_id = 9002`)).rows[0];
  await grantLeases(db, "other", [more], expiresAt(5));
  await db.execute(sql`update leases set consumed_micros = 300000 where campaign_id = 9002`);
  await db.execute(sql`update campaign_budgets set spent_micros = 300000, leased_micros = leased_micros - 300000
    where campaign_id = 9002`);
  const [granted] = await grantLeases(db, "own", [more], expiresAt(5));
  expect(granted).toMatchObject({
    grantedMicros: 1_000_000,
    dayGrantedMicros: 2_000_000,
    othersUnspentMicros: 700_000,
  });
  const before = await budget();
  const extension = { campaignId: 9_002, dayOn: day, addMicros: 0, dayLimitMicros: 0 };
  const extended = await grantLeases(db, "own", [extension], expiresAt(10));
  expect(extended).toEqual([{ ...granted, expiresAtMs: expiresAt(10).getTime() }]);
  expect(await budget()).toEqual(before);
  const { rows } = await db.execute<{ process: string; ms: string }>(
    sql`select process, extract(epoch from expires_at) * 1000 as ms from leases where campaign_id = 9002 order by process`,
  );
  expect(rows.map(({ process, ms }) => [process, Number(ms)])).toEqual([
    ["other", expiresAt(5).getTime()],
    ["own", expiresAt(10).getTime()],
  ]);
});

test("one of many ad servers leases for longer, so that all of them together extend as often as ten", async () => {
  expect([1, 10, 20, 100].map((processes) => leaseDuration(processes) / 60_000)).toEqual([5, 5, 10, 30]);
  const { db } = stack.platform;
  const snapshot = testSnapshot({ campaignId: 9_004, timeZone: "UTC" });
  await db.transaction((tx) => publishCampaign(tx, snapshot, testNow));
  const process = await startProcess("of-many", { db, snapshots: [snapshot], nowMs: testNow.getTime(), seed: 1 });
  const { engine, clock } = process.adServer;
  const minutesLeft = async () => {
    await process.keeper.renew();
    return Math.round((engine.leases.current.get(9_004)!.expiresAtMs - clock.now().getTime()) / 60_000);
  };
  expect(await minutesLeft()).toBe(5);
  await db.execute(sql`insert into delivery_processes (process, seen_at, places, internal_url)
    select 'other-' || n, ${new Date(testNow.getTime() + 3_600_000).toISOString()}::timestamptz, '{}', ''
    from generate_series(1, 99) n`);
  // The number of ad servers is known after the heartbeat of the same renewal.
  expect([await minutesLeft(), await minutesLeft()]).toEqual([30, 30]);
  clock.advance(10 * 60_000);
  expect(await minutesLeft()).toBe(20);
  clock.advance(3 * 60_000);
  expect(await minutesLeft()).toBe(30);
  await db.execute(sql`delete from delivery_processes where process like 'other-%'`);
  await process.keeper.finishAll();
});

test("a first lease, and one of another day, are granted although nothing is added", async () => {
  const { db } = stack.platform;
  const snapshot = testSnapshot({ campaignId: 9_003, timeZone: "UTC" });
  await db.transaction((tx) => publishCampaign(tx, snapshot, testNow));
  const asked = async (dayOn: string) =>
    grantLeases(db, "own", [{ campaignId: 9_003, dayOn, addMicros: 0, dayLimitMicros: 0 }], testNow);
  const [first] = await asked("2026-03-02");
  const [again] = await asked("2026-03-02");
  const [next] = await asked("2026-03-03");
  expect([first?.leaseId !== null, again?.leaseId === first?.leaseId, next?.leaseId === first?.leaseId]).toEqual([
    true,
    true,
    false,
  ]);
  expect(next).toMatchObject({ dayOn: "2026-03-03", grantedMicros: 0 });
});

test("a lease with a held charge stays open until the pixel decides, also over a kill, and then returns all of the rest", async () => {
  const { db } = stack.platform;
  const snapshot = testSnapshot({
    campaignId: 9_040,
    startAt: testNow.toISOString(),
    endAt: new Date(testNow.getTime() + 3_600_000).toISOString(),
    timeZone: "UTC",
    pacing: "ahead",
    targeting: { siteAllow: ["held.example"] },
  });
  await db.transaction((tx) => publishCampaign(tx, snapshot, testNow));
  const nowMs = testNow.getTime();
  const first = await startProcess("holding", { db, snapshots: [snapshot], nowMs, seed: 1 });
  const won: { burl: string; impression: string }[] = [];
  for (let tries = 0; won.length < 2 && tries < 200; tries++) {
    first.adServer.clock.advance(1_000);
    const { status, body } = await first.adServer.bid(testRequest({ user: {}, site: { domain: "held.example" } }));
    const bid = status === 200 ? body.seatbid[0].bid[0] : undefined;
    if (bid) won.push({ burl: bid.burl, ...addressesOf(bid.adm) });
  }
  const [undone, counted] = won as [(typeof won)[0], (typeof won)[0]];
  for (const { burl } of [undone, counted]) await first.adServer.call("GET", burl);
  const killedMs = first.adServer.clock.now().getTime();
  const second = await startProcess(
    "holding",
    { db, snapshots: [snapshot], nowMs: killedMs, seed: 2 },
    first.journal,
    first.shipped,
  );
  const consumed = ({ adServer }: TestProcess) => adServer.engine.leases.current.get(9_040)?.consumedMicros;
  expect([consumed(first), consumed(second)]).toEqual([50_000, 50_000]);
  const closed = async () => {
    const { rows } = await db.execute<Record<string, unknown>>(sql`select granted_micros::int as granted,
      closed_at is not null as closed from leases where campaign_id = 9040`);
    return rows;
  };
  // The campaign is over, and so is the lease.
  const { clock, engine, call, countHeld } = second.adServer;
  clock.set(new Date(killedMs + heldMs / 2));
  await loadCampaigns(engine, [], async () => {});
  for (const lease of engine.leases.byId.values()) lease.expiresAtMs = 0;
  await second.keeper.renew();
  expect(await closed()).toMatchObject([{ closed: false }]);
  await call("GET", undone.impression, { headers: { "user-agent": "Googlebot/2.1" } });
  await second.keeper.renew();
  expect(await closed()).toMatchObject([{ closed: false }]);
  await countHeld();
  await second.keeper.renew();
  expect(await closed()).toEqual([{ granted: 25_000, closed: true }]);
});
