import { hostname } from "node:os";
import { version } from "../installation/version.ts";
import type { Log } from "../log/log.ts";
import type { Database } from "../postgres/postgres.ts";
import { clockSkewMs } from "./clock-skew.ts";
import {
  type JournalReport,
  type ProcessKind,
  type ProcessReport,
  readDatabaseTime,
  removeReport,
  storeReport,
} from "./process-sql.ts";

/** The interval between two reports of a process. */
export const reportEveryMs = 5_000;

export type ProcessReporter = {
  /** Stops reporting and removes the process from the list: it ended in order. */
  stop(): Promise<void>;
};

type Reported = {
  db: Database;
  log: Pick<Log, "warn">;
  kind: ProcessKind;
  /** Unique among the processes of the installation. */
  id: string;
  isReady(): boolean | Promise<boolean>;
  snapshotAgeMs?(): number;
  journal?(): Promise<JournalReport>;
  /** Receives with each report how far this clock is ahead of the database's, in milliseconds. */
  onSkew?(skewMs: number): void;
};

/**
 * Reports to the operators' status page that this process runs, now and every 5 s. A failed report is logged and
 * the next one tries again: a process must not depend on being listed.
 */
export function reportProcess(reported: Reported): ProcessReporter {
  const { db, log, id } = reported;
  let running: Promise<void> | undefined;
  const report = (): void => {
    running ??= collect(reported)
      .then((collected) => storeReport(db, collected))
      .catch((error: unknown) => log.warn({ err: error }, "this process could not be reported"))
      .finally(() => {
        running = undefined;
      });
  };
  report();
  const timer = setInterval(report, reportEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await removeReport(db, id);
    },
  };
}

async function collect(reported: Reported): Promise<ProcessReport> {
  const { db, kind, id, isReady, snapshotAgeMs, journal, onSkew } = reported;
  const before = Date.now();
  const database = await readDatabaseTime(db);
  const after = Date.now();
  const skewMs = clockSkewMs(before, database, after);
  onSkew?.(skewMs);
  const ageMs = snapshotAgeMs?.() ?? null;
  return {
    id,
    kind,
    version,
    host: hostname(),
    uptimeMs: process.uptime() * 1000,
    isReady: await isReady(),
    clockSkewMs: skewMs,
    // Before the first reading the age is infinite.
    snapshotAgeMs: ageMs !== null && Number.isFinite(ageMs) ? ageMs : null,
    journal: (await journal?.()) ?? null,
  };
}
