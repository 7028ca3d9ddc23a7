import type { Language } from "@litfass/contract/kernel/language";
import { statisticsTable } from "../exports/statistics-table.ts";
import { showBreakdown, showTotals } from "../panels/show-figures.ts";
import type { Report } from "../report.ts";
import { daysOf } from "../report-period.ts";

const maxRows = 15;

/** The figures of a report for people it is shared with: no money. */
export async function sharedReport(report: Report, lang: Language) {
  const page = { page: 1, per_page: maxRows, direction: "desc" as const, sort: "impressions" as const };
  const [total, byDay, campaigns, sites, devices, cities] = await Promise.all([
    showTotals(report),
    report.figures({ grouping: "day" }),
    statisticsTable(report, { ...page, group_by: "campaign" }),
    statisticsTable(report, { ...page, group_by: "url" }),
    showBreakdown(report, "device", maxRows, lang),
    showBreakdown(report, "city", maxRows, lang),
  ]);
  const days = new Map(byDay.map((row) => [row.key, row]));
  const part = ({ text, impressions }: { text: string; impressions: number }) => ({ text, impressions });
  return {
    from: report.period.from,
    to: report.period.to,
    total,
    days: daysOf(report.period).map((date) => ({
      date,
      impressions: days.get(date)?.impressions ?? 0,
      measured: days.get(date)?.measured ?? 0,
      viewable: days.get(date)?.viewable ?? 0,
    })),
    campaigns: campaigns.data,
    sites: sites.data,
    devices: devices.data.map(part),
    cities: cities.data.map(part),
  };
}
