import type { ProcessWarning } from "@litfass/contract/operations/status";
import type { SeenProcess } from "@litfass/platform/process/process-sql";
import { reportEveryMs } from "@litfass/platform/process/report-process";

/** Four reports are missing: the process ended without removing itself, or cannot reach the database. */
const lostMs = 4 * reportEveryMs;
/** The limits of the alerts in deploy/prometheus/alerts.yaml. */
export const alertLimitsMs = {
  clockSkew: 1_000,
  snapshotAge: 60_000,
  journalAge: 300_000,
  jobDue: 900_000,
  openSpend: 3_600_000,
} as const;

/** What an operator should look at in a process. Of a lost one nothing else is known. */
export function warningsOf(process: SeenProcess, version: string): ProcessWarning[] {
  const { journal } = process;
  if (process.unseenMs > lostMs) return ["lost"];
  const found: Partial<Record<ProcessWarning, boolean>> = {
    not_ready: !process.isReady,
    clock: Math.abs(process.clockSkewMs) > alertLimitsMs.clockSkew,
    snapshots: (process.snapshotAgeMs ?? 0) > alertLimitsMs.snapshotAge,
    journal: (journal?.oldestAgeMs ?? 0) > alertLimitsMs.journalAge,
    inspection: (journal?.filesForInspection ?? 0) > 0,
    other_version: process.version !== version,
  };
  return (Object.keys(found) as ProcessWarning[]).filter((warning) => found[warning]);
}
