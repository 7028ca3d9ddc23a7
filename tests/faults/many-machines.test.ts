import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withdrawCampaign } from "../../server/src/modules/spend/publish-budget-sql.ts";
import { eventually } from "../support/eventually.ts";
import { needs } from "../support/needs.ts";
import type { NodeProcess } from "../support/node-process.ts";
import { signInByApi } from "./api-session.ts";
import { expectBilled, expectMargins, owedTo } from "./media-money.ts";
import { bookedFigures, publishPaidCampaign, storedEvents } from "./paid-campaign.ts";
import { fleetCallLimit, openProxiedFleet, type ProxiedFleet } from "./proxied-fleet.ts";
import { type ProxiedTraffic, startProxiedTraffic } from "./proxied-traffic.ts";

/** How often every process is replaced; the long version: `npm run test:faults`. */
const upgrades = Math.ceil(Number(process.env.FAULT_RUNS ?? 0) / 200);
const campaignId = 900_003;
/** HAProxy takes a process out or in within two checks. */
const noticeMs = 2_500;

describe("several machines behind a proxy", needs("haproxy"), () => {
  let fleet: ProxiedFleet;
  let traffic: ProxiedTraffic;
  beforeAll(async () => {
    fleet = await openProxiedFleet(2, 4);
    const { apis, adServers } = fleet;
    await Promise.all(apis.map((each) => each.start()));
    await Promise.all([
      publishPaidCampaign(fleet.db, campaignId, "machines-customer"),
      ...adServers.slice(0, 3).map((each) => each.start()),
    ]);
  });
  afterAll(async () => {
    await traffic?.stop();
    await fleet?.close();
  });

  /** Traffic flows, also after the last change of machines. */
  async function flows(): Promise<void> {
    const seen = async () => ({ ads: traffic.accepted.viewable.size, lists: traffic.created.size });
    const before = await seen();
    await eventually("traffic", seen, ({ ads, lists }) => ads > before.ads + 8 && lists > before.lists + 2, 120_000);
  }

  async function replace(machine: NodeProcess): Promise<void> {
    expect(await machine.stop()).toBe(0);
    await machine.start();
    await wait(noticeMs);
  }

  /** How many calls of an address the API processes admit together, called in turn and more often than one admits. */
  async function admitted(address: string): Promise<number> {
    let count = 0;
    const callBoth = () =>
      Promise.all(
        fleet.apis.map(async ({ url }) => {
          const response = await fetch(`${url}/api/v1/csrf-cookie`, { headers: { "x-forwarded-for": address } });
          await response.arrayBuffer();
          if (response.status !== 429) count += 1;
        }),
      );
    const isOver = () => count >= 2 * fleetCallLimit;
    const callers = Array.from({ length: 4 }, async () => {
      for (let calls = 0; calls < fleetCallLimit / 4 + 50 && !isOver(); calls++) await callBoth();
    });
    await Promise.all(callers);
    return count;
  }

  test("two API processes admit one limit of calls together, and one each without Redis", {
    ...needs("redis-server"),
    timeout: 120_000,
  }, async () => {
    const startedAt = performance.now();
    const together = await admitted("203.0.113.20");
    expect(together).toBeGreaterThanOrEqual(fleetCallLimit);
    // Each may admit a hundredth that the other one does not know of yet; on a busy machine reports arrive late.
    expect(together).toBeLessThan(1.25 * fleetCallLimit);
    await fleet.redis?.kill();
    const alone = await admitted("203.0.113.21");
    await fleet.redis?.start();
    expect(alone).toBe(2 * fleetCallLimit);
    console.log(
      `${together} of ${2 * fleetCallLimit} calls admitted together, ${alone} without Redis, in ${Math.round(performance.now() - startedAt)} ms`,
    );
  });

  const figuresOf = () => bookedFigures(fleet.db, campaignId);

  test(
    "stops, kills, additions and upgrades under traffic fail no call twice, and lose and double no event",
    async () => {
      const { apis, adServers } = fleet;
      const [api1, api2] = apis as [NodeProcess, NodeProcess];
      const [ads1, ads2, , ads4] = adServers as NodeProcess[] as [NodeProcess, NodeProcess, NodeProcess, NodeProcess];
      const session = await eventually(
        "a session",
        () => signInByApi(fleet.appUrl, "customer@demo.example", "litfass-demo"),
        Boolean,
      );
      const { uid } = await session.call<{ uid: string }>("GET", "/users/me");
      traffic = startProxiedTraffic(fleet.adsUrl, session, uid);
      await flows();
      // A stop in order: one ad server is gone for a while, an API process is upgraded.
      await Promise.all([replace(api1), ads1.stop().then((code) => expect(code).toBe(0))]);
      await flows();
      expect(traffic.repeated).toEqual([]);
      // Two kills, and one more ad server.
      await Promise.all([ads2.kill(), api2.kill()]);
      await flows();
      await Promise.all([ads1.start(), ads2.start(), ads4.start()]);
      await wait(noticeMs);
      const repeated = traffic.repeated.length;
      if (upgrades > 0) await api2.start();
      for (let round = 0; round < upgrades; round++) {
        for (const machine of [...adServers, ...apis]) await replace(machine);
      }
      await flows();
      expect(traffic.repeated.slice(repeated)).toEqual([]);
      await traffic.stop();
      expect(traffic.failed).toEqual([]);

      await eventually("calls for killed machines", figuresOf, ({ waiting }) => waiting === "0");
      await fleet.db.transaction((tx) => withdrawCampaign(tx, campaignId));
      expect(await Promise.all(adServers.map((each) => each.stop()))).toEqual([0, 0, 0, 0]);
      const events = await storedEvents(fleet.store, campaignId);
      const wanted = Object.entries(traffic.accepted).flatMap(([kind, ids]) => [...ids].map((id) => `${kind} ${id}`));
      expect(wanted.filter((key) => events.counts.get(key) !== 1)).toEqual([]);
      expect([...events.counts].filter(([key, count]) => count > 1 && !key.startsWith("cost"))).toEqual([]);
      expect([...events.charges.values()].filter((times) => times > 1)).toEqual([]);
      const { spent, ledger, leases } = await figuresOf();
      expect({ spent, ledger, leases }).toEqual({ spent: events.micros, ledger: events.micros, leases: "0" });
      const media = expectBilled(await owedTo(fleet.db, "sandbox"), traffic.billedHundredths, adServers.length);
      const margins = await expectMargins(fleet.store, campaignId, "UTC");
      const { rows } = await fleet.db.execute<{ name: string }>(
        sql`SELECT name FROM domain_lists WHERE name LIKE 'List %'`,
      );
      expect(rows.map(({ name }) => name).sort()).toEqual([...traffic.created].sort());
      console.log(
        `${traffic.calls} calls through HAProxy, ${traffic.repeated.length} repeated once: ${traffic.accepted.win.size} wins, ` +
          `${traffic.accepted.impression.size} impressions, ${traffic.accepted.click.size} clicks, each stored once; books agree, ${media}, ${margins}`,
      );
    },
    300_000 + upgrades * 120_000,
  );
});
