import { type Check, type CheckStatus, type DoctorContext, type Finding, failed } from "./check.ts";
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

/** Runs all checks, one after the other: they share the database connection. A check that throws has failed. */
export async function runChecks(context: DoctorContext, list = checks): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { name, run } of list) {
    const found = await run(context).catch((error: Error) => failed(error.message, "see the log of the process"));
    results.push(...[found].flat().map((finding) => ({ check: name, ...finding })));
  }
  return results;
}

export const worstOf = (results: CheckResult[]): CheckStatus =>
  (["failed", "warning"] as const).find((status) => results.some((each) => each.status === status)) ?? "ok";
