import { type Check, type CheckStatus, type DoctorContext, type Finding, failed, withTimeout } from "./check.ts";
import {
  clock,
  databaseVersion,
  exchangeRates,
  exchangeTraffic,
  jobs,
  leases,
  replication,
  schema,
} from "./database-checks-sql.ts";
import { diskSpace, journals, processes, versions } from "./machine-checks.ts";
import { cards, mail, origins } from "./network-checks.ts";

const checks: readonly Check[] = [
  versions,
  databaseVersion,
  schema,
  clock,
  diskSpace,
  processes,
  origins,
  mail,
  cards,
  exchangeTraffic,
  jobs,
  journals,
  replication,
  exchangeRates,
  leases,
];

export type CheckResult = Finding & { check: string };

/** A check that needs longer than all its calls together may has failed. */
const checkTimeoutMs = 20_000;

/**
 * Runs all checks, one after the other: they share the database connection. Each result is reported at once. A check
 * that throws or takes longer than `timeoutMs` has failed.
 */
export async function runChecks(
  context: DoctorContext,
  report: (result: CheckResult) => void = () => {},
  { list = checks, timeoutMs = checkTimeoutMs } = {},
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { name, run } of list) {
    const found = await withTimeout(run(context), timeoutMs).catch((error: Error) =>
      failed(error.message, "see the log of the process"),
    );
    for (const finding of [found].flat()) {
      const result = { check: name, ...finding };
      results.push(result);
      report(result);
    }
  }
  return results;
}

export const worstOf = (results: CheckResult[]): CheckStatus =>
  (["failed", "warning"] as const).find((status) => results.some((each) => each.status === status)) ?? "ok";
