import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from "vitest/node";
import type { FlakyTest } from "./test-count.ts";

/** What Vitest's JSON report lacks: errors outside of tests, although they fail the run, and tests that passed late. */
export type ReportSupplement = { unhandled: string[]; flaky: FlakyTest[] };

/** The file of `report.json` that holds its supplement. */
export const supplementFile = (report: string): string => path.join(path.dirname(report), "supplement.json");

/** Writes the supplement beside Vitest's JSON report. */
export default class Supplement implements Reporter {
  #report = "";
  #flaky: FlakyTest[] = [];

  onInit(vitest: Vitest): void {
    const { outputFile } = vitest.config;
    this.#report = typeof outputFile === "object" ? (outputFile.json ?? "") : "";
  }

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    const [error] = test.result().errors ?? [];
    const frame = error?.stacks?.[0];
    const place = frame ? ` (line ${frame.line} of ${path.basename(frame.file)})` : "";
    const name = `${test.fullName}${place}`;
    this.#flaky.push({ file: test.module.moduleId, name, message: error?.message ?? "no message" });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (this.#report === "") return;
    const unhandled = errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`);
    const supplement: ReportSupplement = { unhandled, flaky: this.#flaky };
    writeFileSync(supplementFile(this.#report), JSON.stringify(supplement));
  }
}
