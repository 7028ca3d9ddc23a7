import { pricesIn } from "@litfass/contract/settings/price-list";
import type { Budget, Subscription } from "@litfass/contract/users/users";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { findPrices } from "@litfass/platform/settings/read-settings";
import { currencyOf, type UserRow } from "../../users/index.ts";
import { budgetOf, budgetOfUser } from "../budget.ts";
import { noSubscription, type Period, presentSubscription } from "./subscription.ts";
import { findPeriod } from "./subscription-sql.ts";

export type AccountMoney = { balance: Budget | null; subscription: Subscription };

/** A known user's budget and subscription with its warnings, as in `users/me`. The prices are read only for a plan. */
export async function accountMoneyOf(db: Executor, user: UserRow, now: Date): Promise<AccountMoney> {
  const [balance, period] = await Promise.all([budgetOfUser(db, user), findPeriod(db, user.uid)]);
  return { balance, subscription: await withWarnings(db, period, balance, now) };
}

/** The subscription of a uid; none for an unknown one. */
export async function subscriptionOf(db: Executor, uid: string, now: Date): Promise<Subscription> {
  const period = await findPeriod(db, uid);
  return period ? withWarnings(db, period, await budgetOf(db, uid), now) : noSubscription;
}

async function withWarnings(
  db: Executor,
  period: Period | null,
  budget: Budget | null,
  now: Date,
): Promise<Subscription> {
  if (!period) return noSubscription;
  const prices = pricesIn(await findPrices(db), budget?.currency ?? currencyOf(null));
  return presentSubscription(period, budget?.balance ?? 0, now, prices);
}
