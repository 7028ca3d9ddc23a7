import type { Currency } from "@litfass/contract/kernel/money";
import { minorFloorOfMicros, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { and, gt, inArray, sql } from "drizzle-orm";
import { findCeiling } from "./manager-sql.ts";
import { subscriptions } from "./tables.ts";

/** The account summary in user lists: the current plan and the remaining money by currency, in minor units. */
export type AccountSummary = {
  plan: string | null;
  planEndAt: Date | null;
  remaining: Partial<Record<Currency, number>>;
};

/** The summaries of these users in two queries; users with neither a plan nor money are absent. */
export async function accountSummariesOf(
  db: Executor,
  uids: string[],
  now: Date,
): Promise<Map<string, AccountSummary>> {
  const found = new Map<string, AccountSummary>();
  if (uids.length === 0) return found;
  const of = (uid: string): AccountSummary => {
    const summary = found.get(uid) ?? { plan: null, planEndAt: null, remaining: {} };
    found.set(uid, summary);
    return summary;
  };
  const running = await db
    .select()
    .from(subscriptions)
    .where(and(inArray(subscriptions.ownerUid, uids), gt(subscriptions.endAt, now)));
  for (const { ownerUid, plan, endAt } of running) Object.assign(of(ownerUid), { plan, planEndAt: endAt });
  const { rows } = await db.execute<{ owner_uid: string; currency: Currency; balance_micros: string }>(sql`
    select owner_uid, currency, balance_micros from ledger_accounts
    where kind = 'available' and ${inArray(sql`owner_uid`, uids)}`);
  for (const row of rows) of(row.owner_uid).remaining[row.currency] = minorFloorOfMicros(BigInt(row.balance_micros));
  return found;
}

/** The maximum balance of an account manager in minor units, or null if none is set. */
export async function maxBalanceOf(db: Executor, uid: string): Promise<number | null> {
  const ceiling = await findCeiling(db, uid);
  return ceiling ? minorOfMicros(ceiling.ceilingMicros) : null;
}
