import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildWeb } from "../server/src/processes/web-build.ts";
import { runChecks } from "./checks.ts";
import { ensureBrowser } from "./ensure-browser.ts";
import { ensurePrograms } from "./ensure-programs.ts";
import { root, runQuietly, runRecordingErrors, tool } from "./run-steps.ts";
import { type ReportSupplement, supplementFile } from "./test-report/report-supplement.ts";
import {
  type Count,
  countOf,
  noTests,
  oneFailure,
  skippedIn,
  summaryOf,
  sumOf,
  type VitestReport,
  withFlaky,
  withUnhandled,
} from "./test-report/test-count.ts";

type VitestOptions = {
  /** Files at a time. */
  workers: number;
  /** Prints its output at the end, because another run prints meanwhile. */
  isQuiet?: boolean;
};

/** Runs the projects of the Vitest configuration and counts their tests. A file that does not load counts as one. */
async function vitest(projects: string[], { workers, isQuiet = false }: VitestOptions): Promise<Count> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-report-"));
  const report = path.join(folder, "report.json");
  try {
    const selected = projects.map((project) => `--project=${project}`);
    const reporters = ["default", "json", "./scripts/test-report/report-supplement.ts"].map(
      (name) => `--reporter=${name}`,
    );
    reporters.push(`--outputFile.json=${report}`);
    const args = ["run", ...selected, `--maxWorkers=${workers}`, ...reporters];
    const command = { name: "vitest", command: tool("vitest"), args };
    const { ok, output } = isQuiet ? await runQuietly(command) : await runRecordingErrors(command);
    if (isQuiet) console.log(output);
    const { unhandled, flaky } = JSON.parse(readFileSync(supplementFile(report), "utf8")) as ReportSupplement;
    const count = withFlaky(countOf(JSON.parse(readFileSync(report, "utf8")) as VitestReport), flaky);
    return ok ? count : withUnhandled(count, unhandled, output);
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
    // Once, before two suites start the app at the same time.
    buildWeb(root, (line) => console.log(line));
    return noTests;
  } catch (error) {
    console.error((error as Error).message);
    return oneFailure;
  }
}

type Result = { name: string; count: Count; seconds: number };

async function suite(name: string, run: () => Promise<Count>): Promise<Result> {
  console.log(`\n== ${name}`);
  const begun = performance.now();
  const count = await run();
  return { name, count, seconds: (performance.now() - begun) / 1000 };
}

const web = ["web", "identity-client"];
const unitProjects = ["contract", "platform", "adserver", "server", ...web, "sandbox", "scripts", "matrix"];

const results = [
  await suite("programs", programs),
  await suite("check", async () => ({ ...noTests, ...(await runChecks()) })),
];
// They wait for the processes that they kill and start, so they run beside the others.
const faults = suite("faults", () => vitest(["faults"], { workers: 1, isQuiet: true }));
results.push(
  await suite("unit and API", () => vitest(unitProjects, { workers: 2 })),
  // They wait for processes and browsers most of their time.
  await suite("journeys", () => vitest(["journeys"], { workers: 4 })),
  await faults,
);

console.log(`\nNode ${process.version} on ${process.platform} ${process.arch}, ${os.cpus().length} cores`);
for (const { name, count, seconds } of results) {
  const skipped = skippedIn(count) > 0 ? `, ${skippedIn(count)} skipped` : "";
  console.log(`${name}: ${count.passed} passed, ${count.failed} failed${skipped} (${seconds.toFixed(0)} s)`);
}
const all = sumOf(results.map(({ count }) => count));
for (const line of summaryOf(all)) console.log(line);
process.exit(all.failed > 0 ? 1 : 0);
