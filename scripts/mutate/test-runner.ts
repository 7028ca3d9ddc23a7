import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Message, TrialFile } from "./test-process.ts";
import type { Trial } from "./try-mutant.ts";

export type OnResult = (result: Result) => void;
export type Result = { trial: Trial; outcome: "passed" | "failed" | "timed out"; ms: number; why: string };

/** Longer than the limits of tests and hooks, which end everything but endless loops. */
const silenceMs = 150_000;
const stopMs = 15_000;

/**
 * Runs trials in the copy of the project, in order, in one process. It is replaced after an endless loop, and after a
 * mutant that damaged it, which is detected then.
 */
export async function runTrials(folder: string, trials: Trial[], onResult: OnResult = () => {}): Promise<Result[]> {
  const results: Result[] = [];
  let rest = trials;
  while (rest.length > 0) {
    const { done, damagedBy } = await runUntilSilent(folder, rest, onResult);
    results.push(...done);
    rest = rest.slice(done.length);
    if (damagedBy !== undefined) rest = rest.filter(({ id }) => id === 0 || id !== damagedBy);
    else if (rest[0]) {
      results.push({ trial: rest[0], outcome: "timed out", ms: silenceMs, why: "The process hung or crashed" });
      rest = rest.slice(1);
    }
  }
  return results;
}

async function runUntilSilent(
  folder: string,
  trials: Trial[],
  onResult: OnResult,
): Promise<{ done: Result[]; damagedBy: number | undefined }> {
  const byFile = new Map(trials.map((trial, at) => [writeTrial(folder, trial, at), trial]));
  const child = fork(path.join(folder, "scripts/mutate/test-process.ts"), {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const done: Result[] = [];
  let damagedBy: number | undefined;
  const { promise: end, resolve } = Promise.withResolvers<void>();
  let silence = setTimeout(resolve, silenceMs);
  child.once("exit", () => resolve());
  child.on("message", (message: Message) => {
    clearTimeout(silence);
    silence = setTimeout(resolve, silenceMs);
    if (message === "done") resolve();
    else if (message === "ready") {
      child.send([...byFile].map(([file, { test }]): TrialFile => ({ file, test: path.join(folder, test) })));
    } else {
      const trial = byFile.get(message.file);
      if (!trial || damagedBy !== undefined) return;
      const result = { trial, outcome: message.outcome, ms: message.ms, why: message.why };
      done.push(result);
      onResult(result);
      if (!message.isDamaging) return;
      damagedBy = trial.id;
      resolve();
    }
  });
  await end;
  clearTimeout(silence);
  await stop(child);
  for (const file of byFile.keys()) rmSync(file);
  return { done, damagedBy };
}

function writeTrial(folder: string, trial: Trial, at: number): string {
  const trials = path.join(folder, "trials");
  mkdirSync(trials, { recursive: true });
  const file = path.join(trials, `${String(at).padStart(5, "0")}-${trial.key}.test.ts`);
  const own = { ...trial, test: path.join(folder, trial.test) };
  const text = `import { tryMutant } from "../scripts/mutate/try-mutant.ts";\nawait tryMutant(${JSON.stringify(own)});\n`;
  writeFileSync(file, text);
  return file;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  if (child.connected) child.disconnect();
  // Its worker and its database are in the same group. An endless loop reacts to nothing else.
  const kill = setTimeout(() => child.pid && process.kill(-child.pid, "SIGKILL"), stopMs);
  await gone;
  clearTimeout(kill);
}
