import { type ChildProcess, spawn } from "node:child_process";
import { get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { endsWithParent, StartError } from "@litfass/platform/process/lifetime";
import { openLogFile } from "./log-file.ts";

export type ChildOptions = {
  name: string;
  /** Arguments for Node: flags and a file. */
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  logFolder: string;
  /** Also prints the process's output to the terminal. */
  echo: boolean;
  /** Returns 200 once the process is ready. */
  readyUrl: string;
  say: (line: string) => void;
  onPids: () => void;
  /** How long it may finish what it began before it stops. */
  drainMs: number;
};

export type Child = {
  name: string;
  pid(): number | null;
  /** Resolves when the process is ready. @throws StartError with its last output if it exits before. */
  ready(): Promise<void>;
  /**
   * Sends SIGTERM and waits; 12 s after it should have drained, SIGKILL. `hurry` sends another SIGTERM, which ends
   * draining.
   */
  stop(hurry?: AbortSignal): Promise<void>;
};

const readyTimeoutMs = 90_000;
const stopTimeoutMs = 12_000;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** A process that ran for this long is healthy: its next crash is a new one. */
const healthyMs = 60_000;

/** The delay before the restart of a process that ran for `ranMs`, after a delay of `earlierMs`; null: the first. */
export function restartPauseMs(earlierMs: number | null, ranMs: number): number {
  if (earlierMs === null || ranMs >= healthyMs) return firstPauseMs;
  return Math.min(earlierMs * 2, longestPauseMs);
}

/** Starts a process and restarts it after a crash, with increasing delays. */
export function startChild(options: ChildOptions): Child {
  const log = openLogFile(options.logFolder, options.name);
  let child: ChildProcess | null = null;
  let stopping = false;
  let wasReady = false;
  let pauseMs: number | null = null;
  let ended: (() => void) | null = null;

  const start = (): void => {
    const startedMs = performance.now();
    // A separate process group: Ctrl-C reaches only the supervisor, which stops them in order.
    const started = spawn(process.execPath, options.args, {
      cwd: options.cwd,
      env: { ...options.env, [endsWithParent]: "on" },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    for (const [stream, target] of [
      [started.stdout, process.stdout],
      [started.stderr, process.stderr],
    ] as const) {
      stream.on("data", (chunk: Buffer) => {
        log.write(chunk);
        if (options.echo) target.write(chunk);
      });
      stream.on("error", () => {});
    }
    // It could not be started, as when the system has no process left or Node is being replaced: `close` follows.
    let failure: Error | null = null;
    started.on("error", (error) => {
      failure = error;
      log.write(Buffer.from(`${error.message}\n`));
    });
    started.once("close", (code, signal) => {
      child = null;
      ended?.();
      options.onPids();
      if (stopping || !wasReady) return;
      const why = failure?.message ?? signal ?? `code ${code}`;
      options.say(`${options.name} ended (${why}) and is started again; see ${options.logFolder}`);
      pauseMs = restartPauseMs(pauseMs, performance.now() - startedMs);
      setTimeout(() => stopping || start(), pauseMs);
    });
    options.onPids();
  };
  start();

  return {
    name: options.name,
    pid: () => child?.pid ?? null,
    async ready() {
      const deadline = Date.now() + readyTimeoutMs;
      while (child !== null && Date.now() < deadline) {
        if (await answers(options.readyUrl)) {
          wasReady = true;
          return;
        }
        await wait(100);
      }
      const why = child === null ? "ended" : `is not ready after ${readyTimeoutMs / 1000} s`;
      throw new StartError(`${options.name} ${why}. Its last words:\n${log.lastLines()}`);
    },
    async stop(hurry) {
      stopping = true;
      const current = child;
      if (current) {
        const gone = new Promise<void>((resolve) => {
          ended = resolve;
        });
        const terminate = (): void => void current.kill("SIGTERM");
        terminate();
        hurry?.addEventListener("abort", terminate);
        if (hurry?.aborted) terminate();
        const timer = setTimeout(() => current.kill("SIGKILL"), options.drainMs + stopTimeoutMs);
        await gone;
        clearTimeout(timer);
        hurry?.removeEventListener("abort", terminate);
      }
      log.close();
    },
  };
}

/** Not by `fetch`, whose code would take 8 MB of a process that only waits. */
const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const call = get(url, { signal: AbortSignal.timeout(2000) }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    call.once("error", () => resolve(false));
  });
