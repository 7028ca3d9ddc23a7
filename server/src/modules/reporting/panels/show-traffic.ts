import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import type { trafficReportEndpoints } from "@litfass/contract/reporting/traffic-report";
import type { StoredReconciliation } from "../event-reconciliation/reconciliation-sql.ts";
import { noCounts } from "../metrics/metrics.ts";
import type { Report } from "../report.ts";
import { periodOf } from "./show-figures.ts";

type Endpoints = typeof trafficReportEndpoints;

/** The number of people reached: merged over days and campaigns, never summed. */
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

/** A comparison in the staff API. */
export const presentReconciliation = (
  found: StoredReconciliation,
): CallOutput<Endpoints["listReconciliations"]>[number] => ({
  run_at: found.runAt.toISOString(),
  agrees: found.differences.length === 0,
  differs_since: found.differsSince?.toISOString() ?? null,
  campaigns: found.campaigns,
  events: minorOfMicros(found.eventsMicros),
  panels: minorOfMicros(found.panelsMicros),
  budgets: minorOfMicros(found.budgetsMicros),
  ledger: minorOfMicros(found.ledgerMicros),
  differences: found.differences.map(({ campaign_id, source, events_micros, found_micros }) => ({
    campaign_id,
    source,
    events: minorOfMicros(BigInt(events_micros)),
    found: minorOfMicros(BigInt(found_micros)),
  })),
});

/** Gross traffic, filtered traffic by reason, and net: gross less filtered. */
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

const maxCodes = 20;

/** How often players failed to show a video, and their most frequent codes. */
export async function showPlayerErrors(report: Report): Promise<CallOutput<Endpoints["showPlayerErrors"]>> {
  const found = await report.playerErrors();
  return {
    ...periodOf(report),
    total: found.reduce((all, each) => all + each.errors, 0),
    errors: found.slice(0, maxCodes),
  };
}
