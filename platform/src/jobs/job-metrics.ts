import { Gauge, type Registry } from "prom-client";
import type { Database } from "../postgres/postgres.ts";
import { type JobBacklog, listJobBacklog } from "./job-list-sql.ts";

/** Depth and age of the job queues, mail among them. One query per collection; without PostgreSQL there are no values. */
export function addJobMetrics(registry: Registry, db: Database): void {
  let reading: Promise<JobBacklog[] | null> | undefined;
  // A gauge is read as soon as its own `collect` ends, so all of them wait for the same query.
  const readBacklog = (): Promise<JobBacklog[] | null> => {
    reading ??= listJobBacklog(db)
      .catch(() => null)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  new Gauge({
    name: "litfass_jobs",
    help: "Unfinished and failed jobs by queue and state",
    labelNames: ["queue", "state"],
    registers: [registry],
    async collect() {
      const backlog = await readBacklog();
      this.reset();
      for (const { queue, state, jobs } of backlog ?? []) this.set({ queue, state }, jobs);
    },
  });
  new Gauge({
    name: "litfass_job_oldest_due_age_seconds",
    help: "Seconds since the oldest waiting job of a queue was due",
    labelNames: ["queue"],
    registers: [registry],
    async collect() {
      const oldest = new Map<string, number>();
      for (const { queue, state, oldestDueSeconds } of (await readBacklog()) ?? []) {
        const isWaiting = state === "created" || state === "retry";
        if (isWaiting) oldest.set(queue, Math.max(oldest.get(queue) ?? 0, oldestDueSeconds));
      }
      this.reset();
      for (const [queue, seconds] of oldest) this.set({ queue }, seconds);
    },
  });
  new Gauge({
    name: "litfass_jobs_readable",
    help: "1 if the job queues could be read for this collection, 0 otherwise",
    registers: [registry],
    async collect() {
      this.set(Number((await readBacklog()) !== null));
    },
  });
}
