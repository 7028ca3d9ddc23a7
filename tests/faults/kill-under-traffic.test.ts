import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { testMarketEnv } from "@litfass/adserver/testing/testing-market";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { readSecrets } from "@litfass/platform/config/secrets";
import { createLog } from "@litfass/platform/log/log";
import { startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { connectPostgres } from "@litfass/platform/postgres/postgres";
import { seededRandom } from "@litfass/platform/random";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Installation, mainFiles, newInstallation, type Run } from "../support/installation.ts";
import { type AdTraffic, startAdTraffic, trafficExchange, trafficExchangeEnv } from "./ad-traffic.ts";
import { signInByApi } from "./api-session.ts";
import { expectBilled, expectMargins, owedTo } from "./media-money.ts";

const seed = Number(process.env.FAULT_SEED ?? 20_261_121);
const random = seededRandom(seed);
const victims = ["delivery", "api", "delivery", "api", "delivery", "api"] as const;
const budget = 40_000;
/** A killed process is started again after a pause, on a machine that runs other suites. */
const restartMs = 180_000;
/** Downtime of the event store: ten minutes in the long version. */
const goneMs = Number(process.env.FAULT_RUNS ?? 0) >= 1000 ? 600_000 : 2_000;
let place: Installation;
let run: Run;
let adsUrl: string;

beforeAll(async () => {
  place = await newInstallation();
  adsUrl = `http://127.0.0.1:${place.env.DELIVERY_PORT}`;
  const market = { ...trafficExchangeEnv, ...testMarketEnv(trafficExchange) };
  run = place.start(undefined, { SECOND_APPROVER_ABOVE: String(budget), ...market });
  await run.ready();
});
afterAll(async () => {
  run?.child.kill("SIGTERM");
  await run?.ended();
  place?.remove();
});

/** Starts a campaign in Bern with a budget large enough for every opportunity, and returns its ID. */
async function startCampaign(): Promise<number> {
  const admin = await signInByApi(place.apiUrl, "super-admin@demo.example", "litfass-demo");
  const customer = await signInByApi(place.apiUrl, "customer@demo.example", "litfass-demo");
  const { uid } = await customer.call<{ uid: string }>("GET", "/users/me");
  await admin.call("POST", "/billing/make-transaction", { user: uid, amount: budget });
  const { data } = await customer.call<{ data: { id: number; name: string }[] }>("GET", "/user-campaigns?search=Zopf");
  const copy = await customer.call<{ id: number }>("POST", `/user-campaigns/${data[0]?.id}/copy`);
  const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  await customer.call("PUT", `/user-campaigns/${copy.id}`, {
    total_budget: budget,
    start_on: day(0),
    end_on: day(1),
    strategy: "performance",
  });
  await customer.call("POST", `/user-campaigns/${copy.id}/activate`);
  return copy.id;
}

/** The supervisor's process for `name`; null while it is down. */
function pidOf(name: (typeof victims)[number]): number | null {
  const commands = place.pids().all.map((pid) => {
    const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return { pid, command: stdout };
  });
  return commands.find(({ command }) => command.includes(mainFiles[name]))?.pid ?? null;
}

const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/ready`)).ok;

async function killUnderTraffic(traffic: AdTraffic): Promise<void> {
  for (const victim of victims) {
    const before = traffic.accepted.impression.size;
    await eventually(
      "traffic between two kills",
      async () => traffic.accepted.impression.size,
      (count) => count > before + 20,
    );
    await wait(random.number() * 1500);
    const pid = await eventually(
      `a ${victim} process`,
      async () => pidOf(victim),
      (found) => found !== null,
    );
    if (victim === "delivery") traffic.noteKill();
    process.kill(pid ?? 0, "SIGKILL");
    await eventually(
      `another ${victim} process`,
      async () => pidOf(victim),
      (found) => found !== null && found !== pid,
    );
    if (victim === "delivery") {
      traffic.noteKill();
      await eventually("delivery that is ready", () => isReady(adsUrl), Boolean, restartMs);
    }
  }
}

/** Pauses the API with its event store. Returns the number of impressions accepted meanwhile. */
async function holdEventStore(traffic: AdTraffic): Promise<number> {
  const pid = pidOf("api") ?? 0;
  const before = traffic.accepted.impression.size;
  process.kill(pid, "SIGSTOP");
  try {
    await wait(goneMs - 1000);
    const sofar = traffic.accepted.impression.size;
    await eventually(
      "ads without an event store",
      async () => traffic.accepted.impression.size,
      (count) => count > sofar + 20,
    );
  } finally {
    process.kill(pid, "SIGCONT");
  }
  return traffic.accepted.impression.size - before;
}

/** Whether the intake has received every accepted event. */
async function isShipped(): Promise<boolean> {
  const folder = path.join(place.dataDir, "journal", `delivery-${place.env.DELIVERY_PORT}`);
  const segments = readdirSync(folder).filter((name) => /\.(open|sealed|aside)$/.test(name));
  return segments.every((name) => name.endsWith(".open") && statSync(path.join(folder, name)).size === 0);
}

type Row = Record<string, string>;

test(
  "kills under traffic and an event store outage lose no accepted event, count none twice, and money and margin agree",
  async () => {
    await fetch(`http://127.0.0.1:${place.env.SANDBOX_PORT}/exchange/speed`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ requestsPerSecond: 0 }),
    });
    const campaignId = await startCampaign();
    const traffic = startAdTraffic(adsUrl, campaignId, seed);
    let meanwhile: number;
    try {
      await killUnderTraffic(traffic);
      await eventually("api that is ready", () => isReady(place.apiUrl), Boolean, restartMs);
      meanwhile = await holdEventStore(traffic);
    } finally {
      await traffic.stop();
    }
    await eventually("api that is ready", () => isReady(place.apiUrl), Boolean, restartMs);
    await eventually("a journal that is shipped", isShipped, Boolean, 60_000 + goneMs);
    run.child.kill("SIGTERM");
    expect(await run.ended()).toBe(0);

    const clickhouse = await connectClickHouse({ url: null, folder: path.join(place.dataDir, "clickhouse") });
    const ask = async (query: string): Promise<Row[]> =>
      (await clickhouse.query({ query, format: "JSONEachRow" })).json<Row>();
    const stored = await ask(
      "select kind, auction_id from ad_events where auction_id like 'traffic-%' and kind != 'win'",
    );
    const decided = await ask(
      `select auction_id, sum(charge_micros) > 0 as charged, groupArrayIf(invalid, kind = 'impression') = ['bot'] as is_bot,
        countIf(kind = 'cost') as costs from ad_events where auction_id like 'traffic-%' group by auction_id`,
    );
    const charges = await ask("select campaign_id, sum(charge_micros) as micros from ad_events group by campaign_id");
    const twice = await ask(`select auction_id, countIf(charge_micros > 0) as charged from ad_events
    where auction_id like 'traffic-%' group by auction_id having charged > 1`);
    const [events] = await ask(`select countIf(kind = 'impression' and invalid = '') as impressions,
    countIf(kind = 'click' and invalid = '') as clicks, countIf(kind = 'measured') as measured,
    countIf(kind = 'viewable') as viewable, sum(charge_micros) as micros from ad_events`);
    const rollups: [string, Row | undefined][] = [];
    for (const rollup of ["campaign_hours", "site_spans", "place_spans", "device_spans", "creative_spans"]) {
      const [sums] = await ask(
        `select sum(impressions) as impressions, sum(clicks) as clicks, sum(measured) as measured,
          sum(viewable) as viewable, sum(charge_micros) as micros from ${rollup}`,
      );
      rollups.push([rollup, sums]);
    }
    const margins = await expectMargins(clickhouse, campaignId, "Europe/Zurich");
    await clickhouse.close();

    const count = new Map<string, number>();
    for (const { kind, auction_id } of stored) {
      const key = `${kind} ${auction_id}`;
      count.set(key, (count.get(key) ?? 0) + 1);
    }
    const wanted = Object.entries(traffic.accepted).flatMap(([kind, auctions]) =>
      [...auctions].map((one) => `${kind} ${one}`),
    );
    expect(wanted.filter((key) => count.get(key) !== 1)).toEqual([]);
    expect([...count].filter(([, times]) => times > 1)).toEqual([]);
    expect(twice).toEqual([]);
    const decisions = new Map(decided.map(({ auction_id, ...rest }) => [auction_id, rest]));
    const { noticed, bots } = traffic;
    expect(Math.min(noticed.size, bots.size)).toBeGreaterThan(5);
    // A bot's pixel undoes the notice before it, whatever was killed in between; the exchange bills both.
    for (const one of bots) expect([one, decisions.get(one)]).toEqual([one, { charged: 0, is_bot: 1, costs: "1" }]);
    for (const one of noticed) expect([one, decisions.get(one)]).toEqual([one, { charged: 1, is_bot: 0, costs: "1" }]);
    for (const [rollup, sums] of rollups) expect([rollup, sums]).toEqual([rollup, events]);

    const postgres = await startEmbeddedPostgres({
      folder: path.join(place.dataDir, "postgres"),
      password: readSecrets(place.dataDir, {}).database,
      say: (line) => console.log(line),
    });
    const { db, close } = connectPostgres(postgres.url, { log: createLog({ level: "silent", process: "test" }) });
    const { rows } = await db.execute<Row>(sql`
    select b.campaign_id::text, b.budget_micros::text as budget, b.spent_micros::text as spent,
      coalesce((select -sum(m.amount_micros) from ledger_movements m
        join ledger_accounts a on a.id = m.account_id
        where m.kind = 'spend' and a.kind = 'reserved' and a.campaign_id = b.campaign_id), 0)::text as ledger
    from campaign_budgets b order by b.campaign_id`);
    const owed = await owedTo(db, trafficExchange);
    await close();
    await postgres.stop();
    const media = expectBilled(owed, traffic.billedHundredths, 1);
    const charged = new Map(charges.map(({ campaign_id, micros }) => [campaign_id, micros]));
    expect(rows.length).toBeGreaterThan(0);
    for (const { campaign_id, budget: most, spent, ledger } of rows) {
      expect({ campaign_id, spent, ledger }).toEqual({
        campaign_id,
        spent: charged.get(campaign_id ?? "") ?? "0",
        ledger: spent,
      });
      expect(BigInt(spent ?? "")).toBeLessThanOrEqual(BigInt(most ?? ""));
    }
    const { impression, measured, viewable, click } = traffic.accepted;
    console.log(
      `${victims.length} kills (seed ${seed}): ${impression.size} impressions, ${measured.size} measured, ${viewable.size} viewable and ${click.size} clicks ` +
        `accepted, ${noticed.size} by a notice alone, ${bots.size} of bots after a notice, ${traffic.unanswered} calls unanswered; ${meanwhile} impressions while the ` +
        `event store was gone for ${goneMs / 1000} s; each accepted one stored once; ${media}, ${margins}`,
    );
  },
  240_000 + 2 * goneMs,
);
