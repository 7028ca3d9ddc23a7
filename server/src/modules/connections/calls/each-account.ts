import type { ConnectionGap } from "@litfass/contract/connections/connections";
import { ServiceProblem } from "./service-problem.ts";

/** Rows of several accounts, and the accounts whose rows are missing. */
export type Reading<Row> = { rows: Row[]; gaps: ConnectionGap[] };

/** The same with the accounts that were asked, also those without rows in these days. */
export type AccountsReading<Row> = Reading<Row> & { accounts: { id: string; name: string }[] };

/** One account's rows; `isComplete` is false if it has more than we read. */
export type AccountRows<Row> = { rows: Row[]; isComplete: boolean };

/**
 * Reads accounts concurrently. A failing account becomes a named gap, so that the others' figures are shown; if the
 * consent ended, the installation is misconfigured or no account returns anything, it throws.
 * @throws ServiceProblem
 */
export async function readEachAccount<Account, Row>(
  accounts: Account[],
  nameOf: (account: Account) => string,
  read: (account: Account) => Promise<AccountRows<Row>>,
): Promise<Reading<Row>> {
  const problems: ServiceProblem[] = [];
  const readings = await Promise.all(
    accounts.map(async (account): Promise<Reading<Row>> => {
      try {
        const { rows, isComplete } = await read(account);
        return { rows, gaps: isComplete ? [] : [{ account: nameOf(account), reason: "too_many" }] };
      } catch (error) {
        if (!(error instanceof ServiceProblem)) throw error;
        const { problem } = error;
        if (problem === "expired" || problem === "misconfigured") throw error;
        problems.push(error);
        return { rows: [], gaps: [{ account: nameOf(account), reason: problem }] };
      }
    }),
  );
  const [first] = problems;
  if (first && problems.length === accounts.length) throw first;
  return { rows: readings.flatMap(({ rows }) => rows), gaps: readings.flatMap(({ gaps }) => gaps) };
}
