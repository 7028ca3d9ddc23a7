import { ConfigError } from "../config/config.ts";
import { errorWithoutValues } from "../log/describe-error.ts";
import { collectGarbage } from "./collect-garbage.ts";

export type Running = {
  /**
   * Finishes what was begun before `stop`, on a signal only; it bounds its time itself. A second signal aborts `hurry`: it
   * then resolves at once.
   */
  drain?(hurry: AbortSignal): Promise<void>;
  /** Shuts everything down in order. */
  stop(hurry: AbortSignal): Promise<void>;
  /** The limit of `stop`, where its processes drain meanwhile. */
  stopTimeoutMs?: number;
  /** Resolves if the process must not go on: it stops in order, with the exit code 1, and whatever supervises it starts another. */
  failed?: Promise<Error>;
};

/** An error that the operator can fix; only its message is shown. */
export class StartError extends Error {
  override name = "StartError";
}

const parentCheckMs = 500;

/** Set to `on` by a process that supervises others: they must not outlive it. One started from a shell goes on without it. */
export const endsWithParent = "LITFASS_ENDS_WITH_PARENT";

/**
 * Runs `start`, then drains and stops its result on SIGINT, SIGTERM or SIGHUP; a second signal ends draining. Stops without
 * draining when the process that supervises it is gone. Stopping is aborted after `stopTimeoutMs` (10 s). A failed start prints
 * one line and exits with 1.
 */
export async function runProcess(name: string, start: () => Promise<Running>, stopTimeoutMs = 10_000): Promise<void> {
  // Output to a file on a full disk, or to a terminal that is gone, must not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  let running: Running | null = null;
  let starting: Promise<Running> | null = null;
  let stopping = false;
  let exitCode = 0;
  const hurry = new AbortController();
  const stop = async (code: number, isPatient: boolean): Promise<void> => {
    exitCode ||= code;
    if (stopping || !isPatient) hurry.abort();
    if (stopping) return;
    stopping = true;
    try {
      if (!hurry.signal.aborted) await running?.drain?.(hurry.signal);
      const timer = setTimeout(() => process.exit(exitCode || 1), running?.stopTimeoutMs ?? stopTimeoutMs);
      timer.unref();
      // Stopped while starting: finishes opening, then closes in order.
      running ??= await (starting?.catch(() => null) ?? null);
      await running?.stop(hurry.signal);
    } catch (error) {
      console.error(`${name} did not stop in order:`, errorWithoutValues(error));
      process.exit(exitCode || 1);
    }
    process.exit(exitCode);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0, true));
  if (process.env[endsWithParent] === "on") {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) void stop(0, false);
    }, parentCheckMs).unref();
  }
  process.on("unhandledRejection", (error) => {
    console.error(`${name} met an error that nobody caught:`, errorWithoutValues(error));
    void stop(1, false);
  });
  try {
    starting = start();
    running = await starting;
    void running.failed?.then((error) => {
      console.error(`${name} stops: ${error.message}`);
      void stop(1, false);
    });
    collectGarbage();
  } catch (error) {
    if (stopping) return;
    const isPlain = error instanceof ConfigError || error instanceof StartError;
    const separator = error instanceof ConfigError && error.faults.length > 1 ? "\n" : " ";
    console.error(isPlain ? `${name} cannot start:${separator}${error.message}` : errorWithoutValues(error));
    process.exit(1);
  }
}

/** Explains in one line why a port is not available; passes on other errors. */
export function portError(error: unknown, variable: string, port: number): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EADDRINUSE") return new StartError(`port ${port} is taken; set ${variable} to a free one`);
  if (code === "EACCES") return new StartError(`port ${port} needs more rights; set ${variable} to one above 1023`);
  return error;
}
