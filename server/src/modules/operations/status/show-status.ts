import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import type { statusEndpoints } from "@litfass/contract/operations/status";
import type { OperatorSettings } from "@litfass/contract/settings/operator-settings";
import { failureOf } from "@litfass/platform/http/health";
import { version } from "@litfass/platform/installation/version";
import { listJobBacklog } from "@litfass/platform/jobs/job-list-sql";
import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { listReports, type SeenProcess } from "@litfass/platform/process/process-sql";
import { maxRatesAgeDays, ratesAgeDays } from "@litfass/platform/settings/rates-age";
import { readSettings } from "@litfass/platform/settings/read-settings";
import { overdueSpendMs } from "../../billing/index.ts";
import { alertLimitsMs, warningsOf } from "./judge-process.ts";
import { clickHouseVersion, postgresVersion } from "./store-versions-sql.ts";

type Status = CallOutput<(typeof statusEndpoints)["showStatus"]>;

const maxProcesses = 500;

/** The state of the installation: its processes, stores, job queue, books and exchange rates. */
export async function showStatus(
  { db, clickhouse, clock, reports }: Platform,
  defaults: OperatorSettings,
): Promise<Status> {
  const [processes, postgres, events, jobs, overdueMs, rates] = await Promise.all([
    listReports(db, maxProcesses),
    examine(() => postgresVersion(db)),
    examine(() => clickHouseVersion(clickhouse)),
    jobsOf(db),
    overdueSpendMs(db),
    readSettings(db, defaults).then(({ settings }) => settings.rates.as_of_on),
  ]);
  const replica = reports.replica();
  const days = ratesAgeDays(rates, clock.now());
  return {
    checked_at: clock.now().toISOString(),
    version,
    processes: processes.map(shownProcess),
    stores: {
      postgres,
      clickhouse: events,
      replica: replica && { lag_ms: replica.lagMs, problem: replica.problem },
    },
    jobs,
    open_spend: { overdue_ms: overdueMs, is_overdue: overdueMs > alertLimitsMs.openSpend },
    rates: { as_of_on: rates, days, is_old: days > maxRatesAgeDays },
  };
}

function shownProcess(seen: SeenProcess): Status["processes"][number] {
  const { journal } = seen;
  return {
    id: seen.id,
    kind: seen.kind,
    version: seen.version,
    host: seen.host,
    started_at: seen.startedAt.toISOString(),
    seen_at: seen.seenAt.toISOString(),
    clock_skew_seconds: seen.clockSkewMs / 1000,
    snapshot_age_ms: seen.snapshotAgeMs,
    journal: journal && {
      events: journal.events,
      bytes: journal.bytes,
      oldest_age_ms: journal.oldestAgeMs,
      files_for_inspection: journal.filesForInspection,
    },
    warnings: warningsOf(seen, version),
  };
}

/** A store's version and how long it took to answer; both null if it does not answer. */
async function examine(readVersion: () => Promise<string>): Promise<Status["stores"]["postgres"]> {
  const startedMs = performance.now();
  let found: string | null = null;
  const failure = await failureOf(async () => {
    found = await readVersion();
  });
  return failure === null
    ? { version: found, answer_ms: Math.round(performance.now() - startedMs) }
    : { version: null, answer_ms: null };
}

async function jobsOf(db: Executor): Promise<Status["jobs"]> {
  const backlog = await listJobBacklog(db);
  const waiting = backlog.filter(({ state }) => state === "created" || state === "retry");
  const oldestMs = Math.round(Math.max(0, ...waiting.map(({ oldestDueSeconds }) => oldestDueSeconds)) * 1000);
  const sum = (lines: typeof backlog): number => lines.reduce((total, { jobs }) => total + jobs, 0);
  return {
    waiting: sum(waiting),
    oldest_due_ms: oldestMs,
    failed: sum(backlog.filter(({ state }) => state === "failed")),
    is_late: oldestMs > alertLimitsMs.jobDue,
  };
}
