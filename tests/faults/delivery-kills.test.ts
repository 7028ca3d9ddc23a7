import { setTimeout as wait } from "node:timers/promises";
import { testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import { testMarketEnv } from "@litfass/adserver/testing/testing-market";
import type { Postgres } from "@litfass/platform/postgres/postgres";
import { seededRandom } from "@litfass/platform/random";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { creditManually, reserveBudget } from "../../server/src/modules/billing/index.ts";
import { publishCampaign, withdrawCampaign } from "../../server/src/modules/spend/index.ts";
import { type Installation, newInstallation, type Run } from "../support/installation.ts";
import { databaseUrlOf, openDatabase, openEventStore } from "../support/installation-stores.ts";
import { skipped } from "../support/needs.ts";
import { startTraffic, type Traffic, trafficSite } from "../support/traffic.ts";
import { type FleetProcess, isShipped, newFleet } from "./delivery-fleet.ts";
import { expectBilled, expectMargins, owedTo } from "./media-money.ts";

/** The long version of `spend.test.ts`, which has four kills: this many, among this many processes. */
const kills = Number(process.env.FAULT_RUNS ?? 0);
const seed = Number(process.env.FAULT_SEED ?? 20_261_121);
const processes = 4;
/** Maximum time from ready to killed. */
const longestLifeMs = 800;
const price = 25_000n;
const impressions = 1_000_000;
const campaignId = 900_002;
const hourMs = 3_600_000;

const options = kills > 0 ? {} : skipped("only npm run test:faults kills so often");
describe("delivery processes killed under load", options, () => {
  let place: Installation;
  let run: Run;
  let postgres: Postgres;
  let fleet: FleetProcess[];
  beforeAll(async () => {
    place = await newInstallation();
    const env = { DEMO: "off", EXCHANGES: "sandbox", ...testMarketEnv("sandbox") };
    run = place.start(undefined, env);
    await run.ready();
    postgres = openDatabase(place.dataDir);
    fleet = await newFleet(place, processes, { ...env, DATABASE_URL: databaseUrlOf(place.dataDir) });
  });
  afterAll(async () => {
    for (const each of fleet ?? []) await each.kill();
    await postgres?.close();
    run?.child.kill("SIGTERM");
    await run?.ended();
    place?.remove();
  });

  /** A paid campaign with a budget for hours. */
  async function publish(): Promise<void> {
    const amountMicros = price * BigInt(impressions);
    const money = { ownerUid: "fleet-customer", currency: "CHF" as const, amountMicros };
    const now = Date.now();
    await postgres.db.transaction(async (tx) => {
      await creditManually(tx, { ...money, key: "fleet-credit" });
      await reserveBudget(tx, { ...money, campaignId, key: "fleet-reservation" });
      const snapshot = testSnapshot({
        campaignId,
        ownerUid: money.ownerUid,
        budgetMicros: String(amountMicros),
        startAt: new Date(now - hourMs).toISOString(),
        endAt: new Date(now + 6 * hourMs).toISOString(),
        timeZone: "UTC",
        pacing: "ahead",
        targeting: { siteAllow: [trafficSite] },
      });
      await publishCampaign(tx, snapshot, new Date(now - hourMs));
    });
  }

  const moneyOf = async () => {
    const { rows } = await postgres.db.execute<Record<"spent" | "leased" | "held", string>>(sql`
      SELECT spent_micros AS spent, leased_micros AS leased,
        (SELECT coalesce(sum(granted_micros - consumed_micros), 0) FROM leases l
          WHERE l.campaign_id = b.campaign_id AND closed_at IS NULL AND process NOT LIKE ${`delivery-${place.env.DELIVERY_PORT}%`}) AS held
      FROM campaign_budgets b WHERE campaign_id = ${campaignId}`);
    const { spent = "0", leased = "0", held = "0" } = rows[0] ?? {};
    return { spent: BigInt(spent), leased: BigInt(leased), held: BigInt(held) };
  };

  test(`${kills} random SIGKILLs of ${processes} delivery processes lose no event, charge none twice and keep the margin`, async () => {
    await publish();
    const startedMs = Date.now();
    await Promise.all(fleet.map((each) => each.start()));
    const traffics: Traffic[] = fleet.map(({ adsUrl }, at) => startTraffic(adsUrl, campaignId, 3, seed + at));
    let killed = 0;
    const killAgainAndAgain = async (victim: FleetProcess, at: number): Promise<void> => {
      const random = seededRandom(seed + at);
      while (killed < kills) {
        const number = ++killed;
        await wait(random.number() * longestLifeMs);
        await victim.kill();
        await victim.start();
        if (number % 25 === 0) console.log(`${number} kills after ${Math.round((Date.now() - startedMs) / 1000)} s`);
      }
    };
    await Promise.all(fleet.map(killAgainAndAgain));
    await Promise.all(traffics.map((each) => each.stop()));
    const sum = (key: "acknowledged" | "repeated" | "bids") => traffics.reduce((all, each) => all + each[key], 0);
    const billed = traffics.reduce((all, each) => all + each.billedHundredths, 0n);
    await expect.poll(() => isShipped(fleet), { timeout: 120_000, interval: 250 }).toBe(true);

    // Now they are killed for good while holding leases, which return to the budget 15 minutes later.
    await Promise.all(fleet.map((each) => each.kill()));
    const stranded = (await moneyOf()).held;
    await postgres.db.execute(sql`UPDATE leases SET expires_at = now() - interval '16 minutes'
      WHERE campaign_id = ${campaignId} AND closed_at IS NULL AND process NOT LIKE ${`delivery-${place.env.DELIVERY_PORT}%`}`);
    await expect.poll(async () => (await moneyOf()).held, { timeout: 60_000, interval: 500 }).toBe(0n);
    await postgres.db.transaction((tx) => withdrawCampaign(tx, campaignId));
    const { spent } = await moneyOf();
    const { rows } = await postgres.db.execute<{ micros: string }>(sql`
      select coalesce(sum(m.amount_micros), 0) as micros from ledger_movements m
      join ledger_accounts a on a.id = m.account_id
      where a.kind = 'revenue' and m.kind = 'spend' and m.details->>'campaign' = ${String(campaignId)}`);
    expect(BigInt(rows[0]?.micros ?? 0)).toBe(spent);
    const media = expectBilled(await owedTo(postgres.db, "sandbox"), billed, processes);
    await postgres.close();
    run.child.kill("SIGTERM");
    await run.ended();

    const events = await openEventStore(place.dataDir);
    const result = await events.query({
      query: `select toString(sum(charge_micros)) as micros, toString(countIf(charge_micros > 0)) as charged,
        toString(uniqExactIf((auction_id, imp_id), charge_micros > 0)) as places from ad_events
        where campaign_id = {campaign:UInt64} and kind = 'impression'`,
      query_params: { campaign: campaignId },
      format: "JSONEachRow",
    });
    const [stored] = await result.json<Record<"micros" | "charged" | "places", string>>();
    const margins = await expectMargins(events, campaignId, "UTC");
    await events.close();
    console.log(
      `seed ${seed}: ${killed} kills of ${processes} processes in ${Math.round((Date.now() - startedMs) / 1000)} s, ` +
        `${sum("bids")} bids, ${sum("acknowledged")} impressions acknowledged, ${sum("repeated")} notices repeated, ` +
        `${stored?.charged} charged, ${stranded} micros stranded and returned; ${media}, ${margins}`,
    );
    expect(stored?.micros).toBe(String(spent));
    expect(stored?.charged).toBe(stored?.places);
    // Also those that were won before a kill and shown after it.
    expect(Number(stored?.charged)).toBe(sum("acknowledged"));
    expect(killed).toBeGreaterThanOrEqual(kills);
    expect(stranded).toBeGreaterThan(0n);
  }, 7_200_000);
});
