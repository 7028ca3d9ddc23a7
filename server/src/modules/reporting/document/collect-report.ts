import type { Language } from "@litfass/contract/kernel/language";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { StatisticsFilter, TableGrouping } from "@litfass/contract/reporting/statistics";
import { letterheadOf } from "@litfass/platform/settings/letterhead";
import { regionName } from "../../targeting/index.ts";
import { namesOf } from "../../users/index.ts";
import { showDelivery } from "../diagnosis/show-delivery.ts";
import { listOverviews } from "../overview/campaign-overviews.ts";
import { showTotals } from "../panels/show-figures.ts";
import { showReach } from "../panels/show-traffic.ts";
import { openReport, type Report } from "../report.ts";
import { dayIn } from "../report-period.ts";
import type { ReportingContext } from "../reporting-context.ts";
import { t } from "../texts.ts";
import { printedBanners } from "./printed-banners.ts";
import type { PrintedReport, PrintedTable } from "./printed-report.ts";
import { allRows, printedTable } from "./printed-table.ts";

/** What a document shows beside the figures of its filter. */
export type Contents = {
  lang: Language;
  /** Instead of the campaign's name. */
  title?: string;
  showsCosts: boolean;
  /** Only what a shared report shows: no funnel, banners, reach or hours, and not whose campaigns they are. */
  isShared?: boolean;
};

/** Regions and cities are printed side by side on one page. */
const maxRows = { campaign: 200, url: 100, place: 12, shared: 15 };

/** The figures of the screens for a filter, ready to print. */
export async function collectReport(
  context: ReportingContext,
  caller: Caller,
  filter: StatisticsFilter,
  { lang, title, showsCosts, isShared = false }: Contents,
): Promise<PrintedReport> {
  const { platform, sources } = context;
  const { db, clickhouse, clock } = platform;
  const reading = { db, clickhouse, clock, sources };
  const at = clock.now();
  const report = await openReport(reading, caller, filter);
  const only = filter.campaign_ids?.length === 1 ? (report.campaigns[0] ?? null) : null;
  const { from, to, timeZone } = report.period;
  const details = isShared ? null : report;
  const namesOwners = !isShared && new Set(report.campaigns.map(({ ownerUid }) => ownerUid)).size > 1;
  const table = (of: TableGrouping, most: number): Promise<PrintedTable> =>
    printedTable(report, of, isShared ? Math.min(most, maxRows.shared) : most, lang, { namesOwners });
  const [totals, campaigns, sites, regions, cities, devices, weekdays, hours, days, reach] = await Promise.all([
    showTotals(report),
    only === null ? table("campaign", maxRows.campaign) : null,
    table("url", maxRows.url),
    details && table("region", maxRows.place),
    table("city", maxRows.place),
    allRows(report, "device", lang),
    details && allRows(details, "weekday", lang),
    details && allRows(details, "hour", lang),
    allRows(report, "day", lang),
    details && showReach(details),
  ]);
  // Plan and funnel are of the whole campaign, not of some sites or regions.
  const isPart = (filter.sites ?? filter.regions) !== undefined;
  const own = isShared ? null : only;
  const overviews = own && showsCosts && !isPart ? await listOverviews(reading, caller, [own.id]) : [];
  return {
    lang,
    letterhead: await letterheadOf(platform),
    at,
    title: title ?? only?.name ?? t(lang, filter.campaign_ids ? "pdf.campaigns" : "pdf.allCampaigns"),
    campaign: title === undefined ? null : (only?.name ?? null),
    advertisers: isShared ? [] : await advertisersOf(context, report, filter),
    only: [...(filter.sites ?? []), ...(filter.regions ?? []).map((region) => regionName(region, lang))],
    period: { from, to, timeZone },
    isRunning: to >= dayIn(timeZone, at),
    showsCosts,
    totals,
    reach: reach && { reached: reach.reached, frequency: reach.frequency },
    plan: overviews[0] ?? null,
    funnel: own && !isPart ? await showDelivery(reading, caller, own.id, { from, to }) : null,
    banners: own ? await printedBanners(report, db, own.id, lang) : [],
    campaigns,
    sites,
    regions,
    cities,
    devices,
    weekdays,
    hours,
    days,
  };
}

/** The customers of all campaigns by name. */
async function advertisersOf(
  { platform }: ReportingContext,
  { campaigns }: Report,
  { owner }: StatisticsFilter,
): Promise<string[]> {
  if (campaigns.length === 0) return [];
  const uids = owner === undefined ? [...new Set(campaigns.map(({ ownerUid }) => ownerUid))] : [owner];
  const names = await namesOf(platform.db, uids);
  return uids.flatMap((uid) => names.get(uid) || []).sort((a, b) => a.localeCompare(b));
}
