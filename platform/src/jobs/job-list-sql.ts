import { sql } from "drizzle-orm";
import type { Executor } from "../postgres/postgres.ts";
import { countWaiting, type Waiting } from "../postgres/waiting-sql.ts";
import { jobsSchema } from "./jobs.ts";

/** States of a job, most urgent first. */
export const jobStates = ["failed", "retry", "active", "created", "completed", "cancelled"] as const;
export type JobState = (typeof jobStates)[number];

export type ListedJob = {
  id: string;
  name: string;
  state: JobState;
  /** Failed attempts, and the maximum retries. */
  retries: number;
  retryLimit: number;
  createdAt: Date;
  /** When it is due, if waiting. */
  startAfter: Date;
  startedAt: Date | null;
  completedAt: Date | null;
  /** The error of the last attempt, or null. */
  error: string | null;
};

export type JobFilter = { state?: JobState | undefined; name?: string | undefined; page: number; perPage: number };

const table = sql.raw(`${jobsSchema}.job`);
/** Prefix of the queue's own names. */
const ours = sql`name not like '\\_\\_%'`;

/** One page of the stored jobs, newest first, and their number. */
export async function listJobs(db: Executor, filter: JobFilter): Promise<{ jobs: ListedJob[]; total: number }> {
  const { state, name, page, perPage } = filter;
  const where = sql`${ours} and (${state ?? null}::text is null or state::text = ${state ?? null})
    and (${name ?? null}::text is null or name = ${name ?? null})`;
  const { rows } = await db.execute<Record<string, string | null>>(sql`
    select id, name, state::text, retry_count, retry_limit, created_on, start_after, started_on, completed_on,
      coalesce(output->>'message', output->>'value', output::text) as error
    from ${table} where ${where} order by created_on desc, id limit ${perPage} offset ${(page - 1) * perPage}`);
  const counted = await db.execute<{ total: number }>(sql`select count(*)::int as total from ${table} where ${where}`);
  return {
    total: counted.rows[0]?.total ?? 0,
    jobs: rows.map((row) => ({
      id: String(row.id),
      name: String(row.name),
      state: row.state as JobState,
      retries: Number(row.retry_count),
      retryLimit: Number(row.retry_limit),
      createdAt: new Date(row.created_on ?? 0),
      startAfter: new Date(row.start_after ?? 0),
      startedAt: row.started_on ? new Date(row.started_on) : null,
      completedAt: row.completed_on ? new Date(row.completed_on) : null,
      error: row.state === "completed" ? null : (row.error ?? null),
    })),
  };
}

export type JobCounts = { name: string } & Record<JobState, number>;

/** The number of stored jobs by name and state. */
export async function countJobs(db: Executor): Promise<JobCounts[]> {
  const { rows } = await db.execute<Record<string, string>>(sql`
    select name, state::text, count(*)::int as total from ${table} where ${ours} group by name, state order by name`);
  const byName = new Map<string, JobCounts>();
  for (const { name = "", state, total } of rows) {
    const none = { failed: 0, retry: 0, active: 0, created: 0, completed: 0, cancelled: 0 };
    const counts = byName.get(name) ?? { name, ...none };
    counts[state as JobState] = Number(total);
    byName.set(name, counts);
  }
  return [...byName.values()];
}

/** Jobs of a queue in a state other than completed or cancelled, and how long the oldest due one has waited. */
export type JobBacklog = { queue: string; state: JobState; jobs: number; oldestDueSeconds: number };

/** The unfinished and failed jobs by queue and state. */
export async function listJobBacklog(db: Executor): Promise<JobBacklog[]> {
  const { rows } = await db.execute<Record<string, string>>(sql`
    select name, state::text, count(*)::int as jobs,
      coalesce(greatest(0, extract(epoch from now() - min(start_after))), 0)::float8 as oldest_due_seconds
    from ${table} where ${ours} and state in ('created', 'retry', 'active', 'failed') group by name, state`);
  return rows.map((row) => ({
    queue: String(row.name),
    state: row.state as JobState,
    jobs: Number(row.jobs),
    oldestDueSeconds: Number(row.oldest_due_seconds),
  }));
}

/** Failed jobs that nobody has retried. */
export const waitingFailures = (db: Executor, limit: number): Promise<Waiting> =>
  countWaiting(db, sql`select created_on as at from ${table} where ${ours} and state = 'failed'`, limit);

/** The failed jobs, oldest first, at most `limit`. */
export async function listFailedJobs(db: Executor, limit: number): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, name from ${table} where ${ours} and state = 'failed' order by created_on, id limit ${limit}`);
  return rows;
}
