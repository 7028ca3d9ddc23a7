import { systemClock } from "@litfass/platform/clock";
import { createLog } from "@litfass/platform/log/log";
import { connectPostgres } from "@litfass/platform/postgres/postgres";
import type pg from "pg";
import { settleBatch } from "../../server/src/processes/settle-batch.ts";

const rounds = 5;
const chargeMicros = 25_000n;

/**
 * Milliseconds per campaign to settle a batch with each of these numbers of campaigns, in an installation with a reservation and
 * a lease for each of `campaigns`: the best of some rounds.
 */
export async function measureSettlement(
  client: pg.Client,
  url: string,
  { campaigns, sizes }: { campaigns: number; sizes: readonly number[] },
): Promise<number[]> {
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into ledger_accounts (kind, owner_uid, campaign_id, currency, balance_micros)
    select 'reserved', 'bench-' || id, id, 'CHF', 1000000000000 from generate_series(1, $1::int) id on conflict do nothing`,
    [campaigns],
  );
  const { rows } = await client.query<{ id: string; campaign: string }>(
    `insert into leases (campaign_id, process, day_on, granted_micros, expires_at)
    select id, 'bench', current_date, 1000000, now() + interval '1 day' from generate_series(1, $1::int) id
    returning id, campaign_id as campaign`,
    [campaigns],
  );
  await client.query("update campaign_budgets set leased_micros = leased_micros + 1000000");
  await client.query("set session_replication_role = origin");
  await client.query("vacuum analyze leases, ledger_accounts");
  const log = createLog({ level: "silent", process: "bench" });
  const { db, close } = connectPostgres(url, { log, maxConnections: 1 });
  const settle = settleBatch({ log, clock: systemClock });
  const perCampaign: number[] = [];
  for (const size of sizes) {
    const spend = rows.slice(0, size).map(({ id, campaign }) => ({
      leaseId: id,
      campaignId: Number(campaign),
      ownerUid: `bench-${campaign}`,
      currency: "CHF",
      impressions: 1,
      amountMicros: chargeMicros,
    }));
    const counts = spend.map(({ campaignId }) => ({ campaignId, impressions: 1, clicks: 0, chargeMicros }));
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const started = performance.now();
      await db.transaction((tx) => settle(tx, { key: `bench:${size}:${round}`, process: "bench", spend, counts }));
      best = Math.min(best, performance.now() - started);
    }
    perCampaign.push(best / size);
  }
  await close();
  return perCampaign;
}
