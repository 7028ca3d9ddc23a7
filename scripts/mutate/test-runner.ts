import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export type Outcome = "passed" | "failed" | "timed out";
type Answer = { outcome: string; failures?: string[] };
export type TestRunner = {
  /** What failed in the last run, for the message where tests fail without a mutant. */
  failures(): string[];
  run(changed: string, files: string[], timeoutMs: number): Promise<Outcome>;
  stop(): Promise<void>;
};

const startTimeoutMs = 120_000;

/** Runs tests in the copy of the project; a run that takes too long ends its process, and the next one gets another. */
export function startRunner(folder: string): TestRunner {
  let child: ChildProcess | undefined;
  let failures: string[] = [];
  const answer = async (from: ChildProcess, timeoutMs: number): Promise<Answer | undefined> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const ended = once(from, "exit", { signal }).then(
      (): Answer => ({ outcome: "failed", failures: ["the process ended"] }),
    );
    const told = once(from, "message", { signal }).then(([message]) => message as Answer);
    return Promise.race([told, ended]).catch(() => undefined);
  };
  const stop = async (): Promise<void> => {
    const old = child;
    child = undefined;
    if (!old || old.exitCode !== null) return;
    const gone = once(old, "exit");
    // Its workers and its database are of the same group.
    if (old.pid) process.kill(-old.pid, "SIGKILL");
    await gone;
  };
  const started = async (): Promise<ChildProcess> => {
    if (child && child.exitCode === null) return child;
    const file = path.join(folder, "scripts/mutate/test-process.ts");
    child = fork(file, { cwd: folder, detached: true, stdio: ["ignore", "ignore", "ignore", "ipc"] });
    if ((await answer(child, startTimeoutMs))?.outcome !== "ready") throw new Error("Vitest did not start");
    return child;
  };
  return {
    async run(changed, files, timeoutMs) {
      const runner = await started();
      runner.send({ changed: path.join(folder, changed), files: files.map((file) => path.join(folder, file)) });
      const told = await answer(runner, timeoutMs);
      failures = told?.failures ?? [];
      if (told?.outcome === "passed" || told?.outcome === "failed") return told.outcome;
      await stop();
      return "timed out";
    },
    failures: () => failures,
    stop,
  };
}
