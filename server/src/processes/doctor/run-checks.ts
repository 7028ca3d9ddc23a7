import { type Check, type CheckStatus, type DoctorContext, type Finding, failed, withTimeout } from "./check.ts";
import {
  accountCountries,
  clock,
  databaseVersion,
  exchangeRates,
  exchangeTraffic,
  jobs,
  leases,
  openSpend,
  replication,
  schema,
} from "./database-checks-sql.ts";
import { files } from "./file-check.ts";
import { readyToSell } from "./launch-check.ts";
import { diskSpace, journals, processes, versions } from "./machine-checks.ts";
import { cards, mail, origins } from "./network-checks.ts";
import { redis } from "./redis-check.ts";
import { readReplica } from "./replica-check.ts";

const checks: readonly Check[] = [
  versions,
  databaseVersion,
  schema,
  clock,
  diskSpace,
  files,
  processes,
  origins,
  mail,
  cards,
  exchangeTraffic,
  jobs,
  journals,
  replication,
  readReplica,
  redis,
  exchangeRates,
  leases,
  openSpend,
  accountCountries,
  readyToSell,
];

export type CheckResult = Finding & { check: string; about?: string };

/** A result as the command line and alerts show it. */
export const lineOf = ({ check, about, status, found, remedy }: CheckResult): string =>
  `${status.padEnd(14)} ${check}${about ? ` (${about})` : ""}: ${found}${remedy ? ` -> ${remedy}` : ""}`;

/** A check that needs longer than all its calls together may has failed. */
const checkTimeoutMs = 20_000;

type RunOptions<Context> = { list: readonly RunnableCheck<Context>[]; timeoutMs?: number };
type RunnableCheck<Context> = { name: string; about?: string; run(context: Context): Promise<Finding | Finding[]> };

/** Runs all checks of the installation. */
export const runChecks = (
  context: DoctorContext,
  report?: (result: CheckResult) => void,
  options: Partial<RunOptions<DoctorContext>> = {},
): Promise<CheckResult[]> => runList(context, { list: checks, ...options }, report);

/**
 * Runs checks one after the other: they share the database connection. Each result is reported at once. A check that
 * throws or takes longer than `timeoutMs` has failed.
 */
export async function runList<Context>(
  context: Context,
  { list, timeoutMs = checkTimeoutMs }: RunOptions<Context>,
  report: (result: CheckResult) => void = () => {},
): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { name, about, run } of list) {
    const found = await withTimeout(run(context), timeoutMs).catch((error: Error) =>
      failed(error.message, "see the log of the process"),
    );
    for (const finding of [found].flat()) {
      const result = { check: name, ...(about === undefined ? {} : { about }), ...finding };
      results.push(result);
      report(result);
    }
  }
  return results;
}

export const worstOf = (results: CheckResult[]): CheckStatus =>
  (["failed", "warning"] as const).find((status) => results.some((each) => each.status === status)) ?? "ok";
