import { type Command, runQuietly, tool } from "./run-steps.ts";

const checks: Command[] = [
  { name: "format and lint", command: tool("biome"), args: ["check", "."] },
  { name: "types", command: tool("tsc"), args: ["-p", "tsconfig.json", "--noEmit"] },
  { name: "sources", command: process.execPath, args: ["scripts/source-checks.ts"] },
  { name: "dead code", command: tool("knip"), args: ["--no-progress"] },
  { name: "lockfile", command: "npm", args: ["ci", "--dry-run", "--ignore-scripts", "--no-audit", "--loglevel=error"] },
];

/** Runs every check, one line each, followed by the output of failed ones. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const check of checks) {
    const { ok, output, seconds } = await runQuietly(check);
    console.log(`${ok ? "ok    " : "FAILED"} ${check.name} (${seconds.toFixed(1)} s)`);
    if (!ok) {
      failed += 1;
      console.log(output.trim());
    }
  }
  return { passed: checks.length - failed, failed };
}
