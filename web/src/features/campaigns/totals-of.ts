import type { BulkCustomer } from "@litfass/contract/campaigns/bulk-campaigns";
import type { Currency } from "@litfass/contract/kernel/money";

/** The total of the customers' budgets by currency, in minor units. */
export function totalsOf(
  rows: readonly Pick<BulkCustomer, "currency" | "budget">[],
): { currency: Currency; amount: number }[] {
  const sums = new Map<Currency, number>();
  for (const { currency, budget } of rows) sums.set(currency, (sums.get(currency) ?? 0) + (budget ?? 0));
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}
