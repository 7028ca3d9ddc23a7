import { pageExchange, tagExchange } from "@litfass/contract/adserver/placement-snapshot";
import { type Currency, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import { reachOf } from "@litfass/contract/kernel/who";
import { marginReaders } from "@litfass/contract/reporting/margins";
import {
  maxBreakdownExchanges,
  maxBreakdownSites,
  type SpendBreakdown,
} from "@litfass/contract/reporting/spend-breakdown";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { notFound } from "@litfass/platform/problem";
import { findCampaignDefaults } from "@litfass/platform/settings/read-settings";
import type { StatisticsContext } from "../report.ts";
import { accountTimeZone, reportPeriod } from "../report-period.ts";
import { listMargins, type MarginOf, sumMargins } from "./margin-sql.ts";

type Question = { campaign: number; from?: string | undefined; to?: string | undefined };

/**
 * Where the money of a campaign went in a period. Null where the operator does not show it and the caller does not read
 * the books. @throws 404 for a campaign out of reach
 */
export async function showSpendBreakdown(
  db: Executor,
  { clickhouse, clock, sources }: StatisticsContext,
  caller: Caller,
  { campaign: id, ...days }: Question,
): Promise<SpendBreakdown | null> {
  const [campaign] = await sources.campaignsFor(caller, { ids: [id], limit: 1 });
  if (!campaign) throw notFound();
  const { spend_breakdown: isShown } = await findCampaignDefaults(db);
  if (!isShown && reachOf(marginReaders, caller.role) === null) return null;
  const period = { ...reportPeriod(days, accountTimeZone, clock.now()), campaignId: id };
  const largest = { sort: "media_cost", direction: "desc", offset: 0 } as const;
  const [sums, exchanges, sites] = await Promise.all([
    sumMargins(clickhouse, period),
    listMargins(clickhouse, period, { ...largest, grouping: "exchange", limit: maxBreakdownExchanges }),
    listMargins(clickhouse, period, { ...largest, grouping: "site", limit: maxBreakdownSites }),
  ]);
  // A campaign has one currency; an empty period has no sums.
  const { impressions, costs, spendMicros, costMicros, feeMicros, dataMicros } =
    sums.find(({ currency }) => currency === campaign.currency) ?? nothing;
  const unknownMicros = costs >= impressions ? 0n : (spendMicros * BigInt(impressions - costs)) / BigInt(impressions);
  const parts = {
    spend: minorOfMicros(spendMicros),
    site_cost: minorOfMicros(costMicros - feeMicros),
    exchange_fee: minorOfMicros(feeMicros),
    data_fee: minorOfMicros(dataMicros),
    unknown: minorOfMicros(unknownMicros),
  };
  const listed = sites.rows.filter(costsIn(campaign.currency));
  const names = await sources.appNames(listed.map(({ key }) => key));
  return {
    ...{ from: period.from, to: period.to, currency: campaign.currency },
    ...parts,
    // The rest, so that the rounded parts add up.
    platform: parts.spend - parts.site_cost - parts.exchange_fee - parts.data_fee - parts.unknown,
    exchanges: exchanges.rows.filter(costsIn(campaign.currency)).map(({ key, costMicros: cost }) => ({
      name: key,
      source: sourceOf(key),
      amount: minorOfMicros(cost),
    })),
    sites: listed.map((row) => ({
      key: row.key,
      text: names.get(row.key) ?? row.key,
      amount: minorOfMicros(siteMicros(row)),
    })),
    other_sites: minorOfMicros(costMicros - feeMicros - listed.reduce((sum, row) => sum + siteMicros(row), 0n)),
  };
}

const nothing = { impressions: 0, costs: 0, spendMicros: 0n, costMicros: 0n, feeMicros: 0n, dataMicros: 0n };

/** What a site got. */
const siteMicros = ({ costMicros, feeMicros }: MarginOf): bigint => costMicros - feeMicros;

const costsIn =
  (currency: Currency) =>
  (row: MarginOf): boolean =>
    row.currency === currency && row.costMicros > 0n;

const sourceOf = (exchange: string): SpendBreakdown["exchanges"][number]["source"] =>
  exchange === tagExchange ? "tag" : exchange === pageExchange ? "header_bidding" : "exchange";
