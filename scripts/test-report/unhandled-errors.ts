import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, SerializedError, TestModule, Vitest } from "vitest/node";

/** The file of `report.json` that holds the errors outside of tests. */
export const unhandledErrorsFile = (report: string): string => path.join(path.dirname(report), "unhandled-errors.json");

/** Writes errors outside of tests beside Vitest's JSON report, which lacks them although they fail the run. */
export default class UnhandledErrors implements Reporter {
  #report = "";

  onInit(vitest: Vitest): void {
    const { outputFile } = vitest.config;
    this.#report = typeof outputFile === "object" ? (outputFile.json ?? "") : "";
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (this.#report === "") return;
    const messages = errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`);
    writeFileSync(unhandledErrorsFile(this.#report), JSON.stringify(messages));
  }
}
