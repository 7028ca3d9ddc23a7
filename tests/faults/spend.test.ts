import { setTimeout as wait } from "node:timers/promises";
import { testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import { isBilled, testMarketEnv } from "@litfass/adserver/testing/testing-market";
import type { Postgres } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { creditManually, reserveBudget } from "../../server/src/modules/billing/index.ts";
import { findCampaignBudget, publishCampaign, withdrawCampaign } from "../../server/src/modules/spend/index.ts";
import { type Installation, newInstallation, type Run, until } from "../support/installation.ts";
import { openDatabase, openEventStore } from "../support/installation-stores.ts";
import { startTraffic, trafficSite } from "../support/traffic.ts";
import { expectBilled, expectMargins, owedTo } from "./media-money.ts";

const price = 25_000n;
const campaignId = 900_001;
const hourMs = 3_600_000;
const seed = Number(process.env.FAULT_SEED ?? 20_261_121);

let place: Installation;
let run: Run;
beforeAll(async () => {
  place = await newInstallation();
  run = place.start(undefined, { DEMO: "off", EXCHANGES: "sandbox", ...testMarketEnv("sandbox") });
  await run.ready();
});
afterAll(async () => {
  run.child.kill("SIGTERM");
  await run.ended();
  place.remove();
});

/** A paid campaign with a budget of `impressions` that can be spent within the hour. */
async function publish(postgres: Postgres, impressions: number): Promise<void> {
  const amountMicros = price * BigInt(impressions);
  const ownerUid = "fault-customer";
  const now = Date.now();
  await postgres.db.transaction(async (tx) => {
    const money = { ownerUid, currency: "CHF" as const, amountMicros };
    await creditManually(tx, { ...money, key: "fault-credit" });
    await reserveBudget(tx, { ...money, campaignId, key: "fault-reservation" });
    const snapshot = testSnapshot({
      campaignId,
      ownerUid,
      budgetMicros: String(amountMicros),
      startAt: new Date(now - hourMs).toISOString(),
      endAt: new Date(now + hourMs).toISOString(),
      timeZone: "UTC",
      pacing: "ahead",
      targeting: { siteAllow: [trafficSite] },
    });
    await publishCampaign(tx, snapshot, new Date(now - hourMs));
  });
}

test("repeated kills lose no impression, charge none twice, and keep budget and margin; media costs what the exchange bills", async () => {
  const postgres = openDatabase(place.dataDir);
  await publish(postgres, 1_000_000);
  const traffic = startTraffic(`http://127.0.0.1:${place.env.DELIVERY_PORT}`, campaignId, 4, seed);
  await until(() => traffic.acknowledged > 50);
  const kills = ["delivery", "api", "delivery", "api"] as const;
  for (const name of kills) {
    const before = traffic.acknowledged;
    process.kill(place.pidOf(name), "SIGKILL");
    await wait(300);
    await until(() => traffic.acknowledged > before + 30, 60_000);
  }
  await traffic.stop();
  await postgres.db.transaction((tx) => withdrawCampaign(tx, campaignId));
  const spent = async () => (await findCampaignBudget(postgres.db, campaignId))?.spentMicros ?? 0n;
  const wanted = BigInt(traffic.acknowledged) * price;
  await expect.poll(spent, { timeout: 180_000, interval: 250 }).toBeGreaterThanOrEqual(wanted);
  const isOwed = async () => isBilled(await owedTo(postgres.db, "sandbox"), traffic.billedHundredths, 1);
  await expect.poll(isOwed, { timeout: 30_000 }).toBe(true);
  await wait(3000);
  const total = await spent();
  expect(total).toBe(wanted);
  const media = expectBilled(await owedTo(postgres.db, "sandbox"), traffic.billedHundredths, 1);
  const { rows } = await postgres.db.execute<{ micros: string }>(sql`
    select coalesce(sum(m.amount_micros), 0) as micros from ledger_movements m
    join ledger_accounts a on a.id = m.account_id
    where a.kind = 'revenue' and m.kind = 'spend' and m.details->>'campaign' = ${String(campaignId)}`);
  expect(BigInt(rows[0]?.micros ?? 0)).toBe(total);
  await postgres.close();
  run.child.kill("SIGTERM");
  await run.ended();
  const events = await openEventStore(place.dataDir);
  const result = await events.query({
    query: `select toString(sum(charge_micros)) as micros, toString(count()) as impressions,
      toString(uniqExact(auction_id, imp_id)) as places from ad_events
      where campaign_id = {campaign:UInt64} and kind = 'impression' and charge_micros > 0`,
    query_params: { campaign: campaignId },
    format: "JSONEachRow",
  });
  const [stored] = await result.json<{ micros: string; impressions: string; places: string }>();
  const margins = await expectMargins(events, campaignId, "UTC");
  await events.close();
  console.log(
    `seed ${seed}: ${traffic.acknowledged} impressions of ${traffic.bids} bids acknowledged, ${traffic.repeated} notices repeated, ` +
      `${kills.length} kills; ${media}, ${margins}`,
  );
  expect(stored?.micros).toBe(String(total));
  expect(stored?.impressions).toBe(stored?.places);
});
