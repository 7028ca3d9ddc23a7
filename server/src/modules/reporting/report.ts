import { type CampaignType, campaignEditors } from "@litfass/contract/campaigns/campaigns";
import type { ConnectionGap, ConnectionProblem, ConnectionService } from "@litfass/contract/connections/connections";
import type { Currency } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import { reachOf } from "@litfass/contract/kernel/who";
import type { StatisticsFilter, TableGrouping } from "@litfass/contract/reporting/statistics";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { Clock } from "@litfass/platform/clock";
import {
  type ConversionCounts,
  type ConversionGrouping,
  type ConversionsOf,
  hasConversions,
  measuring,
} from "./metrics/conversions.ts";
import { type FigureQuery, type Figures, listCharges, listFigures } from "./metrics/figures-sql.ts";
import type { CampaignRun } from "./overview/campaign-health.ts";
import {
  findReach,
  type InvalidTraffic,
  listInvalidTraffic,
  listPlayerErrors,
  type PlayerErrors,
  type Reach,
} from "./panels/reach-sql.ts";
import { type ReportPeriod, reportPeriod } from "./report-period.ts";

/** The fields of a campaign used by statistics. */
export type CampaignFacts = {
  id: number;
  name: string;
  ownerUid: string;
  budgetMicros: bigint;
  currency: Currency;
  /** Absent: it does not. */
  measuresConversions?: boolean;
};

/** Data from other modules; wired by the process. */
export type StatisticsSources = {
  /** Campaigns the caller may access (own, assigned, all), newest first; the tenant rule of all statistics. */
  campaignsFor(
    caller: Caller,
    filter: { owner?: string; ids?: number[]; types?: CampaignType[]; search?: string; limit: number },
  ): Promise<CampaignFacts[]>;
  /** Period and money of these accessible campaigns; those never started are absent. */
  runsOf(campaignIds: number[]): Promise<Map<number, CampaignRun>>;
  /** What apps are called, by bundle; those that no bid request named are absent. */
  appNames(bundles: string[]): Promise<Map<string, string>>;
  /** What these owners of accessible campaigns are called, by uid. */
  ownerNames(uids: string[]): Promise<Map<string, string>>;
  /** IANA zone of the caller's account. */
  timeZoneOf(caller: Caller): Promise<string>;
  /** Conversions of these accessible campaigns in groups, by the time of their click. */
  conversionsOf(query: ConversionQuery): Promise<(ConversionCounts & { key: string })[]>;
  /** Figures of a user's own connected accounts for the days. */
  externalReports(
    uid: string,
    services: ConnectionService[],
    days: { from: string; to: string },
  ): Promise<ExternalReport[]>;
};

/** Figures of one external source: advertising by campaign and day, or visits by channel and day. */
export type ExternalReport = {
  source: ConnectionService;
  connected: boolean;
  accountName: string | null;
  problem: ConnectionProblem | null;
  fetchedAt: Date | null;
  gaps: ConnectionGap[];
  /** The accounts or websites there, also those without rows. */
  accounts: { id: string; name: string }[];
  rows: {
    accountId: string;
    /** Unique within the source; begins with the account. */
    key: string;
    name: string;
    date: string;
    ad: { impressions: number; clicks: number; costMicros: bigint; currency: string } | null;
    web: { sessions: number; pageViews: number } | null;
  }[];
};

export type ConversionQuery = {
  campaignIds: number[];
  fromAt: Date;
  endAt: Date;
  timeZone: string;
  sites?: string[] | undefined;
  grouping: ConversionGrouping;
};

export type StatisticsContext = { clickhouse: ClickHouse; clock: Clock; sources: StatisticsSources };

/** Maximum number of campaigns in a report. */
export const maxCampaigns = 10_000;

type Choice = Pick<FigureQuery, "grouping" | "search" | "sort" | "limit" | "offset">;

/** One caller's report: the days, the accessible campaigns, and figures of exactly these. */
export type Report = {
  period: ReportPeriod;
  campaigns: CampaignFacts[];
  /** Figures of the period under the filter. */
  figures(choice: Choice): Promise<Figures[]>;
  /** Conversions of the period by group. */
  conversions(grouping: TableGrouping | "total"): Promise<ConversionsOf>;
  reach(): Promise<Reach>;
  invalidTraffic(): Promise<InvalidTraffic[]>;
  playerErrors(): Promise<PlayerErrors[]>;
  /** What to call each of these sites and apps: apps by their name if it is known. */
  siteNames(rows: Pick<Figures, "key" | "siteKind">[]): Promise<(key: string) => string>;
  /** Whether the caller may see campaigns of other users, so that rows name their owner. */
  namesOwners: boolean;
  /** What owners of campaigns of the report are called, by uid; empty without `namesOwners`. */
  ownerNames(uids: string[]): Promise<Map<string, string>>;
  /** Charges of each campaign from its first day to the period's last, ignoring site and region filters. */
  chargedToDate(): Promise<Map<number, bigint>>;
};

/** Creates the report that a call requests. Throws 422 for an invalid period. */
export async function openReport(
  context: StatisticsContext,
  reader: Caller,
  filter: StatisticsFilter,
): Promise<Report> {
  const caller = filter.campaign_ids ? asEditor(reader) : reader;
  const { clickhouse, clock, sources } = context;
  const now = clock.now();
  const period = reportPeriod(filter, await sources.timeZoneOf(caller), now);
  const { owner, campaign_ids: ids, campaign_types: types } = filter;
  const campaigns = await sources.campaignsFor(caller, { owner, ids, types, limit: maxCampaigns });
  const everything = caller.reach === "all" && !owner && !ids && !types;
  const campaignIds = everything ? null : campaigns.map((campaign) => campaign.id);
  const scope = { campaignIds, sites: filter.sites, regions: filter.regions };
  const query = { scope, period, now };
  const namesOwners = caller.reach !== "own";
  return {
    period,
    campaigns,
    async figures(choice) {
      return campaigns.length === 0 ? [] : listFigures(clickhouse, { ...query, ...choice });
    },
    async conversions(grouping) {
      const measured = measuring(campaigns).map(({ id }) => id);
      if (measured.length === 0 || filter.regions || !hasConversions(grouping)) return () => undefined;
      const { fromAt, endAt, timeZone } = period;
      const found = await sources.conversionsOf({
        ...{ campaignIds: measured, fromAt, endAt, timeZone, sites: filter.sites, grouping },
      });
      const byKey = new Map(found.map((row) => [row.key, row]));
      const isMeasured = grouping === "campaign" ? new Set(measured.map(String)) : undefined;
      return (key) =>
        isMeasured?.has(key) === false ? undefined : (byKey.get(key) ?? { conversions: 0, valueMicros: 0n });
    },
    async reach() {
      return campaigns.length === 0 ? { reached: 0, known: 0, unknown: 0 } : findReach(clickhouse, query);
    },
    async invalidTraffic() {
      return campaigns.length === 0 ? [] : listInvalidTraffic(clickhouse, query);
    },
    async playerErrors() {
      return campaigns.length === 0 ? [] : listPlayerErrors(clickhouse, query);
    },
    async siteNames(rows) {
      const apps = rows.filter(({ siteKind }) => siteKind === "app").map(({ key }) => key);
      const names = await sources.appNames(apps);
      return (key) => names.get(key) ?? key;
    },
    namesOwners,
    async ownerNames(uids) {
      return namesOwners ? sources.ownerNames([...new Set(uids)]) : new Map();
    },
    async chargedToDate() {
      if (campaigns.length === 0) return new Map();
      const toDate = { ...period, fromAt: new Date(0) };
      return listCharges(clickhouse, { scope: { campaignIds }, period: toDate, now });
    },
  };
}

/** Campaign managers own no campaigns and have an empty dashboard, but may access each campaign by name (GUARD-008). */
const asEditor = (caller: Caller): Caller => ({
  ...caller,
  reach: reachOf(campaignEditors, caller.role) ?? caller.reach,
});

/** The common currency of all campaigns; null if they mix currencies or there are none. */
export function oneCurrency(campaigns: CampaignFacts[]): Currency | null {
  const first = campaigns[0]?.currency ?? null;
  return campaigns.every((campaign) => campaign.currency === first) ? first : null;
}
