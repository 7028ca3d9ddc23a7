import { csvOf } from "@litfass/contract/kernel/csv";
import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import type { Language } from "@litfass/contract/kernel/language";
import { amountOfMinor, currencySchema, minorOfMicros } from "@litfass/contract/kernel/money";
import { metaOf } from "@litfass/contract/kernel/paging";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { MarginGrouping, MarginRow, MarginSort, marginEndpoints } from "@litfass/contract/reporting/margins";
import type { StatisticsContext } from "../report.ts";
import { accountTimeZone, reportPeriod } from "../report-period.ts";
import { t } from "../texts.ts";
import { listMargins, type Margin, sumMargins } from "./margin-sql.ts";

type Choice = {
  group_by: MarginGrouping;
  from?: string | undefined;
  to?: string | undefined;
  sort?: MarginSort | undefined;
  direction: "asc" | "desc";
};
type ListQuery = Choice & { page: number; per_page: number };

const maxExportedRows = 10_000;

/** A page of the margins of a period, with the sums of all rows. */
export async function showMargins(
  context: StatisticsContext,
  caller: Caller,
  query: ListQuery,
): Promise<CallOutput<(typeof marginEndpoints)["listMargins"]>> {
  const { page, per_page } = query;
  const period = reportPeriod(query, accountTimeZone, context.clock.now());
  const { rows, total } = await listMargins(context.clickhouse, period, {
    grouping: query.group_by,
    sort: query.sort ?? "spend",
    direction: query.sort ? query.direction : "desc",
    limit: per_page,
    offset: (page - 1) * per_page,
  });
  const names = query.group_by === "campaign" ? await campaignNames(context, caller, rows) : new Map<string, string>();
  return {
    data: rows.map((row) => ({ key: row.key, text: names.get(row.key) ?? row.key, ...figuresOf(row) })),
    meta: metaOf(page, per_page, total),
    from: period.from,
    to: period.to,
    totals: (await sumMargins(context.clickhouse, period)).map(figuresOf),
  };
}

/** The same as CSV. */
export async function exportMargins(
  context: StatisticsContext,
  caller: Caller,
  query: Choice,
  lang: Language,
): Promise<{ body: string; contentType: string; filename: string }> {
  const { data, from, to } = await showMargins(context, caller, { ...query, page: 1, per_page: maxExportedRows });
  const columns = [
    "name",
    "currency",
    "impressions",
    "known_costs",
    "spend",
    "media_cost",
    "exchange_fee",
    "data_fee",
    "margin",
    "margin_rate",
  ] as const;
  const cells = (row: MarginRow) => [
    row.text,
    row.currency,
    row.impressions,
    row.known_costs,
    ...[row.spend, row.media_cost, row.exchange_fee, row.data_fee, row.margin].map((minor) => ({
      figure: amountOfMinor(minor).toFixed(2),
    })),
    row.margin_rate === null ? null : Number((row.margin_rate * 100).toFixed(2)),
  ];
  return {
    body: csvOf([columns.map((column) => t(lang, `export.${column}`)), ...data.map(cells)]),
    contentType: "text/csv; charset=utf-8",
    filename: `margins-${query.group_by}-${from}-${to}.csv`,
  };
}

async function campaignNames({ sources }: StatisticsContext, caller: Caller, rows: { key: string }[]) {
  const ids = [...new Set(rows.map(({ key }) => Number(key)))];
  if (ids.length === 0) return new Map<string, string>();
  const campaigns = await sources.campaignsFor(caller, { ids, limit: ids.length });
  return new Map(campaigns.map(({ id, name }) => [String(id), name]));
}

/** Amounts are rounded for output alone: the margin is the difference of exact sums. */
function figuresOf({ currency, impressions, costs, spendMicros, costMicros, feeMicros, dataMicros }: Margin) {
  const marginMicros = spendMicros - costMicros - dataMicros;
  return {
    currency: currencySchema.parse(currency),
    impressions,
    known_costs: costs,
    spend: minorOfMicros(spendMicros),
    media_cost: minorOfMicros(costMicros),
    exchange_fee: minorOfMicros(feeMicros),
    data_fee: minorOfMicros(dataMicros),
    margin: minorOfMicros(marginMicros),
    margin_rate: spendMicros === 0n ? null : Number(marginMicros) / Number(spendMicros),
  };
}
