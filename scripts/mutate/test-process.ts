import { createVitest } from "vitest/node";

/**
 * Runs test files on request, in a process of its own so that an endless loop can be ended from outside. One Vitest
 * stays, so that its database is started once.
 */
type Request = { changed: string; files: string[] };

const vitest = await createVitest("test", {
  root: process.cwd(),
  watch: false,
  bail: 1,
  maxWorkers: 1,
  // Files must not share what they loaded: the next mutant changes it.
  isolate: true,
  reporters: [{}],
  silent: true,
  passWithNoTests: false,
});
await vitest.standalone();

type Result = { outcome: "passed" | "failed"; failures: string[] };

async function run({ changed, files }: Request): Promise<Result> {
  vitest.invalidateFile(changed);
  const specifications = await vitest.globTestSpecifications(files);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true);
  const failures = testModules.flatMap((module) => [
    ...module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`),
    ...[...module.children.allTests("failed")].map((one) => `${one.fullName}: ${one.result().errors?.[0]?.message}`),
  ]);
  const isFine = testModules.length > 0 && testModules.every((module) => module.ok()) && unhandledErrors.length === 0;
  return { outcome: isFine ? "passed" : "failed", failures: [...failures, ...unhandledErrors.map(String)] };
}

process.on("message", (request: Request) => {
  run(request).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ outcome: "failed", failures: [String(error)] }),
  );
});
process.on("disconnect", () => process.exit(0));
process.send?.({ outcome: "ready" });
