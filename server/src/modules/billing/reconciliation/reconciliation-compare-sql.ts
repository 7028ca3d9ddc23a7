import type { ProofCheck } from "@litfass/contract/billing/billing";
import type { Currency } from "@litfass/contract/kernel/money";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";
import { type Compared, maxRows, nothingCompared } from "./reconciliation.ts";

type ComparedRow = {
  check: ProofCheck;
  currency: Currency | null;
  left: string;
  right: string;
  differing: string;
  rows: { what: string; left: string; right: string }[];
};

/**
 * Compares pairs inside the database, so that only sums and the first differences reach this process, however many
 * accounts there are. Pair by pair, so that two errors that cancel out in the sums are still found.
 * @param pairs a query of `check`, `what`, `currency`, `left` and `right`; all but the currency are never null
 * @returns one result per check and currency, in the order of `checks`
 */
export async function compareChecks(db: Executor, checks: readonly ProofCheck[], pairs: SQL): Promise<Compared[]> {
  const { rows } = await db.execute<ComparedRow>(sql`
    with pairs as materialized (${pairs}),
    sums as (
      select "check", currency, sum("left")::text as "left", sum("right")::text as "right",
        count(*) filter (where "left" <> "right") as differing
      from pairs group by 1, 2),
    first as (
      select * from (
        select *, row_number() over (partition by "check", currency order by length(what), what) as place
        from pairs where "left" <> "right") d
      where place <= ${maxRows})
    select s.*, coalesce((
      select json_agg(json_build_object('what', f.what, 'left', f."left"::text, 'right', f."right"::text) order by f.place)
      from first f where f."check" = s."check" and f.currency is not distinct from s.currency), '[]') as rows
    from sums s order by s.currency nulls first`);
  return checks.flatMap((check) => {
    const found = rows.filter((row) => row.check === check).map(comparedOf);
    return found.length > 0 ? found : [nothingCompared(check)];
  });
}

/** Compares the pairs of one check: a query of `what`, `currency`, `left` and `right`. */
export const comparePairs = (db: Executor, check: ProofCheck, pairs: SQL): Promise<Compared[]> =>
  compareChecks(db, [check], sql`select ${check}::text as "check", p.* from (${pairs}) p`);

const comparedOf = ({ check, currency, left, right, differing, rows }: ComparedRow): Compared => ({
  check,
  currency,
  left: BigInt(left),
  right: BigInt(right),
  rows: rows.map((row) => ({ what: row.what, left: BigInt(row.left), right: BigInt(row.right) })),
  more: Number(differing) - rows.length,
});
