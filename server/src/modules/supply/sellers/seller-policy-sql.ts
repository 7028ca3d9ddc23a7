import type { SellerPolicy } from "@litfass/contract/supply/seller-records";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

export async function saveSellerPolicy(db: Executor, policy: SellerPolicy, by: string, now: Date): Promise<void> {
  await db.execute(sql`
    UPDATE seller_policy SET refuses_unauthorised = ${policy.refusesUnauthorised},
      refuses_broken_chains = ${policy.refusesBrokenChains},
      refuses_incomplete_chains = ${policy.refusesIncompleteChains},
      changed_at = ${now.toISOString()}::timestamptz, changed_by = ${by}`);
}
