import { createVitest, type TestModule } from "vitest/node";

/**
 * Runs files of trials on request, one after the other in one worker that loads the product once. A process of its
 * own, so that an endless loop can be killed.
 */
export type TrialFile = { file: string; test: string };
export type Message =
  | { file: string; outcome: "passed" | "failed" | "timed out"; ms: number; why: string; isDamaging: boolean }
  | "ready"
  | "done";

const tell = (message: Message): void => void (process.connected && process.send?.(message));
const messagesOf = (module: TestModule): string[] =>
  [...module.errors(), ...[...module.children.allTests("failed")].flatMap((one) => one.result().errors ?? [])].map(
    ({ message }) => message ?? "",
  );

class Ordered {
  shard<Item>(files: Item[]): Item[] {
    return files;
  }
  sort<Item extends { moduleId: string }>(files: Item[]): Item[] {
    return files.sort((a, b) => a.moduleId.localeCompare(b.moduleId));
  }
}

const vitest = await createVitest("test", {
  root: process.cwd(),
  watch: false,
  fileParallelism: false,
  sequence: { sequencer: Ordered as never },
  dangerouslyIgnoreUnhandledErrors: true,
  reporters: [
    {
      onTestModuleEnd(module) {
        const why = messagesOf(module);
        const outcome = module.ok() ? "passed" : why.some((one) => /timed out in/.test(one)) ? "timed out" : "failed";
        // What a failed start has opened stays open: an event store can be opened once per process.
        const hasRun = [...module.children.allTests()].some((one) => one.result().state !== "skipped");
        const about = { ms: module.diagnostic().duration, why: why.join("; ").slice(0, 300) };
        tell({ file: module.moduleId, outcome, ...about, isDamaging: outcome !== "passed" && !hasRun });
      },
    },
  ],
  silent: true,
});
await vitest.standalone();

async function run(trials: TrialFile[]): Promise<void> {
  const tests = await vitest.globTestSpecifications([...new Set(trials.map(({ test }) => test))]);
  const projectOf = new Map(tests.map(({ moduleId, project }) => [moduleId, project]));
  await vitest.runTestSpecifications(
    trials.flatMap(({ file, test }) => projectOf.get(test)?.createSpecification(file) ?? []),
  );
}

process.on("message", (trials: TrialFile[]) => {
  run(trials).then(
    () => tell("done"),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => void vitest.close().finally(() => process.exit(0)));
tell("ready");
