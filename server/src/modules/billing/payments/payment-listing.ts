import type { PaymentListing } from "@litfass/contract/billing/billing";
import type { Language } from "@litfass/contract/kernel/language";
import { minorFloorOfMicros } from "@litfass/contract/kernel/money";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { notFound } from "@litfass/platform/problem";
import { currencyOf, findUser, type UserRow } from "../../users/index.ts";
import { presentBudget } from "../budget.ts";
import { sumsOf } from "../ledger/ledger-sql.ts";
import { customersOf } from "../manager-sql.ts";
import { presentMovement, refundableMicros } from "../transactions/transaction.ts";
import { listMovements, type MovementQuery } from "../transactions/transaction-sql.ts";

/** The maximum number of an account manager's customers in one listing. */
const maxCustomers = 500;

/**
 * The payment listing of a user (API-USER-016): own transactions; for an account manager also those of all or one of
 * the assigned customers. The sums are those of the user, or of the one customer.
 * @throws 404 for a customer who is not assigned to the user.
 */
export async function presentPaymentListing(
  db: Executor,
  user: UserRow,
  customerUid: string | null,
  query: MovementQuery,
  language: Language,
): Promise<PaymentListing> {
  const customers = user.role === "sales" ? await customersOf(db, user.uid, maxCustomers) : [];
  if (customerUid !== null && !customers.includes(customerUid)) throw notFound();
  const subject = customerUid === null ? user : await findUser(db, customerUid);
  if (!subject) throw notFound();
  const owners = customerUid === null ? [user.uid, ...customers] : [customerUid];
  const { rows, meta } = await listMovements(db, owners, query);
  const currency = currencyOf(subject);
  const budget = presentBudget(await sumsOf(db, subject.uid, currency), currency);
  return {
    data: rows.map((row) => ({
      ...presentMovement(row, language),
      user: row.ownerUid,
      user_name: row.userName,
      refundable: minorFloorOfMicros(refundableMicros(row)),
    })),
    meta,
    sums: {
      currency,
      manual_balance: budget.manual_balance,
      stripe: budget.stripe,
      balance_reserved: budget.balance_reserved,
      balance: budget.balance,
      manual_balance_formatted: budget.manual_balance_formatted,
      stripe_formatted: budget.stripe_formatted,
      balance_reserved_formatted: budget.balance_reserved_formatted,
      balance_formatted: budget.balance_formatted,
    },
  };
}
