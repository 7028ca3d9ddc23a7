import { type Currency, formatMinor, minorFloorOfMicros, minorOfMicros } from "@litfass/contract/kernel/money";
import { isCustomer } from "@litfass/contract/kernel/roles";
import type { Budget } from "@litfass/contract/users/users";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { currencyOf, findUser, type UserRow } from "../users/index.ts";
import { type Sums, sumsOf } from "./ledger/ledger-sql.ts";

/**
 * A customer's sums in the format of the API (FIELD-BUDG-002): total = manual + stripe; spent money is neither
 * reserved nor available. A started half Rappen of a campaign counts as spent (`minorLeftOfMicros`), so that spent,
 * reserved and available add up to the total here and in campaign lists.
 */
export function presentBudget(sums: Sums, currency: Currency): Budget {
  const stripe = minorOfMicros(sums.stripeMicros);
  const manual = minorOfMicros(sums.manualMicros);
  const balance = minorFloorOfMicros(sums.availableMicros);
  const reserved = sums.reservedMinor;
  const total = stripe + manual;
  return {
    currency,
    balance,
    stripe,
    total,
    manual_balance: manual,
    balance_reserved: reserved,
    balance_formatted: formatMinor(balance),
    stripe_formatted: formatMinor(stripe),
    total_formatted: formatMinor(total),
    manual_balance_formatted: formatMinor(manual),
    balance_reserved_formatted: formatMinor(reserved),
  };
}

/** The budget of a user in the currency of the account; null for staff without money and for an unknown uid. */
export async function budgetOf(db: Executor, uid: string): Promise<Budget | null> {
  const user = await findUser(db, uid);
  return user ? budgetOfUser(db, user) : null;
}

/** The same of a known user. */
export async function budgetOfUser(
  db: Executor,
  user: Pick<UserRow, "uid" | "role" | "currency" | "countryCode">,
): Promise<Budget | null> {
  const { uid, role } = user;
  if (!(isCustomer(role) || role === "sales")) return null;
  const currency = currencyOf(user);
  return presentBudget(await sumsOf(db, uid, currency), currency);
}
