import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import { metaOf } from "@litfass/contract/kernel/paging";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { DealRecord, dealEndpoints } from "@litfass/contract/supply/deals";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import { accountTimeZone, dayIn, daysOf, reportPeriod } from "../../reporting/index.ts";
import { type DealRow, exchangeOf, presentDeal } from "./deal.ts";
import { addDay, type DealSums, newSums, presentSums } from "./deal-figures.ts";
import { type BuyingCampaign, campaignsWithinReach, type DealDay, listDealDays } from "./deal-figures-sql.ts";
import { type DealQuery, findDeal, listDealRows } from "./deal-sql.ts";

type Period = { from?: string | undefined; to?: string | undefined };
const maxCampaigns = 100;

/** A page of the deals that the caller may see, with what was bought through them in 30 days. */
export async function listDeals(
  platform: Platform,
  caller: Caller,
  query: DealQuery,
): Promise<CallOutput<(typeof dealEndpoints)["listDeals"]>> {
  const now = platform.clock.now();
  const { rows, total } = await listDealRows(platform.db, caller, query, dayIn(accountTimeZone, now));
  const { days } = await readDays(platform, caller, rows, {});
  const sums = new Map(rows.map((row) => [keyOf(exchangeOf(row), row.dealId), newSums()]));
  for (const day of days) addTo(sums.get(keyOf(day.exchange, day.deal)), day);
  const data = rows.map((row) => ({
    ...presentDeal(row),
    figures: presentSums(sums.get(keyOf(exchangeOf(row), row.dealId)) ?? newSums()),
  }));
  return { data, meta: metaOf(query.page, query.per_page, total) };
}

/** One deal. @throws 404 if there is none that the caller may see. */
export const showDeal = async (platform: Platform, caller: Caller, id: number): Promise<DealRecord> =>
  presentDeal(await getDeal(platform, caller, id));

/** What was bought through a deal in a period, by default the last 30 days. @throws 404 as `showDeal`, 422 for days in the wrong order */
export async function showDealReport(
  platform: Platform,
  caller: Caller,
  id: number,
  chosen: Period,
): Promise<CallOutput<(typeof dealEndpoints)["showDealReport"]>> {
  const row = await getDeal(platform, caller, id);
  const { days, campaigns, period } = await readDays(platform, caller, [row], chosen);
  const total = newSums();
  const byDay = new Map(daysOf(period).map((day) => [day, newSums()]));
  const byCampaign = new Map([...campaigns].map(([campaignId]) => [campaignId, newSums()]));
  for (const day of days) {
    addDay(total, day);
    addTo(byDay.get(day.day), day);
    addTo(byCampaign.get(day.campaignId), day);
  }
  return {
    from: period.from,
    to: period.to,
    total: presentSums(total),
    days: [...byDay].map(([day, sums]) => ({ day, ...presentSums(sums) })),
    campaigns: [...byCampaign]
      .sort(([, a], [, b]) => b.impressions - a.impressions)
      .slice(0, maxCampaigns)
      .map(([campaignId, sums]) => ({ ...nameOf(campaigns.get(campaignId), campaignId), ...presentSums(sums) })),
  };
}

async function getDeal({ db, clock }: Platform, caller: Caller, id: number): Promise<DealRow> {
  const row = await findDeal(db, caller, id, dayIn(accountTimeZone, clock.now()));
  if (row === null) throw notFound();
  return row;
}

/** What campaigns within the caller's reach bought through deals. */
async function readDays(platform: Platform, caller: Caller, rows: DealRow[], chosen: Period) {
  const period = reportPeriod(chosen, accountTimeZone, platform.clock.now());
  const named = rows.map((row) => ({ exchange: exchangeOf(row), deal: row.dealId }));
  const wanted = new Set(named.map(({ exchange, deal }) => keyOf(exchange, deal)));
  const found = (await listDealDays(platform, named, period)).filter(({ exchange, deal }) =>
    wanted.has(keyOf(exchange, deal)),
  );
  const ids = [...new Set(found.map(({ campaignId }) => campaignId))];
  const campaigns = await campaignsWithinReach(platform.db, caller, ids);
  const days = found.filter(({ campaignId }) => campaigns.has(campaignId));
  return { days, campaigns, period };
}

const keyOf = (exchange: string, deal: string): string => `${exchange} ${deal}`;

const addTo = (sums: DealSums | undefined, day: DealDay): void => {
  if (sums) addDay(sums, day);
};

const nameOf = (campaign: BuyingCampaign | undefined, id: number) => ({
  id,
  name: campaign?.name ?? "",
  owner_name: campaign?.ownerName ?? "",
});
