import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { runChecks } from "./checks.ts";
import { ensureBrowser } from "./ensure-browser.ts";
import { runLoudly, tool } from "./run-steps.ts";

type Count = { passed: number; failed: number; skipped: number };
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};

const none: Count = { passed: 0, failed: 0, skipped: 0 };
const oneFailure: Count = { passed: 0, failed: 1, skipped: 0 };

/** Runs the projects of the Vitest configuration and counts their tests. A file that does not even load counts as one. */
async function vitest(projects: string[], env: NodeJS.ProcessEnv = process.env): Promise<Count> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-report-"));
  const report = path.join(folder, "report.json");
  try {
    const selected = projects.map((project) => `--project=${project}`);
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const code = await runLoudly(
      { name: "vitest", command: tool("vitest"), args: ["run", ...selected, ...reporters] },
      env,
    );
    const count = countOf(JSON.parse(readFileSync(report, "utf8")) as VitestReport);
    return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
  } catch (error) {
    console.error((error as Error).message);
    return oneFailure;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countOf(report: VitestReport): Count {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((one) => one.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Tests of several suites look at pages in a browser: it is found or installed before the first of them. */
async function browser(): Promise<Count> {
  try {
    process.env.CHROMIUM_PATH = await ensureBrowser();
    return none;
  } catch (error) {
    console.error((error as Error).message);
    return oneFailure;
  }
}

const suites: [string, () => Promise<Count>][] = [
  ["browser", browser],
  ["check", async () => ({ ...none, ...(await runChecks()) })],
  ["unit and API", () => vitest(["contract", "platform", "adserver", "server", "web", "sandbox", "scripts", "matrix"])],
  ["faults", () => vitest(["faults"])],
  ["journeys", () => vitest(["journeys"])],
];

const results: [string, Count, number][] = [];
for (const [name, run] of suites) {
  console.log(`\n== ${name}`);
  const begun = performance.now();
  results.push([name, await run(), (performance.now() - begun) / 1000]);
}

console.log(`\nNode ${process.version} on ${process.platform} ${process.arch}, ${os.cpus().length} cores`);
for (const [name, { passed, failed, skipped }, seconds] of results) {
  const left = skipped > 0 ? `, ${skipped} skipped` : "";
  console.log(`${name}: ${passed} passed, ${failed} failed${left} (${seconds.toFixed(0)} s)`);
}
const sum = (pick: (count: Count) => number): number => results.reduce((total, [, count]) => total + pick(count), 0);
const failed = sum((count) => count.failed);
console.log(`${sum((count) => count.passed)} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
