import type { BulkCustomer } from "@litfass/contract/campaigns/bulk-campaigns";
import { amountOfMinor, type Currency, minorOfAmount } from "@litfass/contract/kernel/money";

/** The total of the customers' budgets by currency, summed in whole minor units. */
export function totalsOf(
  rows: readonly Pick<BulkCustomer, "currency" | "budget">[],
): { currency: Currency; amount: number }[] {
  const sums = new Map<Currency, number>();
  for (const { currency, budget } of rows) sums.set(currency, (sums.get(currency) ?? 0) + minorOfAmount(budget ?? 0));
  return [...sums].map(([currency, minor]) => ({ currency, amount: amountOfMinor(minor) }));
}
