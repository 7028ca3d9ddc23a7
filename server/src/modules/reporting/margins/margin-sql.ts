import type { MarginGrouping, MarginSort } from "@litfass/contract/reporting/margins";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";

/** Revenue and media cost in micros. `costs` counts the impressions whose cost is known. */
export type Margin = { currency: string; impressions: number; costs: number; spendMicros: bigint; costMicros: bigint };
export type MarginOf = Margin & { key: string };

/** A period, of all campaigns or of one. */
type Period = { fromAt: Date; endAt: Date; campaignId?: number };
type Choice = {
  grouping: MarginGrouping;
  sort: MarginSort;
  direction: "asc" | "desc";
  limit: number;
  offset: number;
};

/**
 * Traffic of all customers, which callers may read, or of one campaign within their reach. Spans start at midnight UTC
 * and hourly from 21 h, so days of European zones are whole spans.
 */
const within = `m.span_at >= toDateTime({fromAt:String}, 'UTC') and m.span_at < toDateTime({endAt:String}, 'UTC')
  and ({campaignId:UInt64} = 0 or m.campaign_id = {campaignId:UInt64})`;
const sums = `sum(m.impressions) as shown, sum(m.costs) as known, toInt64(sum(m.charge_micros)) as spend,
  toInt64(sum(m.media_cost_micros)) as cost`;
const keys: Record<MarginGrouping, string> = {
  campaign: "toString(m.campaign_id)",
  exchange: "toString(m.exchange)",
  site: "toString(m.site)",
};
/** Without a spend a cost is a total loss, and rows without either come last. */
const orders: Record<MarginSort, string> = {
  text: "name",
  impressions: "shown",
  spend: "spend",
  media_cost: "cost",
  margin: "spend - cost",
  margin_rate: "if(spend = 0, -inf, (spend - cost) / spend)",
};

const longestQuerySeconds = 20;
const literal = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");
const periodParams = ({ fromAt, endAt, campaignId = 0 }: Period) => ({
  fromAt: literal(fromAt),
  endAt: literal(endAt),
  campaignId,
});

type Row = { name: string; currency: string; shown: string; known: string; spend: string; cost: string };
const marginOf = ({ name, currency, shown, known, spend, cost }: Row): MarginOf => ({
  key: name,
  currency,
  impressions: Number(shown),
  costs: Number(known),
  spendMicros: BigInt(spend),
  costMicros: BigInt(cost),
});

/** A page of a period's margins by key and currency, and the number of all rows. */
export async function listMargins(
  clickhouse: ClickHouse,
  period: Period,
  { grouping, sort, direction, limit, offset }: Choice,
): Promise<{ rows: MarginOf[]; total: number }> {
  const from = `from margin_spans as m where ${within} group by name, m.currency`;
  const read = async <Found>(query: string, params: object = {}): Promise<Found[]> => {
    const result = await clickhouse.query({
      query: `${query} settings max_execution_time = ${longestQuerySeconds}`,
      query_params: { ...periodParams(period), ...params },
      format: "JSONEachRow",
    });
    return result.json<Found>();
  };
  const rows = await read<Row>(
    `select ${keys[grouping]} as name, m.currency as currency, ${sums} ${from}
    order by ${orders[sort]} ${direction}, name, currency limit {limit:UInt32} offset {offset:UInt32}`,
    { limit, offset },
  );
  const [counted] = await read<{ total: string }>(
    `select count() as total from (select ${keys[grouping]} as name ${from})`,
  );
  return { rows: rows.map(marginOf), total: Number(counted?.total ?? 0) };
}

/** The sums of a period by currency. */
export async function sumMargins(clickhouse: ClickHouse, period: Period): Promise<Margin[]> {
  const result = await clickhouse.query({
    query: `select '' as name, m.currency as currency, ${sums} from margin_spans as m where ${within}
      group by m.currency order by currency settings max_execution_time = ${longestQuerySeconds}`,
    query_params: periodParams(period),
    format: "JSONEachRow",
  });
  return (await result.json<Row>()).map(marginOf);
}
