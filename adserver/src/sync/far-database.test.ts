import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { systemClock } from "@litfass/platform/clock";
import { connectPostgres, type Postgres } from "@litfass/platform/postgres/postgres";
import { systemRandom } from "@litfass/platform/random";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishCampaign } from "../../../server/src/modules/spend/publish-budget-sql.ts";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { type RunningAdServer, startAdServer } from "../start-ad-server.ts";
import { addressesOf, someAgent, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { startSlowProxy } from "../testing/testing-slow-proxy.ts";

/** An ad server in another region than PostgreSQL. */

const roundTripMs = 80;
const campaigns = 300;
const ads = 60;
const hourMs = 3_600_000;
let stack: Stack;
let proxy: Awaited<ReturnType<typeof startSlowProxy>>;
let postgres: Postgres;
let running: RunningAdServer | undefined;
const events: NewAdEvent[] = [];

beforeAll(async () => {
  stack = await startStack();
  const near = new URL(stack.databaseUrl);
  proxy = await startSlowProxy({ host: near.hostname, port: Number(near.port) }, roundTripMs);
  const far = new URL(stack.databaseUrl);
  far.port = String(proxy.port);
  const { log, config, lastingKeys } = stack.platform;
  postgres = connectPostgres(far.href, { log, maxConnections: 4 });
  running = await startAdServer({
    host: "127.0.0.1",
    port: 0,
    adsUrl: "http://127.0.0.1:1",
    publicUrl: "http://127.0.0.1:2",
    process: "far-away",
    signingKeys: config.secrets.signing,
    lastingKeys,
    db: postgres.db,
    databaseUrl: far.href,
    clock: systemClock,
    random: systemRandom,
    log,
    append: async (event) => void events.push(event),
    exchanges: { current: () => [{ name: "sandbox" }] },
  });
});
afterAll(async () => {
  await running?.stop();
  await postgres?.close();
  await proxy?.close();
  await stack.close();
});

const leases = async () => {
  const { rows } = await stack.platform.db.execute<{ open: number; all: number }>(sql`
    SELECT count(*)::int AS all, (count(*) FILTER (WHERE closed_at IS NULL))::int AS open FROM leases`);
  return rows[0]!;
};

async function wonAd(port: number): Promise<string | undefined> {
  const body = JSON.stringify(testRequest({ user: {} }));
  const response = await fetch(`http://127.0.0.1:${port}/openrtb2/sandbox/bid`, { method: "POST", body });
  if (response.status !== 200) return undefined;
  return (await response.json()).seatbid[0].bid[0].adm;
}

test("80 ms from PostgreSQL an ad server leases, bids and charges, and returns hundreds of leases when it stops", async () => {
  const port = running?.port ?? 0;
  const now = Date.now();
  await stack.platform.db.transaction(async (tx) => {
    for (let campaignId = 1; campaignId <= campaigns; campaignId++) {
      const startAt = new Date(now - hourMs).toISOString();
      const endAt = new Date(now + 240 * hourMs).toISOString();
      await publishCampaign(
        tx,
        testSnapshot({ campaignId, startAt, endAt, timeZone: "UTC", pacing: "ahead" }),
        new Date(),
      );
    }
  });
  await expect.poll(leases, { timeout: 20_000, interval: 100 }).toEqual({ all: campaigns, open: campaigns });
  const timesMs: number[] = [];
  while (timesMs.length < ads) {
    const startedMs = performance.now();
    const adm = await wonAd(port);
    if (adm === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    const { impression, viewable } = addressesOf(adm);
    for (const address of [impression, viewable]) {
      const { pathname, search } = new URL(address);
      const headers = { "user-agent": someAgent };
      expect((await fetch(`http://127.0.0.1:${port}${pathname}${search}`, { headers })).status).toBe(200);
    }
    timesMs.push(performance.now() - startedMs);
  }
  // Neither bids nor impressions wait for the database.
  expect(timesMs.sort((one, other) => one - other)[ads / 2]).toBeLessThan(roundTripMs);
  const charged = events.filter(({ kind, charge_micros: charge }) => kind === "impression" && charge > 0);
  expect(charged).toHaveLength(ads);
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
  const stoppingMs = performance.now();
  await running?.stop();
  running = undefined;
  const stopMs = Math.round(performance.now() - stoppingMs);
  console.log(`${campaigns} leases returned at a round trip of ${roundTripMs} ms: stopped after ${stopMs} ms`);
  expect(await leases()).toEqual({ all: campaigns, open: 0 });
  // The process would be ended after ten seconds.
  expect(stopMs).toBeLessThan(8_000);
}, 120_000);
