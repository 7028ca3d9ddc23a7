import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Metrics, StatisticsTableRow } from "@litfass/contract/reporting/figures";
import type { TableGrouping, tableSorts } from "@litfass/contract/reporting/statistics";
import { campaignBudget, spendOf } from "../metrics/budgets.ts";
import { type ConversionCounts, conversionFigures, isWholeOf } from "../metrics/conversions.ts";
import type { Figures } from "../metrics/figures-sql.ts";
import { metricsOf, noCounts } from "../metrics/metrics.ts";
import { type CampaignFacts, oneCurrency, type Report } from "../report.ts";

export type TableQuery = {
  group_by: TableGrouping;
  page: number;
  per_page: number;
  search?: string;
  sort?: (typeof tableSorts)[number];
  direction: "asc" | "desc";
};

const noBudget = {
  budget: null,
  budget_formatted: null,
  effective_budget: null,
  effective_budget_formatted: null,
  remaining_budget: null,
  remaining_budget_formatted: null,
};

/**
 * One page of the metrics table (API-STAT-009). Campaigns have budgets and are listed even without deliveries; other
 * groupings have a row per site, place, day … with deliveries.
 */
export async function statisticsTable(
  report: Report,
  query: TableQuery,
): Promise<{ data: StatisticsTableRow[]; meta: PageMeta; total: Metrics }> {
  const { page, per_page } = query;
  const [total] = await report.figures({ grouping: "total" });
  const { rows, count } =
    query.group_by === "campaign" ? await campaignRows(report, query) : await groupRows(report, query);
  return { data: rows, meta: metaOf(page, per_page, count), total: metricsOf(total ?? noCounts) };
}

async function groupRows(report: Report, query: TableQuery) {
  const by = query.sort === "text" || query.sort === "owner_name" ? "key" : query.sort;
  const conversionsOf = await report.conversions(query.group_by);
  const figures = await report.figures({
    grouping: query.group_by,
    search: query.search,
    sort: by ? { by, direction: query.direction } : undefined,
    limit: query.per_page,
    offset: (query.page - 1) * query.per_page,
  });
  const currency = oneCurrency(report.campaigns);
  const isWhole = isWholeOf(report.campaigns);
  const nameOf = query.group_by === "url" ? await report.siteNames(figures) : (key: string) => key;
  const rows = figures.map((row) => ({
    ...rowOf(row, nameOf(row.key)),
    campaign_id: null,
    owner_id: null,
    owner_name: null,
    ...spendOf(currency, row.chargeMicros),
    ...conversionFigures(conversionsOf(row.key), { ...row, currency }, isWhole),
    ...noBudget,
  }));
  return { rows, count: figures[0]?.rows ?? 0 };
}

/** All accessible campaigns are known, so pages are cut here: names and budgets are not in the event store. */
async function campaignRows(report: Report, query: TableQuery) {
  const [reached, charged, conversionsOf] = await Promise.all([
    report.figures({ grouping: "campaign" }),
    report.chargedToDate(),
    report.conversions("campaign"),
  ]);
  const figures = new Map(reached.map((row) => [Number(row.key), row]));
  const search = query.search?.toLocaleLowerCase();
  const rows = report.campaigns
    .filter((campaign) => !search || campaign.name.toLocaleLowerCase().includes(search))
    .map((campaign) =>
      campaignRow(campaign, figures.get(campaign.id), {
        chargedMicros: charged.get(campaign.id) ?? 0n,
        converted: conversionsOf(String(campaign.id)),
      }),
    );
  const from = (query.page - 1) * query.per_page;
  const pageOf = (sorted: StatisticsTableRow[]) => sorted.sort(campaignOrder(query)).slice(from, from + query.per_page);
  // Only an order by owners needs the names of all of them.
  const page =
    query.sort === "owner_name"
      ? pageOf(await withOwnerNames(report, rows))
      : await withOwnerNames(report, pageOf(rows));
  return { rows: page, count: rows.length };
}

async function withOwnerNames(report: Report, rows: StatisticsTableRow[]): Promise<StatisticsTableRow[]> {
  const names = await report.ownerNames(rows.map(({ owner_id }) => owner_id ?? ""));
  return rows.map((row) => ({ ...row, owner_name: names.get(row.owner_id ?? "") ?? null }));
}

const campaignRow = (
  campaign: CampaignFacts,
  figures: Figures | undefined,
  { chargedMicros, converted }: { chargedMicros: bigint; converted: ConversionCounts | undefined },
): StatisticsTableRow => ({
  ...rowOf({ ...noFigures, ...figures, key: String(campaign.id) }, campaign.name),
  campaign_id: campaign.id,
  owner_id: campaign.ownerUid,
  owner_name: null,
  ...spendOf(campaign.currency, figures?.chargeMicros ?? 0n),
  ...conversionFigures(converted, { ...noFigures, ...figures, currency: campaign.currency }),
  ...campaignBudget(campaign, chargedMicros),
});

const noFigures = { ...noCounts, key: "", country: "", region: "", siteKind: "", chargeMicros: 0n, rows: 0 };

const rowOf = (row: Figures, text: string) => ({
  key: row.key,
  text,
  country: row.country,
  region: row.region,
  site_kind: row.siteKind,
  ...metricsOf(row),
});

function campaignOrder({ sort, direction }: TableQuery): (a: StatisticsTableRow, b: StatisticsTableRow) => number {
  if (!sort) return (a, b) => b.impressions - a.impressions || a.text.localeCompare(b.text);
  const sign = direction === "asc" ? 1 : -1;
  if (sort === "text") return (a, b) => sign * a.text.localeCompare(b.text);
  if (sort === "owner_name") {
    const nameOf = ({ owner_name }: StatisticsTableRow): string => owner_name ?? "";
    return (a, b) => sign * nameOf(a).localeCompare(nameOf(b)) || a.text.localeCompare(b.text);
  }
  return (a, b) => sign * ((a[sort] ?? 0) - (b[sort] ?? 0)) || a.text.localeCompare(b.text);
}
