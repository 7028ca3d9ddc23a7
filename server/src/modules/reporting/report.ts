import { campaignEditors } from "@litfass/contract/campaigns/campaigns";
import type { ConnectionGap, ConnectionProblem, ConnectionService } from "@litfass/contract/connections/connections";
import type { Currency } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import { reachOf } from "@litfass/contract/kernel/who";
import type { StatisticsFilter } from "@litfass/contract/reporting/statistics";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { Clock } from "@litfass/platform/clock";
import { type FigureQuery, type Figures, listFigures } from "./metrics/figures-sql.ts";
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

/** What statistics must know of a campaign. */
export type CampaignFacts = { id: number; name: string; ownerUid: string; budgetMicros: bigint; currency: Currency };

/** What statistics ask of other modules; the process wires it. */
export type StatisticsSources = {
  /** Campaigns within the caller's reach (own, assigned, all), newest first; the tenant rule of every statistic. */
  campaignsFor(
    caller: Caller,
    filter: { owner?: string; ids?: number[]; search?: string; limit: number },
  ): Promise<CampaignFacts[]>;
  /** When and with what money these campaigns, which are within the caller's reach, run; without those never started. */
  runsOf(campaignIds: number[]): Promise<Map<number, CampaignRun>>;
  /** IANA zone of the caller's account. */
  timeZoneOf(caller: Caller): Promise<string>;
  /** What a user's own connected accounts say of the days. */
  externalReports(
    uid: string,
    services: ConnectionService[],
    days: { from: string; to: string },
  ): Promise<ExternalReport[]>;
};

/** Figures of one source outside: advertising by campaign and day, or visits by channel and day. */
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

export type StatisticsContext = { clickhouse: ClickHouse; clock: Clock; sources: StatisticsSources };

/** More campaigns than this are not reported on at once. */
export const maxCampaigns = 10_000;

type Choice = Pick<FigureQuery, "grouping" | "search" | "sort" | "limit" | "offset">;

/** One caller's report: the days, the campaigns within reach, and figures of exactly these. */
export type Report = {
  period: ReportPeriod;
  campaigns: CampaignFacts[];
  /** Figures of the period under the filter. */
  figures(choice: Choice): Promise<Figures[]>;
  reach(): Promise<Reach>;
  invalidTraffic(): Promise<InvalidTraffic[]>;
  playerErrors(): Promise<PlayerErrors[]>;
  /** Charges of each campaign from its first day to the period's last, whatever the site and region filters say. */
  chargedToDate(): Promise<Map<number, bigint>>;
};

/** Opens the report that a call asks for. Throws 422 where the days make no period. */
export async function openReport(
  context: StatisticsContext,
  reader: Caller,
  filter: StatisticsFilter,
): Promise<Report> {
  const caller = filter.campaign_ids ? asEditor(reader) : reader;
  const { clickhouse, clock, sources } = context;
  const now = clock.now();
  const period = reportPeriod(filter, await sources.timeZoneOf(caller), now);
  const { owner, campaign_ids: ids } = filter;
  const campaigns = await sources.campaignsFor(caller, { owner, ids, limit: maxCampaigns });
  const everything = caller.reach === "all" && !owner && !ids;
  const campaignIds = everything ? null : campaigns.map((campaign) => campaign.id);
  const scope = { campaignIds, sites: filter.sites, regions: filter.regions };
  const query = { scope, period, now };
  return {
    period,
    campaigns,
    async figures(choice) {
      return campaigns.length === 0 ? [] : listFigures(clickhouse, { ...query, ...choice });
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
    async chargedToDate() {
      if (campaigns.length === 0) return new Map();
      const toDate = { ...period, fromAt: new Date(0) };
      const rows = await listFigures(clickhouse, { scope: { campaignIds }, period: toDate, now, grouping: "campaign" });
      return new Map(rows.map((row) => [Number(row.key), row.chargeMicros]));
    },
  };
}

/** Campaign managers own no campaigns and have an empty dashboard, but reach each campaign that is named (GUARD-008). */
const asEditor = (caller: Caller): Caller => ({
  ...caller,
  reach: reachOf(campaignEditors, caller.role) ?? caller.reach,
});

/** The one currency of all campaigns; null where they mix or there are none. */
export function oneCurrency(campaigns: CampaignFacts[]): Currency | null {
  const first = campaigns[0]?.currency ?? null;
  return campaigns.every((campaign) => campaign.currency === first) ? first : null;
}
