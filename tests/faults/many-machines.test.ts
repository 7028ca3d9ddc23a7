import { setTimeout as wait } from "node:timers/promises";
import { testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { creditManually } from "../../server/src/modules/billing/ledger/credit.ts";
import { reserveBudget } from "../../server/src/modules/billing/ledger/reserve-budget.ts";
import { publishCampaign, withdrawCampaign } from "../../server/src/modules/spend/publish-budget-sql.ts";
import { eventually } from "../support/eventually.ts";
import { needs } from "../support/needs.ts";
import type { NodeProcess } from "../support/node-process.ts";
import { trafficSite } from "../support/traffic.ts";
import { signInByApi } from "./api-session.ts";
import { openProxiedFleet, type ProxiedFleet } from "./proxied-fleet.ts";
import { type ProxiedTraffic, startProxiedTraffic } from "./proxied-traffic.ts";

/** How often every process is replaced; the long version: `npm run test:faults`. */
const upgrades = Math.ceil(Number(process.env.FAULT_RUNS ?? 0) / 200);
const price = 25_000n;
const impressions = 1_000_000;
const campaignId = 900_003;
const hourMs = 3_600_000;
/** HAProxy takes a process out or in within two checks. */
const noticeMs = 2_500;

/** Where the day has begun within the last hour: leases of several processes are a small part of a long day's share. */
function zoneOfMidnight(now: Date): string {
  const hour = now.getUTCHours();
  return hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`;
}

describe("several machines behind a proxy", needs("haproxy"), () => {
  let fleet: ProxiedFleet;
  let traffic: ProxiedTraffic;
  beforeAll(async () => {
    fleet = await openProxiedFleet(2, 4);
    const { apis, adServers } = fleet;
    await Promise.all(apis.map((each) => each.start()));
    await Promise.all([publish(), ...adServers.slice(0, 3).map((each) => each.start())]);
  });
  afterAll(async () => {
    await traffic?.stop();
    await fleet?.close();
  });

  /** A paid campaign with a budget for hours. */
  async function publish(): Promise<void> {
    const amountMicros = price * BigInt(impressions);
    const money = { ownerUid: "machines-customer", currency: "CHF" as const, amountMicros };
    const now = Date.now();
    const snapshot = testSnapshot({
      campaignId,
      ownerUid: money.ownerUid,
      budgetMicros: String(amountMicros),
      startAt: new Date(now - hourMs).toISOString(),
      endAt: new Date(now + 30 * hourMs).toISOString(),
      timeZone: zoneOfMidnight(new Date(now)),
      pacing: "ahead",
      targeting: { siteAllow: [trafficSite] },
    });
    await fleet.db.transaction(async (tx) => {
      await creditManually(tx, { ...money, key: "machines-credit" });
      await reserveBudget(tx, { ...money, campaignId, key: "machines-reservation" });
      await publishCampaign(tx, snapshot, new Date(now - hourMs));
    });
  }

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

  const figuresOf = async () => {
    const { rows } = await fleet.db.execute<Record<"spent" | "ledger" | "leases" | "waiting", string>>(sql`
      SELECT spent_micros AS spent, (SELECT coalesce(sum(l.amount_micros), 0) FROM ledger_lines l
          JOIN ledger_accounts a ON a.id = l.account_id JOIN ledger_entries e ON e.id = l.entry_id
          WHERE a.kind = 'revenue' AND e.kind = 'spend' AND e.details->>'campaign' = ${String(campaignId)}) AS ledger,
        (SELECT count(*) FROM leases WHERE closed_at IS NULL) AS leases, (SELECT count(*) FROM deferred_ad_calls) AS waiting
      FROM campaign_budgets WHERE campaign_id = ${campaignId}`);
    return rows[0]!;
  };

  async function eventsByKey(): Promise<{ counts: Map<string, number>; charges: Map<string, number>; micros: string }> {
    const result = await fleet.store.query({
      query: `SELECT kind, auction_id, toUInt32(count()) AS events, toUInt32(countIf(charge_micros > 0)) AS charged,
        toString(sum(charge_micros)) AS micros FROM ad_events WHERE invalid = '' AND campaign_id = ${campaignId}
        GROUP BY kind, auction_id`,
      format: "JSONEachRow",
    });
    const rows = await result.json<{
      kind: string;
      auction_id: string;
      events: number;
      charged: number;
      micros: string;
    }>();
    return {
      counts: new Map(rows.map(({ kind, auction_id, events }) => [`${kind} ${auction_id}`, events])),
      charges: new Map(
        rows.filter(({ charged }) => charged > 0).map(({ auction_id, charged }) => [auction_id, charged]),
      ),
      micros: String(rows.reduce((sum, { micros }) => sum + BigInt(micros), 0n)),
    };
  }

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
      const events = await eventsByKey();
      const wanted = Object.entries(traffic.accepted).flatMap(([kind, ids]) => [...ids].map((id) => `${kind} ${id}`));
      expect(wanted.filter((key) => events.counts.get(key) !== 1)).toEqual([]);
      expect([...events.counts].filter(([key, count]) => count > 1 && !key.startsWith("cost"))).toEqual([]);
      expect([...events.charges.values()].filter((times) => times > 1)).toEqual([]);
      const { spent, ledger, leases } = await figuresOf();
      expect({ spent, ledger, leases }).toEqual({ spent: events.micros, ledger: events.micros, leases: "0" });
      const { rows } = await fleet.db.execute<{ name: string }>(
        sql`SELECT name FROM domain_lists WHERE name LIKE 'List %'`,
      );
      expect(rows.map(({ name }) => name).sort()).toEqual([...traffic.created].sort());
      console.log(
        `${traffic.calls} calls through HAProxy, ${traffic.repeated.length} repeated once: ${traffic.accepted.win.size} wins, ` +
          `${traffic.accepted.impression.size} impressions, ${traffic.accepted.click.size} clicks, each stored once; books agree`,
      );
    },
    300_000 + upgrades * 120_000,
  );
});
