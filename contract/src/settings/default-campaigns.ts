import type { CampaignDefaults } from "./campaign-defaults.ts";

export const defaultMonthlyBudgetMinor = 50_000;

/** Until the operator changes them. Without schemas, because the first screen and the ad server load the defaults. */
export const defaultCampaigns: CampaignDefaults = {
  // CONST-021, CONST-022
  frequency_cap: { awareness: 8, performance: null },
  // CONST-019. Other currencies have that of their smallest plan: 500 is little in kronor.
  monthly_budget: { CHF: defaultMonthlyBudgetMinor, EUR: defaultMonthlyBudgetMinor },
  // Four weeks, so that every weekday counts the same.
  weeks: 4,
  // CONST-027
  radius_km: 30,
  countries: ["CH", "LI"],
  spend_breakdown: false,
};
