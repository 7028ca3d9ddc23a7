import { createVitest } from "vitest/node";

/**
 * Runs test files on request, in a separate process so that an endless loop can be killed. One Vitest is reused, so
 * that its database is started once.
 */
type Request = { changed: string[]; files: string[] };

const vitest = await createVitest("test", {
  root: process.cwd(),
  watch: false,
  bail: 1,
  maxWorkers: 1,
  // Files must not share loaded modules, because the next mutant changes them.
  isolate: true,
  reporters: [{}],
  silent: true,
  passWithNoTests: false,
});
await vitest.standalone();

async function run({ changed, files }: Request): Promise<"passed" | "failed"> {
  // Vitest returns the results of all runs, and `bail` counts the failures of all.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  for (const file of changed) vitest.invalidateFile(file);
  const specifications = await vitest.globTestSpecifications(files);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true);
  const isFine = testModules.length > 0 && testModules.every((module) => module.ok()) && unhandledErrors.length === 0;
  return isFine ? "passed" : "failed";
}

process.on("message", (request: Request) => {
  run(request).then(
    (outcome) => process.send?.({ outcome }),
    () => process.send?.({ outcome: "failed" }),
  );
});
process.on("disconnect", () => void vitest.close().finally(() => process.exit(0)));
process.send?.({ outcome: "ready" });
