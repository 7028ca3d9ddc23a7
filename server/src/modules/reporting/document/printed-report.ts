import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import type { Language } from "@litfass/contract/kernel/language";
import type { CampaignOverview } from "@litfass/contract/reporting/campaign-overview";
import type { deliveryReportEndpoints } from "@litfass/contract/reporting/delivery-report";
import type { ConversionFigures, Metrics, StatisticsTableRow } from "@litfass/contract/reporting/figures";
import type { statisticsEndpoints } from "@litfass/contract/reporting/statistics";
import type { Letterhead } from "@litfass/platform/settings/letterhead";

/** A row with the name that readers see. */
export type PrintedRow = Pick<
  StatisticsTableRow,
  keyof Metrics | keyof ConversionFigures | "key" | "spend" | "effective_budget" | "currency"
> & { name: string };

/** The first rows of a table, and how many more there are. */
export type PrintedTable = { rows: PrintedRow[]; more: number };

/** A banner with a JPEG of it; null if none was drawn. */
export type PrintedBanner = {
  name: string;
  width: number;
  height: number;
  picture: Uint8Array | null;
  row: PrintedRow;
};

/** What a report's document shows, as the calls of the screens return it. It is copied to a worker thread. */
export type PrintedReport = {
  lang: Language;
  letterhead: Letterhead;
  /** When the figures were read. */
  at: Date;
  title: string;
  /** The name of the only campaign, if the title is another. */
  campaign: string | null;
  /** The customers whose campaigns these are, by name; empty if readers need not know. */
  advertisers: string[];
  /** The sites and regions that it is limited to, by name. */
  only: string[];
  period: { from: string; to: string; timeZone: string };
  /** The last day is today or later, so figures still change. */
  isRunning: boolean;
  showsCosts: boolean;
  totals: CallOutput<(typeof statisticsEndpoints)["showStatistics"]>;
  reach: { reached: number; frequency: number } | null;
  plan: CampaignOverview | null;
  funnel: CallOutput<(typeof deliveryReportEndpoints)["showDeliveryReport"]> | null;
  banners: PrintedBanner[];
  /** Null in the report of a single campaign. */
  campaigns: PrintedTable | null;
  sites: PrintedTable;
  regions: PrintedTable | null;
  cities: PrintedTable;
  devices: PrintedRow[];
  weekdays: PrintedRow[] | null;
  /** By hour of the day, complete and in order. */
  hours: PrintedRow[] | null;
  /** Every day of the period in order, those without deliveries included. */
  days: PrintedRow[];
};
