import { type Currency, formatMinor, minorFloorOfMicros, minorOfMicros } from "@litfass/contract/kernel/money";
import { isCustomer } from "@litfass/contract/kernel/roles";
import type { Budget } from "@litfass/contract/users/users";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { currencyOf, findUser } from "../users/index.ts";
import { type Sums, sumsOf } from "./ledger/ledger-sql.ts";

/**
 * A customer's sums as the wire shows them (FIELD-BUDG-002): total = manual + stripe; what is spent of it is neither
 * reserved nor left. Of each campaign half a Rappen counts as used (`minorLeftOfMicros`), so that what is used, reserved and
 * left add up to the total, here and beside the campaigns.
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

/** The budget of a user in the currency of the seat; null for staff who hold no money, and for an unknown uid. */
export async function budgetOf(db: Executor, uid: string): Promise<Budget | null> {
  const user = await findUser(db, uid);
  if (!user || !(isCustomer(user.role) || user.role === "sales")) return null;
  const currency = currencyOf(user.countryCode);
  return presentBudget(await sumsOf(db, uid, currency), currency);
}
