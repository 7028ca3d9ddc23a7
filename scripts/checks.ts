import { type Command, runQuietly, tool } from "./run-steps.ts";

/** One thread: several check the same types twice, and take twice the CPU time on two cores. */
const types: Command = {
  name: "types",
  command: tool("tsc"),
  args: ["-p", "tsconfig.json", "--noEmit", "--singleThreaded"],
};
const others: Command[] = [
  { name: "format and lint", command: tool("biome"), args: ["check", "."] },
  { name: "sources", command: process.execPath, args: ["scripts/source-checks.ts"] },
  { name: "dead code", command: tool("knip"), args: ["--no-progress"] },
  { name: "lockfile", command: "npm", args: ["ci", "--dry-run", "--ignore-scripts", "--no-audit", "--loglevel=error"] },
];

/** Runs every check, one line each, followed by the output of failed ones. Types take as long as all others together. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const inParallel = run(types);
  const passed: boolean[] = [];
  for (const check of others) passed.push(await run(check));
  passed.push(await inParallel);
  const failed = passed.filter((ok) => !ok).length;
  return { passed: passed.length - failed, failed };
}

async function run(check: Command): Promise<boolean> {
  const { ok, output, seconds } = await runQuietly(check);
  console.log(`${ok ? "ok    " : "FAILED"} ${check.name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output.trim());
  return ok;
}
