import { type Currency, currencies, formatMinor, microsOfMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { BudgetFigures } from "@litfass/contract/reporting/figures";
import type { CampaignFacts, Report } from "../report.ts";
import { budgetFigures, budgetMinor, effectiveBudgetMicros } from "./metrics.ts";

/**
 * Budget, spend and remainder of the campaigns by currency, largest budget first: the sums of each campaign's
 * displayed values. Never empty.
 */
export async function budgetsOf(report: Report): Promise<BudgetFigures[]> {
  const charged = await report.chargedToDate();
  const sums = new Map<Currency, { budget: number; effective: number }>();
  for (const campaign of report.campaigns) {
    const sum = sums.get(campaign.currency) ?? { budget: 0, effective: 0 };
    const chargedMicros = charged.get(campaign.id) ?? 0n;
    const own = budgetMinor(campaign.budgetMicros, effectiveBudgetMicros(chargedMicros, campaign.budgetMicros));
    sum.budget += own.budget;
    sum.effective += own.effective;
    sums.set(campaign.currency, sum);
  }
  const figures = [...sums].map(([currency, { budget, effective }]) =>
    budgetFigures(currency, microsOfMinor(budget), microsOfMinor(effective)),
  );
  if (figures.length === 0) return [budgetFigures(currencies[0], 0n, 0n)];
  return figures.sort((a, b) => b.budget - a.budget);
}

/** The budget columns of one campaign's row. */
export function campaignBudget(campaign: CampaignFacts, chargedMicros: bigint) {
  const effectiveMicros = effectiveBudgetMicros(chargedMicros, campaign.budgetMicros);
  const { currency: _, ...columns } = budgetFigures(campaign.currency, campaign.budgetMicros, effectiveMicros);
  return columns;
}

/** The spend columns of a row; null if the campaigns mix currencies. */
export function spendOf(currency: Currency | null, chargeMicros: bigint) {
  if (currency === null) return { currency, spend: null, spend_formatted: null };
  const spend = minorOfMicros(chargeMicros);
  return { currency, spend, spend_formatted: formatMinor(spend) };
}
