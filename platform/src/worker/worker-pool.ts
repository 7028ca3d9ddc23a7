import { Piscina } from "piscina";

/** A task on untrusted input exceeded its time or memory, or could not be started because too many are waiting. */
export class WorkerLimitError extends Error {
  readonly limit: "time" | "memory" | "queue";
  constructor(limit: "time" | "memory" | "queue") {
    super(`A worker reached its limit: ${limit}`);
    this.name = "WorkerLimitError";
    this.limit = limit;
  }
}

export type WorkerPool = {
  /**
   * Calls the default export of `module` with `input` in another thread, so that untrusted input never blocks the
   * event loop. Input and output are copied by structured clone. Errors of the module are passed on unchanged.
   * @throws WorkerLimitError
   */
  run<Output>(module: URL, input: unknown, limits?: { timeoutMs?: number }): Promise<Output>;
  /**
   * The same pool for the tasks of one user, of which a few are in the common queue at a time and as many as in that wait
   * for those: nobody fills it alone.
   */
  of(uid: string): Pick<WorkerPool, "run">;
  close(): Promise<void>;
};

export type WorkerPoolOptions = {
  threads?: number;
  maxQueue?: number;
  maxPerUser?: number;
  timeoutMs?: number;
  maxHeapMb?: number;
};

/**
 * Lower priority than the event loop, which would wait for 100 ms and more while two threads render on two cores; a third of
 * its share, so that a busy machine still renders in time. Only Linux has priorities of threads: elsewhere the whole process
 * would get it.
 */
const niceIncrement = process.platform === "linux" ? 5 : 0;

/** Threads start with the first task and end after some idle time. */
export function createWorkerPool(options: WorkerPoolOptions = {}): WorkerPool {
  const { threads = 2, maxQueue = 16, maxPerUser = 4, timeoutMs = 10_000, maxHeapMb = 256 } = options;
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
    niceIncrement,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, stackSizeMb: 4 },
  });
  const waiting: (() => void)[] = [];
  let running = 0;

  /** The time limit starts when a thread is free, so tasks wait here instead of in the library's queue. */
  async function enter(): Promise<void> {
    if (running < threads) {
      running += 1;
      return;
    }
    if (waiting.length >= maxQueue) throw new WorkerLimitError("queue");
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  const run: WorkerPool["run"] = async (module, input, limits = {}) => {
    await enter();
    try {
      return await pool.run(input, {
        filename: module.href,
        signal: AbortSignal.timeout(limits.timeoutMs ?? timeoutMs),
      });
    } catch (error) {
      throw limitOf(error) ?? error;
    } finally {
      leave();
    }
  };
  const tasksOf = new Map<string, { running: number; waiting: (() => void)[] }>();
  const workers: WorkerPool = {
    run,
    of: (uid) => ({
      async run(module, input, limits) {
        const tasks = tasksOf.get(uid) ?? { running: 0, waiting: [] };
        tasksOf.set(uid, tasks);
        if (tasks.running < maxPerUser) tasks.running += 1;
        else if (tasks.waiting.length >= maxQueue) throw new WorkerLimitError("queue");
        else await new Promise<void>((resolve) => tasks.waiting.push(resolve));
        try {
          return await workers.run(module, input, limits);
        } finally {
          const next = tasks.waiting.shift();
          if (next) next();
          else if (--tasks.running === 0) tasksOf.delete(uid);
        }
      },
    }),
    close: () => pool.destroy(),
  };
  return workers;
}

function limitOf(error: unknown): WorkerLimitError | null {
  if (!(error instanceof Error)) return null;
  if (error.name === "AbortError") return new WorkerLimitError("time");
  if ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") return new WorkerLimitError("memory");
  return null;
}
