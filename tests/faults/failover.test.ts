import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { testMarketEnv } from "@litfass/adserver/testing/testing-market";
import { systemClock } from "@litfass/platform/clock";
import { createLog } from "@litfass/platform/log/log";
import type { Platform } from "@litfass/platform/platform";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { connectPostgres, type Postgres } from "@litfass/platform/postgres/postgres";
import { freePort } from "@litfass/platform/process/free-port";
import { systemRandom } from "@litfass/platform/random";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedDemoUsers } from "../../server/src/modules/identity/accounts/seed-demo-users.ts";
import { withdrawCampaign } from "../../server/src/modules/spend/publish-budget-sql.ts";
import { newMemoryFolder } from "../../server/src/testing/memory-folder.ts";
import { type ClickHouseServer, startClickHouseServer } from "../support/clickhouse-server.ts";
import { eventually } from "../support/eventually.ts";
import { mainFiles } from "../support/installation.ts";
import { type NodeProcess, nodeProcess } from "../support/node-process.ts";
import { type ReplicatedPostgres, startReplicatedPostgres } from "../support/replicated-postgres.ts";
import { signInByApi } from "./api-session.ts";
import { type FleetProcess, isShipped, newFleet } from "./delivery-fleet.ts";
import { expectBilled, expectMargins, owedTo } from "./media-money.ts";
import { bookedFigures, publishPaidCampaign, storedEvents } from "./paid-campaign.ts";
import { type ProxiedTraffic, startProxiedTraffic } from "./proxied-traffic.ts";
import { type SwitchingProxy, startSwitchingProxy } from "./switching-proxy.ts";

const campaignId = 900_004;
const log = createLog({ level: "silent", process: "test" });
/** The time between the primary's end and the promotion, in which somebody or something decides. */
const outageMs = Number(process.env.FAULT_RUNS ?? 0) > 0 ? 60_000 : 3_000;

let servers: ReplicatedPostgres;
let address: SwitchingProxy;
let postgres: Postgres;
let clickhouse: ClickHouseServer;
let api: NodeProcess;
let adServers: FleetProcess[] = [];
let traffics: ProxiedTraffic[] = [];
const dataDir = newMemoryFolder("litfass-failover-");

beforeAll(async () => {
  chmodSync(dataDir, 0o755);
  mkdirSync(path.join(dataDir, "logs"));
  [servers, clickhouse] = await Promise.all([
    startReplicatedPostgres((url) => migratePostgres(url, log), { isSynchronous: true }),
    startClickHouseServer(path.join(dataDir, "clickhouse")),
  ]);
  address = await startSwitchingProxy(servers.primary.port);
  const url = new URL(servers.primary.url);
  url.port = String(address.port);
  postgres = connectPostgres(url.href, { log });
  const secret = (): string => randomBytes(32).toString("hex");
  const port = await freePort();
  const apiUrl = `http://127.0.0.1:${port}`;
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: url.href,
    CLICKHOUSE_URL: clickhouse.url,
    PORT: String(port),
    PUBLIC_URL: apiUrl,
    INTERNAL_URL: apiUrl,
    SESSION_SECRET: secret(),
    SIGNING_SECRET: secret(),
    INTERNAL_SECRET: secret(),
    DEMO: "off",
    EXCHANGES: "sandbox",
    ...testMarketEnv("sandbox"),
    EXCHANGE_RATES_URL: "off",
    REQUESTS_PER_MINUTE: "100000",
    LOG_LEVEL: "warn",
  };
  await seedDemoUsers({ db: postgres.db, clock: systemClock, random: systemRandom, log } as unknown as Platform);
  await publishPaidCampaign(postgres.db, campaignId, "failover-customer");
  api = nodeProcess({ name: "api", main: mainFiles.api, port, env, logFolder: path.join(dataDir, "logs") });
  adServers = await newFleet({ dataDir, env }, 2, {});
  await Promise.all([api, ...adServers].map((each) => each.start()));
});
afterAll(async () => {
  await Promise.all(traffics.map((each) => each.stop()));
  await Promise.all([api, ...adServers].map((each) => each?.kill()));
  await postgres?.close();
  await address?.close();
  await Promise.all([clickhouse?.close(), servers?.close()]);
  rmSync(dataDir, { recursive: true, force: true });
});

/** What an ad server has taken of budgets since its start. */
async function grantedBy({ url }: FleetProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^litfass_lease_granted_micros_total(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1]);
}
const granted = (): Promise<number[]> => Promise.all(adServers.map(grantedBy));

const seen = async () => ({
  ads: traffics.map(({ accepted }) => accepted.viewable.size),
  lists: traffics.reduce((sum, { created }) => sum + created.size, 0),
});
/** Ads of both ad servers are shown and the API takes changes. */
async function flows(): Promise<void> {
  const before = await seen();
  await eventually(
    "traffic",
    seen,
    ({ ads, lists }) => ads.every((count, at) => count > before.ads[at]! + 4) && lists > before.lists + 2,
    60_000,
  );
}

test(
  "a promoted replica takes over under traffic: nothing acknowledged is lost, nothing doubles, books agree",
  async () => {
    const session = await signInByApi(api.url, "customer@demo.example", "litfass-demo");
    const { uid } = await session.call<{ uid: string }>("GET", "/users/me");
    traffics = adServers.map(({ adsUrl }, at) => startProxiedTraffic(adsUrl, session, uid, `${at + 1}-`));
    await flows();

    await servers.primary.kill();
    const [atKill, adsAtKill] = [await granted(), await seen()];
    await wait(outageMs);
    // Nothing new is leased without a database, but what was leased is spent.
    expect(await granted()).toEqual(atKill);
    const meanwhile = (await seen()).ads.reduce((sum, count, at) => sum + count - adsAtKill.ads[at]!, 0);
    expect(meanwhile).toBeGreaterThan(0);

    const promotedAt = performance.now();
    await servers.replica.query("select pg_promote()");
    address.leadTo(servers.replica.port);
    await eventually("an API that answers", () => session.call("GET", "/users/me").catch(() => null), Boolean, 20_000);
    const recoveredMs = Math.round(performance.now() - promotedAt);
    // Leases last for minutes, so only a new campaign needs one now.
    await publishPaidCampaign(postgres.db, campaignId + 1, "failover-newcomer", "elsewhere.example");
    await eventually("new leases", granted, (now) => now.every((micros, at) => micros > atKill[at]!), 30_000);
    await flows();
    await Promise.all(traffics.map((each) => each.stop()));

    await eventually(
      "calls that wait",
      () => bookedFigures(postgres.db, campaignId),
      ({ waiting }) => waiting === "0",
    );
    // Ad servers ship what they can in a few seconds when they stop, and the rest after the next start.
    await eventually("journals that are shipped", async () => isShipped(adServers), Boolean, 60_000);
    await postgres.db.transaction(async (tx) => {
      for (const id of [campaignId, campaignId + 1]) await withdrawCampaign(tx, id);
    });
    expect(await Promise.all(adServers.map((each) => each.stop()))).toEqual([0, 0]);
    const events = await storedEvents(clickhouse.store, campaignId);
    const wanted = traffics.flatMap(({ accepted }) =>
      Object.entries(accepted).flatMap(([kind, ids]) => [...ids].map((id) => `${kind} ${id}`)),
    );
    expect(wanted.filter((key) => events.counts.get(key) !== 1)).toEqual([]);
    expect([...events.counts].filter(([key, count]) => count > 1 && !key.startsWith("cost"))).toEqual([]);
    expect([...events.charges.values()].filter((times) => times > 1)).toEqual([]);
    const { spent, ledger, leases } = await bookedFigures(postgres.db, campaignId);
    expect({ spent, ledger, leases }).toEqual({ spent: events.micros, ledger: events.micros, leases: "0" });
    const billed = traffics.reduce((sum, each) => sum + each.billedHundredths, 0n);
    const media = expectBilled(await owedTo(postgres.db, "sandbox"), billed, adServers.length);
    const margins = await expectMargins(clickhouse.store, campaignId, "UTC");
    const { rows } = await postgres.db.execute<{ name: string }>(
      sql`SELECT name FROM domain_lists WHERE name LIKE 'List %'`,
    );
    const names = rows.map(({ name }) => name);
    const created = traffics.flatMap((each) => [...each.created]);
    expect(created.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    console.log(
      `the API answered ${recoveredMs} ms after the promotion; ${meanwhile} ads were shown without a database; ` +
        `${wanted.length} events and ${created.length} changes were acknowledged, each stored once; ${media}, ${margins}`,
    );
  },
  120_000 + outageMs,
);
