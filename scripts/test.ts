import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { runChecks } from "./checks.ts";
import { ensureBrowser } from "./ensure-browser.ts";
import { ensurePrograms } from "./ensure-programs.ts";
import { runLoudly, tool } from "./run-steps.ts";
import {
  type Count,
  countOf,
  noTests,
  oneFailure,
  skippedIn,
  summaryOf,
  sumOf,
  type VitestReport,
} from "./test-count.ts";

/**
 * Runs the projects of the Vitest configuration and counts their tests. A file that does not load counts as one.
 * `workers`: files at a time, two by default.
 */
async function vitest(projects: string[], workers?: number): Promise<Count> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-report-"));
  const report = path.join(folder, "report.json");
  try {
    const selected = projects.map((project) => `--project=${project}`);
    const limit = workers === undefined ? [] : [`--maxWorkers=${workers}`];
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const code = await runLoudly(
      { name: "vitest", command: tool("vitest"), args: ["run", ...selected, ...limit, ...reporters] },
      process.env,
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

/** Finds or installs the requirements of several suites: a browser, ffmpeg, Redis. */
async function programs(): Promise<Count> {
  await ensurePrograms();
  try {
    process.env.CHROMIUM_PATH = await ensureBrowser();
    return noTests;
  } catch (error) {
    console.error((error as Error).message);
    return oneFailure;
  }
}

const suites: [string, () => Promise<Count>][] = [
  ["programs", programs],
  ["check", async () => ({ ...noTests, ...(await runChecks()) })],
  ["unit and API", () => vitest(["contract", "platform", "adserver", "server", "web", "sandbox", "scripts", "matrix"])],
  // Both wait for processes and browsers a good part of their time.
  ["faults and journeys", () => vitest(["faults", "journeys"], 3)],
];

const results: [string, Count, number][] = [];
for (const [name, run] of suites) {
  console.log(`\n== ${name}`);
  const begun = performance.now();
  results.push([name, await run(), (performance.now() - begun) / 1000]);
}

console.log(`\nNode ${process.version} on ${process.platform} ${process.arch}, ${os.cpus().length} cores`);
for (const [name, count, seconds] of results) {
  const skipped = skippedIn(count) > 0 ? `, ${skippedIn(count)} skipped` : "";
  console.log(`${name}: ${count.passed} passed, ${count.failed} failed${skipped} (${seconds.toFixed(0)} s)`);
}
const all = sumOf(results.map(([, count]) => count));
for (const line of summaryOf(all)) console.log(line);
process.exit(all.failed > 0 ? 1 : 0);
