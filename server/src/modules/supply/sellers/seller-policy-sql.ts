import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** Which sellers are refused. */
export type SellerPolicy = {
  refusesUnauthorised: boolean;
  refusesBrokenChains: boolean;
  refusesIncompleteChains: boolean;
};

/** What holds where nobody decided. */
export const usualSellerPolicy: SellerPolicy = {
  refusesUnauthorised: true,
  refusesBrokenChains: true,
  refusesIncompleteChains: false,
};

export async function findSellerPolicy(db: Executor): Promise<SellerPolicy & { changedAt: Date | null }> {
  const { rows } = await db.execute<Record<string, boolean | string | null>>(sql`
    SELECT refuses_unauthorised, refuses_broken_chains, refuses_incomplete_chains, changed_at FROM seller_policy`);
  const [row] = rows;
  if (!row) return { ...usualSellerPolicy, changedAt: null };
  return {
    refusesUnauthorised: row.refuses_unauthorised === true,
    refusesBrokenChains: row.refuses_broken_chains === true,
    refusesIncompleteChains: row.refuses_incomplete_chains === true,
    changedAt: row.changed_at === null ? null : new Date(String(row.changed_at)),
  };
}

export async function saveSellerPolicy(db: Executor, policy: SellerPolicy, by: string, now: Date): Promise<void> {
  await db.execute(sql`
    UPDATE seller_policy SET refuses_unauthorised = ${policy.refusesUnauthorised},
      refuses_broken_chains = ${policy.refusesBrokenChains},
      refuses_incomplete_chains = ${policy.refusesIncompleteChains},
      changed_at = ${now.toISOString()}::timestamptz, changed_by = ${by}`);
}
