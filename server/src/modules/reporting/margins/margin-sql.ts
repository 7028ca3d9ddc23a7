import type { MarginGrouping, MarginSort } from "@litfass/contract/reporting/margins";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";

/** Amounts in micros. `costs` counts the impressions whose cost is known. */
export type Margin = {
  currency: string;
  impressions: number;
  costs: number;
  spendMicros: bigint;
  /** What exchanges and sites get. */
  costMicros: bigint;
  /** The exchanges' fees, a part of `costMicros`. */
  feeMicros: bigint;
  /** What providers of audiences get, beside `costMicros`. */
  dataMicros: bigint;
};
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
  toInt64(sum(m.media_cost_micros)) as cost, toInt64(sum(m.exchange_fee_micros)) as fee,
  toInt64(sum(m.data_fee_micros)) as data`;
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
  exchange_fee: "fee",
  data_fee: "data",
  margin: "spend - cost - data",
  margin_rate: "if(spend = 0, -inf, (spend - cost - data) / spend)",
};

const longestQuerySeconds = 20;
const literal = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");
const periodParams = ({ fromAt, endAt, campaignId = 0 }: Period) => ({
  fromAt: literal(fromAt),
  endAt: literal(endAt),
  campaignId,
});

type Row = Record<"name" | "currency" | "shown" | "known" | "spend" | "cost" | "fee" | "data", string>;
const marginOf = ({ name, currency, shown, known, spend, cost, fee, data }: Row): MarginOf => ({
  key: name,
  currency,
  impressions: Number(shown),
  costs: Number(known),
  spendMicros: BigInt(spend),
  costMicros: BigInt(cost),
  feeMicros: BigInt(fee),
  dataMicros: BigInt(data),
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
