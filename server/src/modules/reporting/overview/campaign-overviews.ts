import { minorFloorOfMicros } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import { type CampaignOverview, overviewDays } from "@litfass/contract/reporting/campaign-overview";
import type { ConversionFigures } from "@litfass/contract/reporting/figures";
import { notFound } from "@litfass/platform/problem";
import type { DeliveryContext } from "../diagnosis/show-delivery.ts";
import { campaignBudget } from "../metrics/budgets.ts";
import { conversionFigures, measuring } from "../metrics/conversions.ts";
import { percentOf, viewabilityMetrics } from "../metrics/metrics.ts";
import type { CampaignFacts } from "../report.ts";
import { addDays, dayIn, daysOf, startOfDay } from "../report-period.ts";
import { type CampaignRun, dailyShareMicros, evenShareMicros, plannedMicros } from "./campaign-health.ts";
import { type JudgedCampaign, judgeCampaigns } from "./judge-campaigns.ts";
import { listDays } from "./overview-sql.ts";

/**
 * Figures, plan and health of the given campaigns that the caller may access and that were ever started, in their
 * order.
 */
export async function listOverviews(
  { db, clickhouse, clock, sources }: DeliveryContext,
  caller: Caller,
  ids: number[],
): Promise<CampaignOverview[]> {
  const now = clock.now();
  const timeZone = await sources.timeZoneOf(caller);
  const campaigns = await sources.campaignsFor(caller, { ids, limit: ids.length });
  const runs = await sources.runsOf(campaigns.map(({ id }) => id));
  const to = dayIn(timeZone, now);
  const period = { from: addDays(to, 1 - overviewDays), to };
  const known = campaigns.flatMap(({ id }) => (runs.has(id) ? [id] : []));
  const measured = measuring(campaigns).map(({ id }) => id);
  const [judged, days, converted] = await Promise.all([
    judgeCampaigns(clickhouse, now, db, [...runs.values()]),
    listDays(clickhouse, known, startOfDay(period.from, timeZone), timeZone),
    measured.length === 0
      ? []
      : sources.conversionsOf({
          ...{ campaignIds: measured, fromAt: new Date(0), endAt: now, timeZone, grouping: "campaign" },
        }),
  ]);
  const conversions = new Map(converted.map((row) => [Number(row.key), row]));
  return campaigns.flatMap((campaign) => {
    const run = runs.get(campaign.id);
    const own = judged.get(campaign.id);
    if (!run || !own) return [];
    const shown = days.get(campaign.id);
    const sparkline = daysOf(period).map((date) => ({ date, impressions: shown?.get(date) ?? 0 }));
    const counts = conversions.get(campaign.id) ?? { conversions: 0, valueMicros: 0n };
    return [
      {
        ...presentOverview(campaign, run, own, sparkline, now),
        ...conversionFigures(campaign.measuresConversions ? counts : undefined, {
          ...{ clicks: own.counted.clicks, chargeMicros: own.counted.spentMicros, currency: campaign.currency },
        }),
      },
    ];
  });
}

/** The same for one campaign. @throws 404 for one that was never started or is not accessible. */
export async function showOverview(context: DeliveryContext, caller: Caller, id: number): Promise<CampaignOverview> {
  const [overview] = await listOverviews(context, caller, [id]);
  if (!overview) throw notFound();
  return overview;
}

function presentOverview(
  campaign: CampaignFacts,
  run: CampaignRun,
  { counted, health }: JudgedCampaign,
  days: CampaignOverview["days"],
  now: Date,
): Omit<CampaignOverview, keyof ConversionFigures> {
  const { budget, effective_budget, remaining_budget } = campaignBudget(campaign, counted.spentMicros);
  const share = dailyShareMicros(run, counted.spentMicros, now);
  return {
    campaign_id: campaign.id,
    impressions: counted.impressions,
    clicks: counted.clicks,
    ctr: percentOf(counted.clicks, counted.impressions),
    ...viewabilityMetrics(counted),
    invalid_impressions: counted.invalidImpressions,
    currency: campaign.currency,
    budget,
    effective_budget,
    remaining_budget,
    planned_budget: minorFloorOfMicros(plannedMicros(run, now)),
    even_share: minorFloorOfMicros(evenShareMicros(run)),
    daily_share: share === null ? null : minorFloorOfMicros(share),
    days,
    health,
  };
}
