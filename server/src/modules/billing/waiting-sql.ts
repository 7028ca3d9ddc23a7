import { planIds } from "@litfass/contract/billing/billing";
import type { Caller } from "@litfass/contract/kernel/roles";
import { type PriceList, pricedCurrencies, pricesIn } from "@litfass/contract/settings/price-list";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { countWaiting, type Waiting } from "@litfass/platform/postgres/waiting-sql";
import { findPrices } from "@litfass/platform/settings/read-settings";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { currencyOfUid, uidsWithinReach } from "../users/index.ts";
import { bookingPriceMicros } from "./plans/plan.ts";

/** SQL of the money that waits for staff. Only customers' balances have a tenant predicate; the rest is for the books. */

/** Orders by invoice that nobody has confirmed or rejected. */
export const waitingOrders = (db: Executor, limit: number): Promise<Waiting> =>
  countWaiting(db, sql`select created_at as at from manual_invoices where status = 'new'`, limit);

/** Requests for a second person that this one may decide: those of others. */
export const waitingApprovals = (db: Executor, uid: string, limit: number): Promise<Waiting> =>
  countWaiting(
    db,
    sql`select requested_at as at from money_approvals where state = 'pending' and requested_by <> ${uid}`,
    limit,
  );

/** Refunds that the card processor rejected and nobody has paid by bank. */
export const waitingRefunds = (db: Executor, limit: number): Promise<Waiting> =>
  countWaiting(db, sql`select answered_at as at from card_refunds where state = 'refused'`, limit);

/** Whether a subscription `s` has less than a tenth of its plan's price left to spend (FIELD-USER-014). */
const isLow = (now: Date, prices: PriceList): SQL => sql`s.end_at > ${now.toISOString()}::timestamptz
  and (select coalesce(sum(a.balance_micros), 0) from ledger_accounts a
    where a.owner_uid = s.owner_uid and a.kind = 'available') * 10 < ${bookingPrice(prices)}`;

/** The price of the plan of a subscription `s` in its customer's currency, in micros. */
const bookingPrice = (prices: PriceList): SQL => {
  const each = pricedCurrencies(prices).flatMap((currency) =>
    planIds.map((id) => {
      const micros = bookingPriceMicros(id, pricesIn(prices, currency)).toString();
      return sql`when s.plan = ${id} and ${currencyOfUid(sql`s.owner_uid`)} = ${currency} then ${micros}::bigint`;
    }),
  );
  return sql`case ${sql.join(each, sql` `)} end`;
};

/** The condition on users whose plan has little left, for other modules' lists. */
export const hasLowBalance = (uid: SQLWrapper, now: Date, prices: PriceList): SQL =>
  sql`exists (select 1 from subscriptions s where s.owner_uid = ${uid} and ${isLow(now, prices)})`;

/** The caller's customers with little left; since when they have known. */
export const waitingLowBalances = async (db: Executor, caller: Caller, now: Date, limit: number): Promise<Waiting> =>
  countWaiting(
    db,
    sql`select (select r.sent_at from billing_reminders r
        where r.owner_uid = s.owner_uid and r.kind = 'low_balance' and r.end_at = s.end_at) as at
      from subscriptions s where ${uidsWithinReach(sql`s.owner_uid`, caller)} and ${isLow(now, await findPrices(db))}`,
    limit,
  );
