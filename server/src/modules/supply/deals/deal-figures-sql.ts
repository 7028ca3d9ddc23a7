import type { Caller } from "@litfass/contract/kernel/roles";
import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { uidsWithinReach } from "../../users/index.ts";

/** Figures of deals, of all campaigns: callers leave out those beyond the reader's reach. */

type Period = { fromAt: Date; endAt: Date; timeZone: string };
/** A deal as events name it. */
export type NamedDeal = { exchange: string; deal: string };

export type DealDay = NamedDeal & {
  campaignId: number;
  day: string;
  currency: string;
  impressions: number;
  clicks: number;
  spendMicros: bigint;
  costMicros: bigint;
};

type Row = Record<
  "exchange" | "deal" | "campaign" | "day" | "currency" | "impressions" | "clicks" | "spend" | "cost",
  string
>;

const literal = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

/** What was bought through deals in a period, by campaign, day and currency. */
export async function listDealDays(
  { clickhouse }: Platform,
  deals: NamedDeal[],
  { fromAt, endAt, timeZone }: Period,
): Promise<DealDay[]> {
  if (deals.length === 0) return [];
  const result = await clickhouse.query({
    query: `select toString(h.exchange) as exchange, toString(h.deal) as deal, toString(h.campaign_id) as campaign,
        toString(toDate(h.hour_at, {timeZone:String})) as day, toString(h.currency) as currency,
        toString(sum(h.impressions)) as impressions, toString(sum(h.clicks)) as clicks,
        toString(sum(h.charge_micros)) as spend, toString(sum(h.media_cost_micros)) as cost
      from deal_hours as h
      where h.exchange in ({exchanges:Array(String)}) and h.deal in ({deals:Array(String)})
        and h.hour_at >= toDateTime({fromAt:String}, 'UTC') and h.hour_at < toDateTime({endAt:String}, 'UTC')
      group by exchange, deal, campaign, day, currency order by exchange, deal, day, campaign, currency
      limit 1000000 settings max_execution_time = 20`,
    query_params: {
      exchanges: [...new Set(deals.map(({ exchange }) => exchange))],
      deals: [...new Set(deals.map(({ deal }) => deal))],
      timeZone,
      fromAt: literal(fromAt),
      endAt: literal(endAt),
    },
    format: "JSONEachRow",
  });
  return (await result.json<Row>()).map((row) => ({
    exchange: row.exchange,
    deal: row.deal,
    campaignId: Number(row.campaign),
    day: row.day,
    currency: row.currency,
    impressions: Number(row.impressions),
    clicks: Number(row.clicks),
    spendMicros: BigInt(row.spend),
    costMicros: BigInt(row.cost),
  }));
}

export type BuyingCampaign = { id: number; name: string; ownerName: string };

/** Those of these campaigns that are within the reader's reach. */
export async function campaignsWithinReach(
  db: Executor,
  reader: Pick<Caller, "uid" | "reach">,
  ids: number[],
): Promise<Map<number, BuyingCampaign>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; name: string; owner_name: string }>(sql`
    SELECT c.id, c.name, coalesce(nullif(u.company_name, ''), nullif(u.full_name, ''), u.email, '') AS owner_name
    FROM campaigns c JOIN users u ON u.uid = c.owner_uid
    WHERE c.id = ANY(${sql.param(ids)}::bigint[]) AND ${uidsWithinReach(sql`c.owner_uid`, reader)}`);
  return new Map(
    rows.map((row) => [Number(row.id), { id: Number(row.id), name: row.name, ownerName: row.owner_name }]),
  );
}
