import { testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import type { Database } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { creditManually } from "../../server/src/modules/billing/ledger/credit.ts";
import { reserveBudget } from "../../server/src/modules/billing/ledger/reserve-budget.ts";
import { publishCampaign } from "../../server/src/modules/spend/publish-budget-sql.ts";
import type { ClickHouseServer } from "../support/clickhouse-server.ts";
import { trafficSite } from "../support/traffic.ts";

const price = 25_000n;
const impressions = 1_000_000;
const hourMs = 3_600_000;

/** Where the day has begun within the last hour: leases of several processes are a small part of a long day's share. */
function zoneOfMidnight(now: Date): string {
  const hour = now.getUTCHours();
  return hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`;
}

/** Publishes a campaign with a paid budget for hours, by default on the site of the traffic. */
export async function publishPaidCampaign(
  db: Database,
  campaignId: number,
  ownerUid: string,
  site = trafficSite,
): Promise<void> {
  const amountMicros = price * BigInt(impressions);
  const money = { ownerUid, currency: "CHF" as const, amountMicros };
  const now = Date.now();
  const snapshot = testSnapshot({
    campaignId,
    ownerUid,
    budgetMicros: String(amountMicros),
    startAt: new Date(now - hourMs).toISOString(),
    endAt: new Date(now + 30 * hourMs).toISOString(),
    timeZone: zoneOfMidnight(new Date(now)),
    pacing: "ahead",
    targeting: { siteAllow: [site] },
  });
  await db.transaction(async (tx) => {
    await creditManually(tx, { ...money, key: `${ownerUid}-credit` });
    await reserveBudget(tx, { ...money, campaignId, key: `${ownerUid}-reservation` });
    await publishCampaign(tx, snapshot, new Date(now - hourMs));
  });
}

/** What is booked or open for a campaign, and what still waits. */
export async function bookedFigures(db: Database, campaignId: number) {
  const { rows } = await db.execute<Record<"spent" | "ledger" | "leases" | "waiting", string>>(sql`
    SELECT spent_micros AS spent, (SELECT coalesce(sum(m.amount_micros), 0) FROM ledger_movements m
        JOIN ledger_accounts a ON a.id = m.account_id
        WHERE a.kind = 'revenue' AND m.kind = 'spend' AND m.details->>'campaign' = ${String(campaignId)}) AS ledger,
      (SELECT count(*) FROM leases WHERE closed_at IS NULL) AS leases, (SELECT count(*) FROM deferred_ad_calls) AS waiting
    FROM campaign_budgets WHERE campaign_id = ${campaignId}`);
  return rows[0]!;
}

type StoredEvents = {
  /** How often an event is stored, by kind and auction. */
  counts: Map<string, number>;
  /** How often an auction is charged. */
  charges: Map<string, number>;
  micros: string;
};

/** The valid events of a campaign. */
export async function storedEvents(store: ClickHouseServer["store"], campaignId: number): Promise<StoredEvents> {
  const result = await store.query({
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
    charges: new Map(rows.filter(({ charged }) => charged > 0).map(({ auction_id, charged }) => [auction_id, charged])),
    micros: String(rows.reduce((sum, { micros }) => sum + BigInt(micros), 0n)),
  };
}
