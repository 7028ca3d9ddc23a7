import { sql } from "drizzle-orm";
import type { Executor } from "../postgres/postgres.ts";

export type ProcessKind = "api" | "ad_server";

/** What a process reports about its journal of events. */
export type JournalReport = { events: number; bytes: number; oldestAgeMs: number; filesForInspection: number };

/** What a process reports about itself. */
export type ProcessReport = {
  id: string;
  kind: ProcessKind;
  version: string;
  host: string;
  uptimeMs: number;
  isReady: boolean;
  clockSkewMs: number;
  /** Null for a process that reads no campaigns. */
  snapshotAgeMs: number | null;
  /** Null for a process without a journal. */
  journal: JournalReport | null;
};

/** A report as it was stored, with times by the database's clock. */
export type SeenProcess = Omit<ProcessReport, "uptimeMs"> & { startedAt: Date; seenAt: Date; unseenMs: number };

/** The database's clock, in milliseconds since 1970. */
export async function readDatabaseTime(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ ms: string }>(sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms`);
  return Number(rows[0]?.ms);
}

/** Stores a report in place of the earlier one, and forgets processes that did not report for a day. */
export async function storeReport(db: Executor, report: ProcessReport): Promise<void> {
  const { journal } = report;
  await db.execute(sql`
    WITH forgotten AS (DELETE FROM processes WHERE seen_at < now() - interval '1 day' AND id <> ${report.id})
    INSERT INTO processes (id, kind, version, host, started_at, seen_at, is_ready, clock_skew_ms, snapshot_age_ms,
      journal_events, journal_bytes, journal_oldest_age_ms, journal_files_for_inspection)
    VALUES (${report.id}, ${report.kind}, ${report.version}, ${report.host},
      now() - ${Math.round(report.uptimeMs)}::bigint * interval '1 ms', now(), ${report.isReady},
      ${Math.round(report.clockSkewMs)}, ${rounded(report.snapshotAgeMs)}, ${journal?.events ?? null},
      ${journal?.bytes ?? null}, ${rounded(journal?.oldestAgeMs ?? null)}, ${journal?.filesForInspection ?? null})
    ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, version = excluded.version, host = excluded.host,
      started_at = excluded.started_at, seen_at = excluded.seen_at, is_ready = excluded.is_ready,
      clock_skew_ms = excluded.clock_skew_ms, snapshot_age_ms = excluded.snapshot_age_ms,
      journal_events = excluded.journal_events, journal_bytes = excluded.journal_bytes,
      journal_oldest_age_ms = excluded.journal_oldest_age_ms,
      journal_files_for_inspection = excluded.journal_files_for_inspection`);
}

const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));

/** Removes the report of a stopped process. */
export async function removeReport(db: Executor, id: string): Promise<void> {
  await db.execute(sql`DELETE FROM processes WHERE id = ${id}`);
}

/** The last reports, APIs first, at most `limit`. */
export async function listReports(db: Executor, limit: number): Promise<SeenProcess[]> {
  const { rows } = await db.execute<Record<string, string | null> & { is_ready: boolean }>(sql`
    SELECT *, greatest(0, extract(epoch FROM now() - seen_at) * 1000)::bigint AS unseen_ms FROM processes
    ORDER BY kind = 'ad_server', host, id LIMIT ${limit}`);
  return rows.map((row) => ({
    id: String(row.id),
    kind: row.kind as ProcessKind,
    version: String(row.version),
    host: String(row.host),
    startedAt: new Date(String(row.started_at)),
    seenAt: new Date(String(row.seen_at)),
    unseenMs: Number(row.unseen_ms),
    isReady: row.is_ready,
    clockSkewMs: Number(row.clock_skew_ms),
    snapshotAgeMs: row.snapshot_age_ms === null ? null : Number(row.snapshot_age_ms),
    journal:
      row.journal_events === null
        ? null
        : {
            events: Number(row.journal_events),
            bytes: Number(row.journal_bytes),
            oldestAgeMs: Number(row.journal_oldest_age_ms),
            filesForInspection: Number(row.journal_files_for_inspection),
          },
  }));
}
