import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { seededRandom } from "@litfass/platform/random";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishCampaign } from "../../../server/src/modules/spend/publish-budget-sql.ts";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { countHeld, heldMs } from "../serving/trackers/count-impression.ts";
import { listCampaignMoney } from "../testing/campaign-money.ts";
import { someAgent, testNow, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { billedHundredths, isBilled, rivals, testTerms, withPrice } from "../testing/testing-market.ts";
import { ship, startProcess, type TestProcess } from "../testing/testing-process.ts";
import { pace } from "./pacing/pacing-loop.ts";

/** `npm test` runs the short version, `npm run test:faults` the long one. */
const isLong = process.env.FAULT_RUNS !== undefined;
const auctions = isLong ? 200_000 : 4_000;
const kills = isLong ? Number(process.env.FAULT_RUNS) : 15;
const processes = 4;
const campaigns = 200;
const seed = Number(process.env.FAULT_SEED ?? 20_261_121);
const periodMs = 30 * 60_000;
const renewMs = isLong ? 5_000 : 60_000;
const startMs = testNow.getTime();
const terms = testTerms("sandbox");
/** The median of the rivals' bids: some bids lose. */
const rivalMedian = 12;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

/** Budgets that end in odd micros and together cover a fifth of the auctions. */
function snapshotsOf(random: { number(): number }): CampaignSnapshot[] {
  return Array.from({ length: campaigns }, (_, i) => {
    const priceMicros = 20_000 + Math.floor(random.number() * 10_000);
    const impressions = (auctions / campaigns / 5) * (0.2 + 1.6 * random.number());
    return testSnapshot({
      campaignId: i + 1,
      ownerUid: `owner-${i % 20}`,
      priceMicros: String(priceMicros),
      budgetMicros: String(Math.floor(priceMicros * impressions)),
      startAt: testNow.toISOString(),
      endAt: new Date(startMs + periodMs).toISOString(),
      timeZone: "UTC",
      pacing: "ahead",
      advertiserDomain: `shop-${i}.example`,
    });
  });
}

/** `bills`: the auction for which the exchange pays by this notice, and how much. */
type Notice = { dueMs: number; process: number; url: string; agent?: string; bills?: [string, bigint] };

/** Notices wait until they are due, in buckets of a second. */
function notices() {
  const buckets = new Map<number, Notice[]>();
  return {
    add(notice: Notice) {
      const second = Math.floor(notice.dueMs / 1000);
      const bucket = buckets.get(second);
      if (bucket === undefined) buckets.set(second, [notice]);
      else bucket.push(notice);
    },
    take(nowMs: number): Notice[] {
      const due: Notice[] = [];
      for (const [second, bucket] of buckets) {
        if (second * 1000 > nowMs) continue;
        due.push(...bucket);
        buckets.delete(second);
      }
      return due;
    },
    rest: () => [...buckets.values()].flat(),
  };
}

test(`${processes} processes, ${campaigns} campaigns, ${auctions} auctions, ${kills} kills: no campaign is charged beyond its budget, and media costs what the exchange bills`, async () => {
  const { db } = stack.platform;
  const random = seededRandom(seed);
  const rival = rivals(seed, rivalMedian);
  const snapshots = snapshotsOf(random);
  await db.transaction(async (tx) => {
    for (const snapshot of snapshots) await publishCampaign(tx, snapshot, testNow);
  });
  const adServer: TestProcess[] = [];
  const parts = (nowMs: number) => ({ db, snapshots, nowMs, terms, seed: seed + Math.floor(random.number() * 1e6) });
  for (let i = 0; i < processes; i++) adServer.push(await startProcess(`delivery-${i}`, parts(startMs)));

  const waiting = notices();
  const charges = new Map<string, number>();
  const bots = new Set<string>();
  /** The exchange's own books: each impression it was told to bill, by auction. */
  const billed = new Map<string, bigint>();
  const counts = { bids: 0, wins: 0, notices: 0, repeated: 0, forged: 0, late: 0, refused: 0, kills: 0, batches: 0 };
  let [settled, lost, charged] = [0n, 0n, 0n];
  const shipOf = async (process: TestProcess) => {
    for (const event of process.journal) {
      if (event.charge_micros === 0) continue;
      const key = `${event.exchange} ${event.auction_id} ${event.imp_id}`;
      charges.set(key, (charges.get(key) ?? 0) + 1);
      charged += BigInt(event.charge_micros);
    }
    const shipped = await ship(db, process, `${process.name}:${counts.batches++}`);
    settled += shipped.settledMicros;
    lost += shipped.lostMicros;
  };
  const deliver = async ({ process, url, agent = someAgent, bills }: Notice) => {
    const target = adServer[process]!;
    const { status } = await target.adServer.call("GET", url, { headers: { "user-agent": agent } });
    counts.notices++;
    if (status >= 400) counts.refused++;
    else if (bills !== undefined) billed.set(...bills);
  };

  let renewedMs = startMs;
  for (let auction = 0; auction < auctions; auction++) {
    const nowMs = startMs + Math.floor((auction / auctions) * periodMs * 0.999);
    for (const { adServer: each } of adServer) each.clock.set(new Date(nowMs));
    if (nowMs - renewedMs >= renewMs) {
      renewedMs = nowMs;
      // The journal ships rarely, so leases are charged long before they are settled, all at the same moment.
      await Promise.all(
        adServer.map(async (each) => {
          if (random.number() < 0.5) await shipOf(each);
          await each.keeper.renew();
          pace(each.adServer.engine);
        }),
      );
    }
    if (random.number() < kills / auctions) {
      const at = Math.floor(random.number() * processes);
      const { name, journal, shipped, carried } = adServer[at]!;
      // Nothing is returned: what remains is the journal, and the leases known to PostgreSQL.
      adServer[at] = await startProcess(name, parts(nowMs), journal, shipped, carried);
      counts.kills++;
    }
    for (const { adServer: each } of adServer) await countHeld(each.instance.counting);
    for (const notice of waiting.take(nowMs)) await deliver(notice);
    const at = Math.floor(random.number() * processes);
    const site = { domain: `site-${auction % 50}.example` };
    const request = testRequest({ user: {}, site, at: 1 });
    const { status, body } = await adServer[at]!.adServer.bid(request);
    if (status !== 200) continue;
    counts.bids++;
    const { burl: notice, lurl, adm, price } = body.seatbid[0].bid[0];
    if (price <= rival()) {
      waiting.add({ dueMs: nowMs + random.number() * 2_000, process: at, url: lurl });
      continue;
    }
    counts.wins++;
    const burl = withPrice(notice, price);
    const bills: [string, bigint] = [request.id, billedHundredths(price)];
    const pixel = /data-impression="([^"]+)"/.exec(adm)![1]!;
    const lateMs = random.number() < 0.03 ? 600_000 + random.number() * 120_000 : random.number() ** 3 * 90_000;
    if (lateMs >= 600_000) counts.late++;
    else if (random.number() < 0.2) {
      // A bot, whose pixel comes some seconds before or after the notice.
      bots.add(request.id);
      const pixelMs = lateMs + (random.number() - 0.3) * (heldMs - 3_000);
      waiting.add({ dueMs: nowMs + lateMs, process: at, url: burl, bills });
      waiting.add({ dueMs: nowMs + Math.max(0, pixelMs), process: at, url: pixel, agent: "Googlebot/2.1" });
      continue;
    }
    const noticed = { url: burl, bills };
    waiting.add({ dueMs: nowMs + lateMs, process: at, ...(random.number() < 0.7 ? noticed : { url: pixel }) });
    waiting.add({ dueMs: nowMs + lateMs + 1_000, process: at, url: /data-viewable="([^"]+)"/.exec(adm)![1]! });
    for (let again = random.number(); again < 0.3; again += 0.1) {
      counts.repeated++;
      const call = again < 0.15 ? noticed : { url: pixel };
      waiting.add({ dueMs: nowMs + lateMs + random.number() * 60_000, process: at, ...call });
    }
    if (random.number() < 0.05) {
      counts.forged++;
      const other = (at + 1) % processes;
      const url = altered(burl, random.number());
      const process = random.number() < 0.5 ? other : at;
      const isGenuine = url === burl && process === at;
      waiting.add({ dueMs: nowMs + lateMs, process, url, ...(isGenuine && { bills }) });
    }
  }
  // One process never restarts; its journal is shipped long after its leases were returned.
  const dead = adServer.pop()!;
  for (const notice of waiting.rest()) if (notice.process < adServer.length) await deliver(notice);
  const muchLaterMs = startMs + periodMs + 21 * 60_000;
  for (const each of adServer) {
    each.adServer.clock.set(new Date(muchLaterMs));
    await each.adServer.countHeld();
    await shipOf(each);
    await each.keeper.renew();
  }
  await shipOf(dead);
  for (const each of adServer) await each.keeper.finishAll();

  const money = await listCampaignMoney(db);
  expect(money).toHaveLength(campaigns);
  const beyond = money.filter(({ spentMicros, budgetMicros }) => spentMicros > budgetMicros);
  expect(beyond).toEqual([]);
  expect(money.filter(({ leasedMicros, heldMicros }) => leasedMicros !== 0n || heldMicros !== 0n)).toEqual([]);
  const { rows } = await db.execute(sql`SELECT id FROM leases WHERE closed_at IS NULL`);
  expect(rows).toEqual([]);
  expect([...charges].filter(([, times]) => times > 1)).toEqual([]);
  const spent = money.reduce((sum, each) => sum + each.spentMicros, 0n);
  const budget = money.reduce((sum, each) => sum + each.budgetMicros, 0n);
  expect(spent).toBe(settled);
  expect(bots.size).toBeGreaterThan(auctions / 200);
  expect([...charges.keys()].filter((key) => bots.has(key.split(" ")[1] ?? ""))).toEqual([]);
  expect(settled + lost).toBe(charged);
  const { rows: owed } = await db.execute<{ micros: string }>(sql`
    SELECT sum(m.amount_micros)::bigint AS micros FROM ledger_movements m
    JOIN ledger_accounts a ON a.id = m.account_id WHERE a.kind = 'media_payable'`);
  const own = [...billed.values()].reduce((sum, hundredths) => sum + hundredths, 0n);
  expect([owed[0]?.micros, own, isBilled(BigInt(owed[0]?.micros ?? 0), own, processes)]).toEqual([
    owed[0]?.micros,
    own,
    true,
  ]);
  console.log(
    `seed ${seed}: ${counts.bids} bids, ${counts.wins} won, ${billed.size} billed at ${Number(own) / 100} micros, ${owed[0]?.micros} in the ledger, ${counts.notices} notices (${counts.repeated} repeated, ${counts.late} late, ` +
      `${counts.forged} altered or sent elsewhere, ${counts.refused} refused), ${counts.kills} kills, ${counts.batches} batches; ` +
      `${charges.size} impressions charged, ${spent} of ${budget} micros spent, ${lost} micros lost to the adServer`,
  );
  expect(counts.kills).toBeGreaterThan(kills / 2);
  expect(counts.refused).toBeGreaterThan(0);
  expect(Number(spent) / Number(budget)).toBeGreaterThan(0.4);
}, 900_000);

/** Manipulated notice URLs: another token's beginning, or the same one for a process that never offered it. */
const altered = (url: string, chance: number): string =>
  chance < 0.5 ? url : url.replace(/t=.{12}/, "t=AAAAAAAAAAAA");
