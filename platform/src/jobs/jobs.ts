import { type Job, PgBoss } from "pg-boss";
import { errorWithoutValues } from "../log/describe-error.ts";
import type { Log } from "../log/log.ts";
import type { Transaction } from "../postgres/postgres.ts";
import { appRole } from "../postgres/postgres.ts";
import { systemRandom } from "../random.ts";
import { inSpan } from "../tracing/tracing.ts";
import { jobConnection } from "./job-connection-sql.ts";

export const jobsSchema = "pgboss";

export type SendOptions = {
  /** Sends inside this transaction: the job exists if and only if it commits. */
  tx?: Transaction;
  /** Seconds from now, or an instant. */
  startAfter?: number | Date;
  /** While a job with this key waits or runs, another one is not added. */
  singletonKey?: string;
};

export type WorkOptions = {
  /** Concurrent jobs of this name in this process; 1 by default. */
  concurrency?: number;
  /** Seconds after which a running job counts as failed; 15 minutes by default. */
  expireSeconds?: number;
  retries?: number;
};

export type Work<Data> = (data: Data, job: { id: string; signal: AbortSignal }) => Promise<void>;

/** Background work stored in PostgreSQL: it survives a crash and is retried. */
export type Jobs = {
  /** @returns the job's id, or null if a job with the `singletonKey` is already waiting. */
  send(name: string, data: object, options?: SendOptions): Promise<string | null>;
  /** Registers the handler of a job name. It runs after `start`. */
  work<Data extends object>(name: string, fn: Work<Data>, options?: WorkOptions): void;
  /** Sends a job by a cron expression (in UTC unless `timeZone` says otherwise). */
  schedule(name: string, cron: string, options?: { timeZone?: string; data?: object }): void;
  /** Starts the registered handlers and removes schedules of earlier versions; without it the process only sends. */
  start(): Promise<void>;
  /** Runs the waiting jobs of a queue once and returns their number, for tests and commands. */
  drain(name: string): Promise<number>;
  /** Retries a failed job from scratch. False if there is no failed job with this id. */
  retry(name: string, id: string): Promise<boolean>;
  close(): Promise<void>;
};

type Registered = { fn: Work<object>; options: WorkOptions };

/**
 * A statement of the queue that is not answered within this time fails, and its connection is replaced: of a server that
 * vanished without closing connections, the system would hold all of them, and every job, for a quarter of an hour.
 */
const usualSilenceMs = 60_000;

/**
 * Jobs on the database of `url`, as the app role.
 * @param silenceMs the longest time without an answer of PostgreSQL
 */
export function createJobs(url: string, log: Log, { silenceMs = usualSilenceMs } = {}): Jobs {
  const registered = new Map<string, Registered>();
  const schedules: { name: string; cron: string; timeZone: string; data: object }[] = [];
  const known = new Set<string>();
  let starting: Promise<PgBoss> | null = null;

  const boss = (): Promise<PgBoss> => {
    starting ??= openBoss(url, log, silenceMs);
    return starting;
  };
  const withQueue = async (name: string): Promise<PgBoss> => {
    const open = await boss();
    if (!known.has(name)) {
      const options = registered.get(name)?.options ?? {};
      // `exclusive`: one waiting or running job for a key; the other policies ignore a key or count by state.
      await open.createQueue(name, { policy: "exclusive", ...queueOptions(options) });
      // An existing queue keeps its options otherwise.
      await open.updateQueue(name, queueOptions(options));
      known.add(name);
    }
    return open;
  };

  return {
    async send(name, data, options = {}) {
      const open = await withQueue(name);
      return open.send(name, data, {
        ...(options.tx ? { db: jobConnection(options.tx) } : {}),
        ...(options.startAfter === undefined ? {} : { startAfter: options.startAfter }),
        singletonKey: options.singletonKey ?? systemRandom.id(),
      });
    },
    work(name, fn, options = {}) {
      if (registered.has(name)) throw new Error(`Job ${name} has its work already`);
      registered.set(name, { fn: fn as unknown as Work<object>, options });
    },
    schedule(name, cron, options = {}) {
      schedules.push({ name, cron, timeZone: options.timeZone ?? "UTC", data: options.data ?? {} });
    },
    async start() {
      for (const [name, { fn, options }] of registered) {
        const open = await withQueue(name);
        for (let worker = 0; worker < (options.concurrency ?? 1); worker += 1) await startWorker(open, name, fn, log);
      }
      for (const { name, cron, timeZone, data } of schedules) {
        const open = await withQueue(name);
        await open.schedule(name, cron, data, { tz: timeZone });
      }
      await unscheduleAllBut(new Set(schedules.map(({ name }) => name)), await boss(), log);
    },
    async drain(name) {
      const open = await withQueue(name);
      const work = registered.get(name);
      if (!work) throw new Error(`Job ${name} has no work`);
      let done = 0;
      for (;;) {
        const jobs = await open.fetch<object>(name, { batchSize: 20, ignoreStartAfter: true });
        if (jobs.length === 0) return done;
        for (const job of jobs) {
          await runJob(name, job, work.fn, log);
          await open.complete(name, job.id);
          done += 1;
        }
      }
    },
    async retry(name, id) {
      const open = await withQueue(name);
      try {
        // The library returns the number of changes without declaring it.
        const { affected = 0 } = (await open.retry(name, id)) as { affected?: number };
        return affected > 0;
      } catch (error) {
        // The same job is already waiting under its key.
        if ((error as { code?: string }).code === uniqueViolation) return false;
        throw error;
      }
    },
    async close() {
      if (!starting) return;
      const open = await starting;
      starting = null;
      await open.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/** Schedules stay in the database: those of an earlier version would send jobs without a handler. */
async function unscheduleAllBut(declared: ReadonlySet<string>, boss: PgBoss, log: Log): Promise<void> {
  for (const { name, key } of await boss.getSchedules()) {
    if (declared.has(name)) continue;
    await boss.unschedule(name, key);
    log.info({ job: name }, "a schedule that is no longer declared was removed");
  }
}

const uniqueViolation = "23505";

/**
 * A new job is announced by a notification, so polling finds only retries and delayed jobs: with 60 queues, each second
 * of this interval counts. Without notifications, as behind a pooler of transactions, every queue is polled each second.
 */
const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 60 };

/**
 * The library's own work. Schedules are compared with the clock every half minute, so what they send may wait for a few
 * seconds more; jobs that wait for others ("flows") are not used. Connections stay open between two rounds of polling.
 */
const rounds = { cronWorkerIntervalSeconds: 15, flowIntervalSeconds: 3600, idleTimeoutMillis: 90_000 };

const queueOptions = (options: WorkOptions) => ({
  retryLimit: options.retries ?? 3,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: options.expireSeconds ?? 900,
  notify: true,
});

async function openBoss(url: string, log: Log, silenceMs: number): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    schema: jobsSchema,
    options: `-c role=${appRole}`,
    application_name: "litfass-jobs",
    migrate: false,
    createSchema: false,
    reindex: false,
    max: 4,
    // Passed on to the pool without being declared.
    ...{ query_timeout: silenceMs },
    ...rounds,
    useListenNotify: true,
  });
  boss.on("error", (error) => log.error({ err: error }, "the job queue reported an error"));
  boss.on("warning", (warning) => log.warn({ warning }, "the job queue reported a warning"));
  await boss.start();
  return boss;
}

/**
 * Runs one job of a queue after the other. The library fetches one job for each notification, and those that arrive
 * while a job runs count as one: without being notified again after each job, the rest of a burst would wait for a poll each.
 */
async function startWorker(boss: PgBoss, name: string, fn: Work<object>, log: Log): Promise<void> {
  const worker = { id: "" };
  worker.id = await boss.work<object>(name, { batchSize: 1, ...polling }, async (jobs) => {
    try {
      for (const job of jobs) await runJob(name, job, fn, log);
    } catch (error) {
      // The queue stores the error of a failed job, and operators' pages show it.
      throw errorWithoutValues(error);
    } finally {
      boss.notifyWorker(worker.id);
    }
  });
}

async function runJob(name: string, job: Job<object>, fn: Work<object>, log: Log): Promise<void> {
  try {
    // A manually fetched job has no signal.
    await inSpan(`job ${name}`, { isRoot: true, attributes: { "litfass.job": name } }, () =>
      fn(job.data, { id: job.id, signal: job.signal ?? new AbortController().signal }),
    );
  } catch (error) {
    log.error({ err: error, job: name, jobId: job.id }, "a job failed");
    throw error;
  }
}
