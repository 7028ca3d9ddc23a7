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
  of(uid: string): WorkerQueue;
  close(): Promise<void>;
};

/** Where tasks are handed in: the common queue of jobs, or that of the user who asks for the work. */
export type WorkerQueue = Pick<WorkerPool, "run">;

export type WorkerPoolOptions = {
  threads?: number;
  maxQueue?: number;
  maxPerUser?: number;
  timeoutMs?: number;
  maxHeapMb?: number;
  /** A thread failed after its task had ended, or without one. Nobody awaits it, so it is only reported. */
  onError?: (error: Error) => void;
};

/**
 * Lower priority than the event loop, which would wait for 100 ms and more while two threads render on two cores; a third of
 * its share, so that a busy machine still renders in time. Only Linux has priorities of threads: elsewhere the whole process
 * would get it.
 */
const niceIncrement = process.platform === "linux" ? 5 : 0;

/** Threads start with the first task and end after some idle time. */
export function createWorkerPool(options: WorkerPoolOptions = {}): WorkerPool {
  const {
    threads = 2,
    maxQueue = 16,
    maxPerUser = 4,
    timeoutMs = 10_000,
    maxHeapMb = 256,
    onError = () => {},
  } = options;
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
    niceIncrement,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, stackSizeMb: 4 },
  });
  // A task that uses up its time and then its memory has ended when the thread fails: without a listener, Node exits.
  pool.on("error", onError);
  // The time limit starts when a thread is free, so tasks wait here instead of in the library's queue.
  const everyone = boundedQueue(threads, maxQueue);
  const queues = new Map<string, BoundedQueue>();
  const run: WorkerPool["run"] = async (module, input, limits = {}) => {
    await everyone.enter();
    try {
      return await pool.run(input, {
        filename: module.href,
        signal: AbortSignal.timeout(limits.timeoutMs ?? timeoutMs),
      });
    } catch (error) {
      throw limitOf(error) ?? error;
    } finally {
      everyone.leave();
    }
  };
  return {
    run,
    of: (uid) => ({
      async run<Output>(module: URL, input: unknown, limits?: { timeoutMs?: number }) {
        const own = queues.get(uid) ?? boundedQueue(maxPerUser, maxQueue);
        queues.set(uid, own);
        await own.enter();
        try {
          return await run<Output>(module, input, limits);
        } finally {
          own.leave();
          if (own.isEmpty()) queues.delete(uid);
        }
      },
    }),
    close: () => pool.destroy(),
  };
}

type BoundedQueue = { enter(): Promise<void>; leave(): void; isEmpty(): boolean };

/** Lets `maxRunning` tasks enter at a time and `maxWaiting` wait. `enter` @throws WorkerLimitError `queue` beyond. */
function boundedQueue(maxRunning: number, maxWaiting: number): BoundedQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async enter() {
      if (running < maxRunning) {
        running += 1;
        return;
      }
      if (waiting.length >= maxWaiting) throw new WorkerLimitError("queue");
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave() {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    },
    isEmpty: () => running === 0,
  };
}

function limitOf(error: unknown): WorkerLimitError | null {
  if (!(error instanceof Error)) return null;
  if (error.name === "AbortError") return new WorkerLimitError("time");
  if ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") return new WorkerLimitError("memory");
  return null;
}
