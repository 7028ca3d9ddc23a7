import { amountOfMinor, type Currency } from "@litfass/contract/kernel/money";
import { defaultCampaigns, defaultMonthlyBudgetMinor } from "@litfass/contract/settings/default-campaigns";
import type { CallResult } from "../../api/api.ts";
import { useCall } from "../../api/use-call.ts";

const builtInBudget = amountOfMinor(defaultMonthlyBudgetMinor);

/** What the operator proposes for new campaigns; the built-in values until the site's information is loaded. */
export function useCampaignDefaults(): CallResult<"showSite">["campaign_defaults"] {
  const { data } = useCall("showSite", {}, { staleMs: Number.POSITIVE_INFINITY });
  return data?.campaign_defaults ?? { ...defaultCampaigns, monthly_budget: builtInBudget };
}

/** The budget per month that the operator proposes in a currency. */
export function useMonthlyBudget(currency: Currency): number {
  const { monthly_budget: budget } = useCampaignDefaults();
  return typeof budget === "number" ? budget : (budget[currency] ?? builtInBudget);
}
