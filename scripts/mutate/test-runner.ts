import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export type Outcome = "passed" | "failed" | "timed out";
type Answer = { outcome: string };
export type TestRunner = {
  run(changed: string, files: string[], timeoutMs: number): Promise<Outcome>;
  stop(): Promise<void>;
};

const startTimeoutMs = 120_000;
const stopTimeoutMs = 15_000;

/** Runs tests in the copy of the project; a run that takes too long is killed, and the next one gets a new process. */
export function startRunner(folder: string): TestRunner {
  let child: ChildProcess | undefined;
  /** Vitest must reread it, because it was restored after the last mutant. */
  let restored: string | undefined;
  const answer = async (from: ChildProcess, timeoutMs: number): Promise<Answer | undefined> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const ended = once(from, "exit", { signal }).then((): Answer => ({ outcome: "failed" }));
    const told = once(from, "message", { signal }).then(([message]) => message as Answer);
    return Promise.race([told, ended]).catch(() => undefined);
  };
  const stop = async (): Promise<void> => {
    const old = child;
    child = undefined;
    if (!old || old.exitCode !== null) return;
    const gone = once(old, "exit");
    if (old.connected) old.disconnect();
    // Its workers and its database are in the same group. An endless loop reacts to nothing else.
    const kill = setTimeout(() => old.pid && process.kill(-old.pid, "SIGKILL"), stopTimeoutMs);
    await gone;
    clearTimeout(kill);
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
      const stale = [restored ?? changed, changed].map((file) => path.join(folder, file));
      restored = changed;
      runner.send({ changed: stale, files: files.map((file) => path.join(folder, file)) });
      const told = await answer(runner, timeoutMs);
      if (told?.outcome === "passed" || told?.outcome === "failed") return told.outcome;
      await stop();
      return "timed out";
    },
    stop,
  };
}
