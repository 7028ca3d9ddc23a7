export type Count = { passed: number; failed: number; skipped: Record<string, number> };

type Status = "passed" | "failed" | "skipped" | "pending" | "todo" | "disabled";
type TestResult = { status: Status; fullName: string; meta?: { skipped?: string } };
/** The used parts of Vitest's JSON report. */
export type VitestReport = { testResults: { status: string; assertionResults: TestResult[] }[] };

export const noTests: Count = { passed: 0, failed: 0, skipped: {} };
export const oneFailure: Count = { ...noTests, failed: 1 };

/** Counts the tests of a run; a file that does not load counts as failed, a skipped one by its reason. */
export function countOf({ testResults }: VitestReport): Count {
  const count: Count = { passed: 0, failed: 0, skipped: {} };
  for (const { status, assertionResults } of testResults) {
    if (status === "failed" && !assertionResults.some((one) => one.status === "failed")) count.failed += 1;
    for (const one of assertionResults) {
      if (one.status === "passed") count.passed += 1;
      else if (one.status === "failed") count.failed += 1;
      else {
        const reason = one.meta?.skipped ?? `no reason given: ${one.fullName}`;
        count.skipped[reason] = (count.skipped[reason] ?? 0) + 1;
      }
    }
  }
  return count;
}

export const skippedIn = ({ skipped }: Count): number =>
  Object.values(skipped).reduce((total, count) => total + count, 0);

export function sumOf(counts: Count[]): Count {
  const sum: Count = { passed: 0, failed: 0, skipped: {} };
  for (const { passed, failed, skipped } of counts) {
    sum.passed += passed;
    sum.failed += failed;
    for (const [reason, count] of Object.entries(skipped)) sum.skipped[reason] = (sum.skipped[reason] ?? 0) + count;
  }
  return sum;
}

/** The last lines of a run: the reasons for skipped tests, and then only the numbers. */
export function summaryOf(count: Count): string[] {
  const skipped = skippedIn(count);
  const numbers = `${count.passed} passed, ${count.failed} failed`;
  if (skipped === 0) return [numbers];
  const reasons = Object.entries(count.skipped)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, each]) => `${reason} (${each})`);
  return [`${skipped} skipped: ${reasons.join(", ")}`, `${numbers}, ${skipped} skipped`];
}
