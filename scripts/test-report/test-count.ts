import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../run-steps.ts";

export type Count = {
  passed: number;
  failed: number;
  skipped: Record<string, number>;
  failures: string[];
  /** Passed, but not on the first try. */
  flaky: string[];
};
export type FlakyTest = { file: string; name: string; message: string };

type Status = "passed" | "failed" | "skipped" | "pending" | "todo" | "disabled";
type TestResult = { status: Status; fullName: string; failureMessages?: string[] | null; meta?: { skipped?: string } };
/** The used parts of Vitest's JSON report. */
export type VitestReport = {
  testResults: { name: string; status: string; message?: string; assertionResults: TestResult[] }[];
};

export const noTests: Count = { passed: 0, failed: 0, skipped: {}, failures: [], flaky: [] };
export const oneFailure: Count = { ...noTests, failed: 1 };

/** A failed test and what it says, without the stack; colors of the terminal are removed. */
function failureOf(file: string, test: string, message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? "no message").split("\n");
  const end = lines.findIndex((line) => line.trimStart().startsWith("at "));
  return [`${path.relative(root, file)} > ${test}`, ...lines.slice(0, end < 0 ? 12 : Math.min(end, 12))].join("\n    ");
}

/** Counts the tests of a run; a file that does not load counts as failed, a skipped one by its reason. */
export function countOf({ testResults }: VitestReport): Count {
  const count: Count = { passed: 0, failed: 0, skipped: {}, failures: [], flaky: [] };
  for (const { name, status, message, assertionResults } of testResults) {
    if (status === "failed" && !assertionResults.some((one) => one.status === "failed")) {
      count.failed += 1;
      count.failures.push(failureOf(name, "the whole file", message));
    }
    for (const one of assertionResults) {
      if (one.status === "passed") count.passed += 1;
      else if (one.status === "failed") {
        count.failed += 1;
        count.failures.push(failureOf(name, one.fullName, one.failureMessages?.[0]));
      } else {
        const reason = one.meta?.skipped ?? `no reason given: ${one.fullName}`;
        count.skipped[reason] = (count.skipped[reason] ?? 0) + 1;
      }
    }
  }
  return count;
}

/** Adds errors outside of tests to a failed run. Without any, the end of its output is the only trace of the cause. */
export function withUnhandled(count: Count, unhandled: readonly string[], output: string): Count {
  const lines = unhandled.map((stack) => `outside of a test: ${stripVTControlCharacters(stack)}`);
  if (lines.length === 0 && count.failed === 0) {
    lines.push(`the run ended with an error: ${stripVTControlCharacters(output).slice(-1_000)}`);
  }
  return { ...count, failed: count.failed + lines.length, failures: [...count.failures, ...lines] };
}

/** Adds the tests that passed on their second try, with what the first one said. */
export function withFlaky(count: Count, flaky: readonly FlakyTest[]): Count {
  return { ...count, flaky: flaky.map(({ file, name, message }) => failureOf(file, name, message)) };
}

export const skippedIn = ({ skipped }: Count): number =>
  Object.values(skipped).reduce((total, count) => total + count, 0);

export function sumOf(counts: Count[]): Count {
  const sum: Count = { passed: 0, failed: 0, skipped: {}, failures: [], flaky: [] };
  for (const { passed, failed, skipped, failures, flaky } of counts) {
    sum.failures.push(...failures);
    sum.flaky.push(...flaky);
    sum.passed += passed;
    sum.failed += failed;
    for (const [reason, count] of Object.entries(skipped)) sum.skipped[reason] = (sum.skipped[reason] ?? 0) + count;
  }
  return sum;
}

/** The last lines of a run: flaky and failed tests, the reasons for skipped ones, and then only the numbers. */
export function summaryOf(count: Count): string[] {
  const skipped = skippedIn(count);
  const numbers = `${count.passed} passed, ${count.failed} failed`;
  const remarks = [
    ...count.flaky.map((each) => `passed on the second try: ${each}`),
    ...count.failures.map((each) => `failed: ${each}`),
  ];
  if (skipped === 0) return [...remarks, numbers];
  const reasons = Object.entries(count.skipped)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, each]) => `${reason} (${each})`);
  return [...remarks, `${skipped} skipped: ${reasons.join(", ")}`, `${numbers}, ${skipped} skipped`];
}
