import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** A page of the charges of stored events per campaign, in micros: campaigns with an id above `after`, by id. */
export async function chargesByCampaign(
  clickhouse: ClickHouse,
  { after = -1, limit = 10_000 }: { after?: number; limit?: number } = {},
): Promise<Map<number, bigint>> {
  // Events are sorted by campaign, so those of earlier pages are skipped.
  const result = await clickhouse.query({
    query: `select toString(campaign_id) as campaign, toString(sum(charge_micros)) as micros from ad_events
      where charge_micros > 0 and campaign_id > {after: Int64} group by campaign_id
      order by ad_events.campaign_id limit {limit: UInt32}`,
    query_params: { after, limit },
    format: "JSONEachRow",
  });
  const rows = await result.json<{ campaign: string; micros: string }>();
  return new Map(rows.map(({ campaign, micros }) => [Number(campaign), BigInt(micros)]));
}

/** The charges of received batches that are not settled: possibly stored, but in no budget yet. */
export async function unsettledMicros(db: Executor): Promise<bigint> {
  const { rows } = await db.execute<{ micros: string }>(sql`
    select coalesce(sum(charge_micros), 0)::bigint as micros from event_batches where applied_at is null`);
  return BigInt(rows[0]?.micros ?? 0);
}

/** Whether a batch received since then is not settled: its events may be stored, and are counted nowhere else. */
export async function hasUnsettledBatches(db: Executor, receivedSince: Date): Promise<boolean> {
  const { rows } = await db.execute<{ unsettled: boolean }>(sql`
    select exists (select 1 from event_batches
      where applied_at is null and received_at >= ${receivedSince.toISOString()}) as unsettled`);
  return rows[0]?.unsettled ?? false;
}
