import type { CallOutput } from "@litfass/contract/endpoint";
import type { trafficReportEndpoints } from "@litfass/contract/traffic-report";
import { noCounts } from "./metrics.ts";
import type { Report } from "./report.ts";
import { periodOf } from "./show-figures.ts";

type Endpoints = typeof trafficReportEndpoints;

/** How many people were reached: merged over days and campaigns, never summed. */
export async function showReach(report: Report): Promise<CallOutput<Endpoints["showReach"]>> {
  const { reached, known, unknown } = await report.reach();
  return {
    ...periodOf(report),
    reached,
    known_impressions: known,
    unknown_impressions: unknown,
    frequency: reached === 0 ? 0 : Math.round((known / reached) * 100) / 100,
  };
}

/** Gross traffic, what was filtered by reason, and net: gross less filtered. */
export async function showTraffic(report: Report): Promise<CallOutput<Endpoints["showTraffic"]>> {
  const [[total = noCounts], filtered] = await Promise.all([
    report.figures({ grouping: "total" }),
    report.invalidTraffic(),
  ]);
  const sum = (key: "impressions" | "clicks") => filtered.reduce((all, each) => all + each[key], 0);
  const net = { impressions: total.impressions, clicks: total.clicks };
  return {
    ...periodOf(report),
    gross: { impressions: net.impressions + sum("impressions"), clicks: net.clicks + sum("clicks") },
    filtered,
    net,
  };
}
